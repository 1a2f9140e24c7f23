import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { switchOn } from '../popup/backend.ts';
import { pageTexts } from '../parts/texts.ts';
import { popupTexts } from '../popup/texts.ts';
import { hostOf } from '../popup/view-model.ts';
import { reportFailure } from '../../extension/promises.ts';
import { showChat } from './backend.ts';
import { readChatAddress, type ChatAddress } from './chat-address.ts';
import { welcomeTexts as texts } from './texts.ts';
import { readNamedOffSites } from '../../settings/store.ts';
import { watchStorage } from '../../extension/storage.ts';
import { useStored } from '../parts/use-stored.ts';
import { Button } from '../parts/button.tsx';

/** Shown in the empty field, and as a hint if something else was typed. */
const EXAMPLE = 'localhost:3000';

/**
 * The chats that an administrator names, the address of another, and buttons that ask for
 * permission, turn the site on and open the chat.
 * @param onDone called with the origin of a site that was turned on
 */
export function Start({ onDone }: { readonly onDone: (site: string) => void }): JSX.Element {
  const field = useId();
  const [address, setAddress] = useState('');
  const [told, setTold] = useState('');
  // Chromium delivers a policy seconds after its start.
  const { value } = useStored(
    readNamedOffSites,
    watchStorage,
    'read which chats its administrator names',
    [],
  );
  const named = value ?? [];

  async function turnOn(
    { site, url }: ChatAddress,
    result: ReturnType<typeof switchOn>,
  ): Promise<void> {
    const problem = await result;
    if (problem) return setTold(problem === 'denied' ? popupTexts.denied : pageTexts.notSaved);
    onDone(site);
    await showChat(site, url);
  }

  function press(chat: ChatAddress | null): void {
    if (!chat) return setTold(texts.noAddress(EXAMPLE));
    // First thing in the click: see `switchOn`.
    const result = switchOn(chat.site);
    setTold('');
    turnOn(chat, result).catch(reportFailure('open the chat'));
  }

  return (
    <form class="address" onSubmit={(event) => event.preventDefault()}>
      {named.map((site) => (
        <div class="named" key={site}>
          <p>{popupTexts.setUp(hostOf(site))}</p>
          <Button
            kind="primary"
            text={texts.turnOnChat}
            data-named={site}
            onClick={() => press({ site, url: `${site}/` })}
          />
        </div>
      ))}
      <label for={field}>{texts.address}</label>
      <div class="fields">
        <input
          id={field}
          type="text"
          inputMode="url"
          autocomplete="url"
          spellcheck={false}
          dir="ltr"
          placeholder={EXAMPLE}
          value={address}
          onInput={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        {/* Enter in the field presses it, too. */}
        <button
          type="submit"
          class={named.length > 0 ? 'button' : 'button primary'}
          onClick={() => press(readChatAddress(address))}
        >
          {texts.turnOnChat}
        </button>
      </div>
      <p class="small">{texts.asksNext}</p>
      <p role="status">{told}</p>
    </form>
  );
}

import type { JSX } from 'preact';
import { formats } from '../../languages/formats.ts';
import type { Calls, ChatFigures } from '../../stats/chats.ts';
import { Fold } from './charts/data-table.tsx';
import { cleanedOf, tellsOfCleaning } from './statistics-view.ts';
import { statisticsTexts as texts } from './texts.ts';

interface CleanedChatsProps {
  readonly chats: readonly ChatFigures[];
  /** The site of these chats; null if they are of several. */
  readonly site: string | null;
}

/** How often the model faked calls before and after its chats were cleaned. */
export function CleanedChats({ chats, site }: CleanedChatsProps): JSX.Element | null {
  const all = cleanedOf(chats);
  if (!all) return null;
  return (
    <>
      <div class="notice">
        <h3>{texts.cleanedChats(all.chats)}</h3>
        <p>{sinceText(all.before, all.after, all.since)}</p>
      </div>
      {site !== null && all.chats > 1 && (
        <Fold title={texts.eachChat}>
          <ul class="rows">
            {chats.filter(tellsOfCleaning).map(({ chat, before, after, healed }) => (
              <li key={chat} class="row">
                <p class="words">{sinceText(before, after, healed)}</p>
                <a class="link" href={chatAddress(site, chat)} target="_blank" rel="noreferrer">
                  {texts.openChat}
                </a>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </>
  );
}

function sinceText(before: Calls, after: Calls, since: number): string {
  const day = formats.day(since, Date.now());
  return after.calls === 0
    ? texts.sinceCleanedNone(before.imitated, before.calls, day)
    : texts.sinceCleaned(before.imitated, before.calls, after.imitated, after.calls, day);
}

/** Only chats of Open WebUI are cleaned. */
function chatAddress(site: string, chat: string): string {
  return `${site}/c/${encodeURIComponent(chat)}`;
}

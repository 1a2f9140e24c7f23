import type { JSX } from 'preact';
import { chatView } from './chat-view.ts';
import { storedTexts } from '../texts.ts';
import type { OpenChat } from './use-chat.ts';

/** How poisoned the open chat is, and the way to the healing page. */
export function ChatCard({ chat }: { readonly chat: OpenChat }): JSX.Element {
  const { title, line, needed, since, button } = chatView(chat.look, chat.open, chat.figures, Date.now());
  return (
    <section class="stored">
      <h2>{title}</h2>
      {line && (
        <p data-chat={needed ? 'marked' : 'other'}>
          <span class={`dot ${line.dot}`} aria-hidden="true" />
          {line.text}
        </p>
      )}
      {since && <p class="small">{since}</p>}
      {chat.heal ? (
        <div class="steps">
          <button type="button" class="button" data-step="heal" onClick={chat.heal}>
            {button}
          </button>
        </div>
      ) : (
        <p class="small">{storedTexts.privateTab}</p>
      )}
    </section>
  );
}

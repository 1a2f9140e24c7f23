import type { JSX } from 'preact';
import { chatView } from './chat-view.ts';
import { storedTexts } from '../texts.ts';
import type { OpenChat } from './use-chat.ts';

/** How many markers the open chat has, in one line, and a link to the healing page. */
export function ChatCard({ chat }: { readonly chat: OpenChat }): JSX.Element {
  const { title, line, needed, button } = chatView(chat.look, chat.open, Date.now());
  return (
    <section class="stored">
      <div class="open-chat">
        <div class="said">
          {line && <span class={`dot ${line.dot}`} aria-hidden="true" />}
          <div>
            <h2>{title}</h2> {line && <p data-chat={needed ? 'marked' : 'other'}>{line.text}</p>}
          </div>
        </div>
        {chat.heal && (
          <button type="button" class={needed ? 'button' : 'way'} data-step="heal" onClick={chat.heal}>
            {button}
          </button>
        )}
      </div>
      {!chat.heal && <p class="small">{storedTexts.privateTab}</p>}
    </section>
  );
}

import type { JSX } from 'preact';
import type { Look } from '../../../healing/types.ts';
import { foundText } from '../../../healing/texts.ts';
import type { Dot } from '../view-model.ts';
import { pageTexts } from '../../parts/texts.ts';
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
            <h2>{line ? pageTexts.of(title, '') : title}</h2>{' '}
            {line && <p data-chat={needed ? 'marked' : 'other'}>{line.text}</p>}
          </div>
        </div>
        {chat.heal && (
          <button
            type="button"
            class={needed ? 'button' : 'way'}
            data-step="heal"
            onClick={chat.heal}
          >
            {button}
          </button>
        )}
      </div>
      {!chat.heal && <p class="small">{storedTexts.privateTab}</p>}
    </section>
  );
}

/** Whether the open chat has markers, so that something is to be done. */
export function isMarked({ look }: OpenChat): boolean {
  return look !== null && 'marked' in look && look.marked !== null;
}

export interface ChatView {
  readonly title: string;
  /** Null if no chat is open. */
  readonly line: { readonly dot: Dot; readonly text: string } | null;
  /** It has markers, so cleaning is the next step. */
  readonly needed: boolean;
  readonly button: string;
}

/**
 * @param look result for the open chat; null while it is read, and if no chat is open
 * @param open whether a chat is open
 * @param now milliseconds since 1970
 */
export function chatView(look: Look | null, open: boolean, now: number): ChatView {
  const marked = look && 'marked' in look ? look.marked : null;
  return {
    title: open ? storedTexts.title : storedTexts.titleAll,
    line: open ? lineOf(look, now) : null,
    needed: marked !== null,
    button: marked ? storedTexts.heal : storedTexts.lookThrough,
  };
}

function lineOf(look: Look | null, now: number): ChatView['line'] {
  if (!look) return { dot: 'off', text: storedTexts.reading };
  if ('why' in look) return { dot: 'off', text: look.why };
  if (!look.marked) return { dot: 'active', text: storedTexts.clean };
  return { dot: 'attention', text: storedTexts.found(foundText(look.marked, now)) };
}

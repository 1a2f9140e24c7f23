/** Turns what is known of the open chat into what the popup says of it. Pure. */
import type { Look } from '../../../healing/types.ts';
import { foundText } from '../../../healing/found-text.ts';
import type { Dot } from '../view-model.ts';
import { storedTexts as texts } from '../texts.ts';

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
    title: open ? texts.title : texts.titleAll,
    line: open ? lineOf(look, now) : null,
    needed: marked !== null,
    button: marked ? texts.heal : texts.lookThrough,
  };
}

function lineOf(look: Look | null, now: number): ChatView['line'] {
  if (!look) return { dot: 'off', text: texts.reading };
  if ('why' in look) return { dot: 'off', text: look.why };
  if (!look.marked) return { dot: 'active', text: texts.clean };
  return { dot: 'attention', text: texts.found(foundText(look.marked, now)) };
}

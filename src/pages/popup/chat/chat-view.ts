/** Turns what is known of the open chat into what the popup says of it. Pure. */
import type { MarkedChat, Look } from '../../../healing/types.ts';
import { foundText } from '../../../healing/found-text.ts';
import { formats } from '../../../languages/formats.ts';
import type { ChatFigures } from '../../../stats/chats.ts';
import type { Dot } from '../view-model.ts';
import { storedTexts as texts } from '../texts.ts';

export interface ChatView {
  readonly title: string;
  /** Null if no chat is open. */
  readonly line: { readonly dot: Dot; readonly text: string } | null;
  /** It has markers, so cleaning is the next step. */
  readonly needed: boolean;
  /** How often calls were faked since it was cleaned; null if unknown. */
  readonly since: string | null;
  readonly button: string;
}

/** How the newest replies compare with those before; null if there is nothing to say. */
export type Trend = 'more' | 'fewer' | 'none' | null;

/** A third of the replies counts as the newest ones. */
const NEWEST = 1 / 3;
/** Below this many replies the newest ones are too few to compare. */
const ENOUGH_REPLIES = 6;
/** The factor from which on the newest replies have more. */
const CLEARLY = 1.5;

/**
 * @param look result for the open chat; null while it is read, and if no chat is open
 * @param open whether a chat is open
 * @param figures counts of its calls; null if there are none
 * @param now milliseconds since 1970
 */
export function chatView(look: Look | null, open: boolean, figures: ChatFigures | null, now: number): ChatView {
  const marked = look && 'marked' in look ? look.marked : null;
  return {
    title: open ? texts.title : texts.titleAll,
    line: open ? lineOf(look, now) : null,
    needed: marked !== null,
    since: open && figures ? sinceText(figures, now) : null,
    button: marked ? texts.heal : texts.lookThrough,
  };
}

function lineOf(look: Look | null, now: number): ChatView['line'] {
  if (!look) return { dot: 'off', text: texts.reading };
  if ('why' in look) return { dot: 'off', text: look.why };
  if (!look.marked) return { dot: 'active', text: texts.clean };
  const trend = trendOf(look.marked);
  const text = foundText(look.marked, now);
  return { dot: 'attention', text: trend ? texts.foundTrend(text, texts.trend[trend]) : texts.found(text) };
}

function sinceText({ healed, before, after }: ChatFigures, now: number): string | null {
  if (healed === null || after.calls === 0) return null;
  const since = texts.sinceCleaning(formats.day(healed, now), after.imitated, after.calls);
  return formats.sentences(since, before.calls > 0 && texts.beforeCleaning(before.imitated, before.calls));
}

/** Compares the share of the newest replies with markers with that of the others. */
export function trendOf({ messages, replies }: Pick<MarkedChat, 'messages' | 'replies'>): Trend {
  if (replies < ENOUGH_REPLIES) return null;
  const newest = Math.round(replies * NEWEST);
  const marked = messages.filter(({ reply }) => reply >= replies - newest).length;
  if (marked === 0) return 'none';
  const now = marked / newest;
  const before = (messages.length - marked) / (replies - newest);
  if (now >= before * CLEARLY) return 'more';
  return now * CLEARLY <= before ? 'fewer' : null;
}

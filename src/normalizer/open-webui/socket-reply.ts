import type { Marker } from '../text/marker-grammar.ts';
import type { ProgressFact } from '../progress/progress.ts';
import { findContentParts, replaceParts } from '../text/content-parts.ts';
import type { CleaningOptions, ReportOptions } from '../reply/reply.ts';
import { createMarkerReport, type RelayedMarker } from './marker-report.ts';
import { createReplyLife } from './reply-life.ts';
import { createReplyItems, type ItemPart } from './reply-items.ts';
import type { ReplyText, ReplyTexts } from './reply-texts.ts';
import { createTextPart, type TextPart } from './text-part.ts';

export interface SocketReplyOptions extends CleaningOptions, Required<ReportOptions> {
  /** Returns whether it was asked for while we listened. */
  wasAsked?(): boolean;
}

/** How a text may continue in the next event. Valid until anything else is done with its reply. */
export interface TextContinuation {
  /** The next event has the whole text, which begins with this one; otherwise a delta. */
  readonly grows: boolean;
  /** How much of the text, in UTF-16 units, is not shown. */
  readonly behind: number;
  /**
   * @param more the delta, or what the text has grown by
   * @returns what to show for it, after what was shown before; null if the event has to be read as a whole
   */
  take(more: string): string | null;
  /**
   * Returns whether deltas without a line feed, a backtick or a tilde would pass unchanged, so that they may be taken
   * later, in one piece. Calls no native.
   */
  settled(): boolean;
}

/** The state of one reply of a chat. */
export interface SocketReply {
  /** @returns the replacement of each text, in order */
  clean(texts: ReplyTexts): readonly string[];
  /**
   * @param values what `clean` returned, directly before
   * @returns how one of the texts continues, and which; null if none or several do
   */
  continuation(
    texts: ReplyTexts,
    values: readonly string[],
  ): { readonly of: ReplyText; readonly text: TextContinuation } | null;
  fact(fact: ProgressFact): void;
  /** The beginning of the reply has arrived, without text. */
  open(): void;
  /** The companion filter removed a marker on the server. */
  relayed(marker: Marker, came: RelayedMarker): void;
  /** Returns whether it has begun and not ended. */
  isLive(): boolean;
  /**
   * Events of it may have been missed, or its connection is lost: it counts as ended, and continues with its next
   * event.
   */
  miss(): void;
  /** Text is held that only another event can release. */
  holds(): boolean;
  /** The reply has ended: its texts are dropped, but not the record of what was reported. */
  end(): void;
}

/** More texts than any reply has; further ones stay unchanged. */
const MAX_PARTS = 2000;
/** How a block begins in `content`. */
const BLOCK = '<details';
const SERVER_BLOCK = `${BLOCK} type=`;

export function createSocketReply(options: SocketReplyOptions): SocketReply {
  const report = createMarkerReport(options.report);
  const life = createReplyLife(options, report);
  const { rules } = options;
  /** Texts by view and key: `content` and the output items contain the same text twice. */
  let content = new Map<string, TextPart>();
  let output = new Map<string, TextPart>();
  let items = createReplyItems();
  /** The part that deltas of `content` continue. */
  let lastContent = '0';
  /** The part that ends each of the texts cleaned last; undefined where nothing of it can continue. */
  let ends: (TextPart | undefined)[] = [];

  function partOf(view: Map<string, TextPart>, key: string, before: string | null = null): TextPart | null {
    const known = view.get(key);
    if (known || view.size >= MAX_PARTS) return known ?? null;
    const part = createTextPart({
      rules,
      after: before === null ? undefined : view.get(before)?.ending(),
      joined: life.joins(),
      onBeginning: report.begin,
      cleans: () => options.cleans?.() !== false,
      expected: options.expectsMarkers,
      onEvidence: (evidence) => options.report({ type: 'evidence', evidence }),
      onText: report.text,
      onTail: (marker) => report.tail(found(view) + 1, marker, life.joins()),
      onTailRefused: () => report.tailRefused(found(view)),
      onMarker: (marker) => report.removed(found(view), marker),
      onRule: (hit) => report.ruled(ruled(view), hit),
    });
    view.set(key, part);
    return part;
  }

  function clean({ texts, list, items: shown = [], ranTools }: ReplyTexts): readonly string[] {
    if (ranTools) report.unclear();
    if (list) items.replace(list);
    for (const item of shown) items.see(item);
    const keys = texts.map(({ part }) => part && items.keyOf(part));
    if (texts.some(({ part }, i) => part === null || keys[i] !== null)) life.begin();
    if (list) keepOnly(output, keys);
    ends = [];
    const cleaned = texts.map((text, i) => {
      const key = keys[i] ?? null;
      if (text.part) return key === null ? text.text : cleanLast(partOf(output, key, keyBefore(text.part)), text, i);
      return text.mode === 'append' ? cleanLast(partOf(content, lastContent), text, i) : cleanContent(text, i);
    });
    if (texts.length > 0) life.hasRead();
    return cleaned;
  }

  /** Returns the key of the part before this one, as the page shows the parts of an item with nothing between them. */
  function keyBefore(part: ItemPart): string | null {
    return part.part > 0 ? items.keyOf({ ...part, part: part.part - 1 }) : null;
  }

  function cleanLast(part: TextPart | null, text: Pick<ReplyText, 'text' | 'mode'>, i: number): string {
    ends[i] = part ?? undefined;
    return cleanPart(part, text);
  }

  function cleanContent({ text, mode }: ReplyText, i: number): string {
    const parts = findContentParts(text);
    keepOnly(
      content,
      parts.map(({ block }) => String(block)),
    );
    return replaceParts(text, parts, (piece, { to, block }) => {
      lastContent = String(block);
      const part = partOf(content, lastContent);
      return to === text.length
        ? cleanLast(part, { text: piece, mode }, i)
        : cleanPart(part, { text: piece, mode: 'closed' });
    });
  }

  function parts(): TextPart[] {
    return [...content.values(), ...output.values()];
  }

  return {
    clean,
    continuation: (texts, values) => continuationOf(texts, values, ends),
    open: life.open,
    fact(fact) {
      life.begin();
      report.fact(fact);
    },
    relayed(marker, came) {
      life.begin();
      report.relayed(marker, came);
    },
    isLive: life.isLive,
    holds: () => life.isLive() && parts().some((part) => part.holds()),
    miss() {
      for (const part of parts()) part.miss();
      report.miss();
      life.miss();
    },
    end() {
      content = new Map();
      output = new Map();
      ends = [];
      items = createReplyItems();
      report.end();
      life.end();
    },
  };
}

function cleanPart(part: TextPart | null, { text, mode }: Pick<ReplyText, 'text' | 'mode'>): string {
  if (!part) return text;
  return mode === 'append' ? part.append(text) : part.show(text, mode === 'open');
}

/** @param ends the part that ends each of the texts; undefined where nothing of it can continue */
function continuationOf(
  { texts, list }: ReplyTexts,
  values: readonly string[],
  ends: readonly (TextPart | undefined)[],
): ReturnType<SocketReply['continuation']> {
  const open = texts.filter(({ mode }) => mode !== 'closed');
  const [of] = open;
  if (!of || open.length > 1) return null;
  const at = texts.indexOf(of);
  const part = ends[at];
  // An item of the same name as another is a new one with every list.
  if (!part || hasTwice((list ?? []).map(({ id }) => id))) return null;
  const behind = of.text.length - (values[at] ?? '').length;
  if (of.mode === 'append') return { of, text: { grows: false, behind, take: part.append, settled: part.settled } };
  const take = of.part ? part.grow : growingContent(part, of.text);
  return { of, text: { grows: true, behind, take, settled: () => false } };
}

/** @returns what continues `content`, until another block may begin in it */
function growingContent(part: TextPart, text: string): TextContinuation['take'] {
  /** As much of the end as may become the beginning of a block, or that of one that the server made. */
  let last = text.slice(-SERVER_BLOCK.length);
  return (more) => {
    const ending = last + more;
    if (ending.includes(BLOCK)) return null;
    const out = part.grow(more);
    if (out !== null) last = ending.slice(-SERVER_BLOCK.length);
    return out;
  };
}

function hasTwice(ids: readonly (string | null)[]): boolean {
  return ids.some((id, i) => id !== null && ids.indexOf(id) < i);
}

function found(view: ReadonlyMap<string, TextPart>): number {
  let sum = 0;
  for (const part of view.values()) sum += part.found();
  return sum;
}

function ruled(view: ReadonlyMap<string, TextPart>): number {
  let sum = 0;
  for (const part of view.values()) sum += part.ruled();
  return sum;
}

function keepOnly(view: Map<string, TextPart>, keys: readonly (string | null)[]): void {
  if (view.size === 0) return;
  const kept = new Set(keys);
  for (const key of view.keys()) if (!kept.has(key)) view.delete(key);
}

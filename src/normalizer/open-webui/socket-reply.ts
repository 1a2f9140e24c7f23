import type { Marker } from '../text/marker-grammar.ts';
import type { Note } from '../progress/progress-types.ts';
import type { ProgressFact } from '../progress/progress.ts';
import { findContentParts, replaceParts } from '../text/content-parts.ts';
import type { CleaningOptions, ReportOptions } from '../reply/reply.ts';
import { createMarkerReport, type MarkerArrival } from './marker-report.ts';
import { createReplyItems, type ItemPart, type ReplyText, type ReplyTexts } from './reply-texts.ts';
import { createTextPart, type TextPart } from './text-part.ts';

export interface SocketReplyOptions extends CleaningOptions, Required<ReportOptions> {
  /** Returns whether it was asked for while we listened. */
  wasAsked?(): boolean;
}

/** The state of one reply of a chat. */
export interface SocketReply {
  /** @returns the replacement of each text, in order */
  clean(texts: ReplyTexts): readonly string[];
  fact(fact: ProgressFact): void;
  note(note: Note): void;
  /** The beginning of the reply has arrived, without text. */
  open(): void;
  /** The companion filter removed a marker on the server. */
  relayed(marker: Marker, arrival: MarkerArrival): void;
  /** Returns whether it has begun and not ended. */
  isLive(): boolean;
  /**
   * Events of it may have been missed, or its connection is lost: it counts as ended, and continues with its next
   * event.
   */
  miss(): void;
  /** Text is held that only another event can release. */
  holds(): boolean;
  /** The reply has ended: its texts are dropped, but not the record of its reports. */
  end(): void;
}

/** More texts than any reply has; further ones stay unchanged. */
const MAX_PARTS = 2000;

/** What a reply begins with, or continues. */
const BEGIN: ReadonlySet<ProgressFact['phase']> = new Set(['start', 'running', 'waiting', 'written', 'unknown']);

export function createSocketReply(options: SocketReplyOptions): SocketReply {
  const report = createMarkerReport(options.report);
  const life = createLife(options, report.miss);
  const { rules } = options;
  /** Texts by view and key: `content` and the output items contain the same text twice. */
  let content = new Map<string, TextPart>();
  let output = new Map<string, TextPart>();
  let items = createReplyItems();
  /** The part that deltas of `content` continue. */
  let lastContent = '0';

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
      onEvidence: () => options.report({ type: 'evidence', evidence: 'text' }),
      onText: report.text,
      onTail: (marker, before) => report.tail(found(view) + 1 + before, marker, life.joins()),
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
    const cleaned = texts.map((text, i) => {
      const key = keys[i] ?? null;
      if (text.part) return key === null ? text.text : cleanPart(partOf(output, key, keyBefore(text.part)), text);
      return text.mode === 'append' ? cleanPart(partOf(content, lastContent), text) : cleanContent(text);
    });
    if (texts.length > 0) life.hasRead();
    return cleaned;
  }

  /** Returns the key of the part before this one, as the page shows the parts of an item with nothing between them. */
  function keyBefore(part: ItemPart): string | null {
    return part.part > 0 ? items.keyOf({ ...part, part: part.part - 1 }) : null;
  }

  function cleanContent({ text, mode }: ReplyText): string {
    const parts = findContentParts(text);
    keepOnly(
      content,
      parts.map(({ block }) => String(block)),
    );
    return replaceParts(text, parts, (piece, { to, block }) => {
      lastContent = String(block);
      const part = partOf(content, lastContent);
      return cleanPart(part, { text: piece, mode: to === text.length ? mode : 'closed' });
    });
  }

  function parts(): TextPart[] {
    return [...content.values(), ...output.values()];
  }

  return {
    clean,
    open: life.open,
    fact(fact) {
      // What became of a call may be known after the end, and continues nothing.
      if (BEGIN.has(fact.phase)) life.begin();
      report.fact(fact);
    },
    note(note) {
      life.begin();
      options.report({ type: 'note', note });
    },
    relayed(marker, arrival) {
      life.begin();
      report.relayed(marker, arrival);
    },
    isLive: life.isLive,
    holds: () => life.isLive() && parts().some((part) => part.holds()),
    miss() {
      for (const part of parts()) part.miss();
      report.miss();
      life.end(true);
    },
    end() {
      content = new Map();
      output = new Map();
      items = createReplyItems();
      report.end();
      life.end(false);
    },
  };
}

function cleanPart(part: TextPart | null, { text, mode }: Pick<ReplyText, 'text' | 'mode'>): string {
  if (!part) return text;
  return mode === 'append' ? part.append(text) : part.show(text, mode === 'open');
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

/** Whether a reply is in progress, and whether it was received from its beginning. */
interface Life {
  /** Begins the reply with its first event, of any type: a server notifies every tab, and marks no event as the first. */
  begin(): void;
  /** The beginning of the reply has arrived, without text. */
  open(): void;
  /** Returns whether the next texts may contain older text than we have heard. */
  joins(): boolean;
  /** Texts have arrived. */
  hasRead(): void;
  isLive(): boolean;
  /** Ends the reply. @param missed events may have been missed: it continues with its next event */
  end(missed: boolean): void;
}

/** @param onJoin called when a reply begins in its middle */
function createLife({ report, wasAsked }: SocketReplyOptions, onJoin: () => void): Life {
  let live = false;
  let opened = false;
  let missed = false;
  let joining = false;

  return {
    begin() {
      if (live) return;
      live = true;
      joining = missed || !(opened || (wasAsked?.() ?? true));
      opened = missed = false;
      if (joining) onJoin();
      report({ type: 'start', joined: joining });
    },
    open() {
      opened = true;
    },
    joins: () => joining,
    hasRead() {
      joining = false;
    },
    isLive: () => live,
    end(isGap) {
      missed = isGap;
      if (isGap) opened = false;
      if (live) report({ type: 'end' });
      live = false;
    },
  };
}

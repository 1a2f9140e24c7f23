import type { Marker } from '../text/marker-grammar.ts';
import { OUTCOMES, type Note } from '../progress/progress-types.ts';
import type { ProgressFact } from '../progress/progress.ts';
import { findContentParts, replaceParts } from '../text/content-parts.ts';
import type { CleaningOptions, ReportOptions } from '../reply/reply.ts';
import { createMarkerReport, type MarkerArrival } from './marker-report.ts';
import { createReplyItems, type ItemPart, type ReplyText, type ReplyTexts } from './reply-texts.ts';
import { createTextPart, type TextPart } from './text-part.ts';

export interface SocketReplyOptions
  extends
    CleaningOptions,
    Pick<ReportOptions, 'echoesMarkers' | 'knowsTool'>,
    Required<Pick<ReportOptions, 'expectsMarkers' | 'report'>> {
  /** Returns whether it was asked for while we listened. */
  wasAsked?(): boolean;
}

/** The state of one reply of a chat. */
export type SocketReply = ReturnType<typeof createSocketReply>;

/** More texts than any reply has; further ones stay unchanged. */
const MAX_PARTS = 2000;

/** What became of a call may be known after the end of the reply, and continues nothing. */
function isToldLate({ phase, receipt }: ProgressFact): boolean {
  return phase === 'unknown' ? receipt !== undefined : OUTCOMES.some((known) => known === phase);
}

export function createSocketReply(options: SocketReplyOptions) {
  const report = createMarkerReport(options.report, options.knowsTool);
  /** Texts by view and key: `content` and the output items contain the same text twice. */
  let content = new Map<string, TextPart>();
  let output = new Map<string, TextPart>();
  let items = createReplyItems();
  /** The part that deltas of `content` continue. */
  let lastContent = '0';
  /** It has begun and not ended. */
  let live = false;
  /** Its beginning has arrived, without text. */
  let opened = false;
  /** Events may have been missed before the next one. */
  let missed = false;
  /** The next texts may contain older text than we have heard. */
  let joins = false;
  /** It was not received from its beginning. */
  let joined = false;

  /** Begins the reply with its first event, of any type: a server notifies every tab, and marks no event as the first. */
  function begin(): void {
    if (live) return;
    live = true;
    joins = missed || !(opened || (options.wasAsked?.() ?? true));
    opened = missed = false;
    joined = joins;
    if (joins) report.miss();
    options.report({ type: 'start', joined: joins });
  }

  function end(): void {
    if (live) options.report({ type: 'end' });
    live = false;
  }

  function partOf(
    view: Map<string, TextPart>,
    key: string,
    before: string | null = null,
  ): TextPart | null {
    const known = view.get(key);
    if (known || view.size >= MAX_PARTS) return known ?? null;
    const part = createTextPart({
      rules: options.rules,
      after: before === null ? undefined : view.get(before)?.ending(),
      joined: joins,
      onBeginning: report.begin,
      cleans: () => options.cleans?.() !== false,
      expected: options.expectsMarkers,
      echoes: options.echoesMarkers,
      onEvidence: () => options.report({ type: 'evidence', evidence: 'text' }),
      onText: report.text,
      onTail: (marker, before) => report.tail(sumOf(view, 'found') + 1 + before, marker, joins),
      onTailRefused: () => report.tailRefused(sumOf(view, 'found')),
      onMarker: (marker, isProof) => report.removed(sumOf(view, 'found'), marker, isProof),
      onKept: report.kept,
      onRule: (hit) => report.ruled(sumOf(view, 'ruled'), hit),
    });
    view.set(key, part);
    return part;
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

  /** Returns the whole text, as the page shows it. */
  function said(): string {
    const [text = '', items = ''] = [content, output].map((view) =>
      [...view.values()].map((part) => part.text()).join('\n\n'),
    );
    return text.trim() === '' ? items : text;
  }

  return {
    /** @returns the replacement of each text, in order */
    clean({ texts, list, items: shown = [], ranTools }: ReplyTexts): readonly string[] {
      if (ranTools) report.unclear();
      if (list) items.replace(list);
      for (const item of shown) items.see(item);
      const keys = texts.map(({ part }) => part && items.keyOf(part));
      if (texts.some(({ part }, i) => part === null || keys[i] !== null)) begin();
      if (list) keepOnly(output, keys);
      const cleaned = texts.map((text, i) => {
        const key = keys[i] ?? null;
        if (text.part)
          return key === null
            ? text.text
            : cleanPart(partOf(output, key, keyBefore(text.part)), text);
        return text.mode === 'append'
          ? cleanPart(partOf(content, lastContent), text)
          : cleanContent(text);
      });
      if (texts.length > 0) joins = false;
      return cleaned;
    },
    /** The beginning of the reply has arrived, without text. */
    open(): void {
      opened = true;
    },
    fact(fact: ProgressFact): void {
      if (!isToldLate(fact)) begin();
      report.fact(fact);
    },
    /** What it was about so far is repeated, by a server that saw this page come, or lose its connection. */
    replay(facts: readonly ProgressFact[]): void {
      // A record is read when the reply is over.
      const isOver = !live && facts.every(({ recorded }) => recorded);
      begin();
      const again = !report.isEmpty();
      // Nobody knows when they began.
      for (const fact of facts) report.fact({ ...fact, untimed: true, again });
      if (isOver) end();
    },
    note(note: Note): void {
      const isOver = note.kind === 'no-tool' && !live;
      begin();
      options.report({ type: 'note', note });
      if (isOver) end();
    },
    /** The server says what it has used. */
    used(tokens: Note): void {
      if (live) options.report({ type: 'note', note: tokens });
    },
    /** The companion filter removed a marker on the server. */
    relayed(marker: Marker, arrival: MarkerArrival): void {
      begin();
      report.relayed(marker, arrival);
    },
    /** Returns whether it has begun and not ended. */
    isLive: (): boolean => live,
    /** Text is held that only another event can release. */
    holds: (): boolean => live && parts().some((part) => part.holds()),
    /**
     * Events of it may have been missed, or its connection is lost: it counts as ended, and continues with its next
     * event.
     */
    miss(): void {
      for (const part of parts()) part.miss();
      // A page answers a dialog over the connection over which it came.
      if (report.asks()) options.report({ type: 'note', note: { kind: 'withdrawn', text: '' } });
      report.miss();
      missed = true;
      opened = false;
      end();
    },
    /**
     * The reply has ended: its texts are dropped, but not the record of its reports. @param how `done`: by itself; else
     * somebody stopped it, or it failed
     */
    end(how?: 'done'): void {
      if (live) options.report({ type: 'text', text: said() });
      content = new Map();
      output = new Map();
      items = createReplyItems();
      report.end();
      // The companion passes on what tools only Hermes reports, and that writes a text behind its tools.
      if (how === 'done' && live && !joined && report.isLast())
        options.report({ type: 'note', note: { kind: 'stopped', text: '' } });
      missed = false;
      end();
    },
  };
}

function cleanPart(
  part: TextPart | null,
  { text, mode }: Pick<ReplyText, 'text' | 'mode'>,
): string {
  if (!part) return text;
  return mode === 'append' ? part.append(text) : part.show(text, mode === 'open');
}

function sumOf(view: ReadonlyMap<string, TextPart>, what: 'found' | 'ruled'): number {
  let sum = 0;
  for (const part of view.values()) sum += part[what]();
  return sum;
}

function keepOnly(view: Map<string, TextPart>, keys: readonly (string | null)[]): void {
  if (view.size === 0) return;
  const kept = new Set(keys);
  for (const key of view.keys()) if (!kept.has(key)) view.delete(key);
}

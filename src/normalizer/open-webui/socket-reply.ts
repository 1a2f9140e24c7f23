import type { Marker } from '../marker-line.ts';
import type { ProgressFact } from '../progress.ts';
import { findContentParts, replaceParts } from './content-parts.ts';
import type { CleaningOptions } from '../reply.ts';
import { createRuleWatch } from '../rules/rule-watch.ts';
import { createMarkerReport, type MarkerReportOptions, type RelayedMarker } from './marker-report.ts';
import { CONTENT_KEY, type ReplyText, type ReplyTexts } from './reply-texts.ts';
import { createTextPart, type TextPart } from './text-part.ts';

export interface SocketReplyOptions extends MarkerReportOptions, CleaningOptions {
  /** A rule pack is too slow for the reply, and off for the rest of it. */
  onSlowRules?(pack: string): void;
  /** The reply begins; again when it is continued after its end. */
  onStart(): void;
  onEnd(): void;
}

/** The state of one reply of a chat. */
export interface SocketReply {
  /** @returns what to put in the place of each text, in order */
  clean(texts: ReplyTexts): readonly string[];
  fact(fact: ProgressFact): void;
  /** The companion filter took a marker out on the server. */
  relayed(marker: Marker, came: RelayedMarker): void;
  /** It has begun and is not over. */
  isLive(): boolean;
  /** The reply is over: its texts are forgotten, not what was told of them. */
  end(): void;
}

/** More texts than any reply has; those beyond stay as they are. */
const MAX_PARTS = 2000;

export function createSocketReply(options: SocketReplyOptions): SocketReply {
  const report = createMarkerReport(options);
  const { rules } = options;
  const watch = rules ? createRuleWatch(rules, (pack) => options.onSlowRules?.(pack)) : undefined;
  /** Texts by view and key: `content` and the output items hold the same text twice. */
  let content = new Map<string, TextPart>();
  let output = new Map<string, TextPart>();
  /** The part that deltas of `content` go on with. */
  let lastContent = '0';
  let live = false;

  function begin(): void {
    if (live) return;
    live = true;
    options.onStart();
  }

  function partOf(view: Map<string, TextPart>, key: string): TextPart | null {
    const known = view.get(key);
    if (known || view.size >= MAX_PARTS) return known ?? null;
    const part = createTextPart({
      rules,
      watch,
      cleans: () => options.cleans?.() !== false,
      onText: report.text,
      onTail: (marker) => report.tail(found(view) + 1, marker),
      onTailRefused: () => report.tailRefused(found(view)),
      onMarker: (marker) => report.removed(found(view), marker),
      onRule: (hit) => report.ruled(ruled(view), hit),
    });
    view.set(key, part);
    return part;
  }

  function clean({ texts, allItems, ranTools }: ReplyTexts): readonly string[] {
    if (ranTools) report.unclear();
    if (texts.length > 0) begin();
    if (allItems) keepOnly(output, texts.map(({ key }) => key));
    return texts.map((text) => {
      if (text.key !== CONTENT_KEY) return cleanPart(partOf(output, text.key), text);
      return text.mode === 'append' ? cleanPart(partOf(content, lastContent), text) : cleanContent(text);
    });
  }

  function cleanContent({ text, mode }: ReplyText): string {
    const parts = findContentParts(text);
    keepOnly(content, parts.map(({ block }) => String(block)));
    return replaceParts(text, parts, (piece, { to, block }) => {
      lastContent = String(block);
      return cleanPart(partOf(content, lastContent), { text: piece, mode: to === text.length ? mode : 'closed' });
    });
  }

  return {
    clean,
    fact(fact) {
      begin();
      report.fact(fact);
    },
    relayed(marker, came) {
      begin();
      report.relayed(marker, came);
    },
    isLive: () => live,
    end() {
      content = new Map();
      output = new Map();
      report.end();
      if (live) options.onEnd();
      live = false;
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

function keepOnly(view: Map<string, TextPart>, keys: readonly string[]): void {
  if (view.size === 0) return;
  const kept = new Set(keys);
  for (const key of view.keys()) if (!kept.has(key)) view.delete(key);
}

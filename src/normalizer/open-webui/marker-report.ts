import { MAX_HELD } from '../text/marker-filter.ts';
import type { FoundMarker, Marker } from '../text/marker-grammar.ts';
import type { ProgressFact } from '../progress/progress.ts';
import type { RuleHit } from '../rules/rule-filter.ts';
import { createProvenTools } from '../progress/proven-tools.ts';
import { createToolTracker } from '../progress/tool-tracker.ts';
import type { Report } from '../reply/reply-event.ts';

/**
 * How a marker reached the companion filter: in one delta of Hermes' own stream, so the server
 * wrote it; in one delta of an unknown server; split over deltas, so the model wrote it; or as a
 * line, which anybody may have written.
 */
export type MarkerArrival = 'whole' | 'delta' | 'split' | 'line';

/**
 * Reports the tools of one reply, from its events and its markers. The same marker occurs several
 * times: in every snapshot, in `content` and in `output`. It is the n-th of the reply in each of
 * them, and reported once; so is each removal by a rule.
 */
export type MarkerReport = ReturnType<typeof createMarkerReport>;

/** A marker in the text, and whether its line arrived in more than one piece. */
type WrittenMarker = Marker & Pick<FoundMarker, 'split'>;

/** Items and words remembered; more than any reply has. */
const MAX_WORDS = 500;

/** @param knowsTool as in `ReportOptions` */
export function createMarkerReport(report: Report, knowsTool?: (emoji: string) => boolean) {
  const tools = createToolTracker<WrittenMarker>(report);
  /** Markers that were reported as progress, and those counted as removed. */
  const reported = createItemLog();
  const counted = createItemLog();
  /** Hits of rules. */
  const ruled = createItemLog();
  /** Emoji and label of every call that an event reported, and of every marker. */
  const eventWords = new Set<string>();
  const markerWords = new Set<string>();
  /**
   * It writes markers beside its events (NousResearch/hermes-agent#8373), so one alone is no proof.
   */
  let injects = false;
  const provenTools = createProvenTools(knowsTool);

  function proven({ emoji }: Marker): void {
    provenTools.add(emoji);
    report({ type: 'proven', emoji });
  }

  function fact(fact: ProgressFact): void {
    if (fact.emoji !== null && fact.label !== null) {
      const words = wordsOf(fact.emoji, fact.label);
      remember(eventWords, words);
      if (markerWords.has(words)) injects = true;
    } else remember(eventWords, '');
    tools.event(fact);
  }

  /** @returns whether no event reported this marker's tool */
  function isUnreported(marker: Marker): boolean {
    const words = wordsOf(marker.emoji, marker.label);
    remember(markerWords, words);
    if (!eventWords.has(words)) return true;
    injects = true;
    return false;
  }

  /**
   * Returns whether the model wrote a marker. It wrote a line that arrived in several deltas: the
   * server never cuts one (0.5.7 to 0.12.4). It merges some: of a whole line, only events tell.
   */
  function isByModel({ split }: WrittenMarker): boolean {
    return split || (eventWords.size > 0 && !injects);
  }

  function written(marker: WrittenMarker): void {
    if (isByModel(marker)) tools.wrote(marker);
    else tools.marker(marker, 'undecided', 'unknown');
  }

  return {
    fact,
    /**
     * The text ends with the n-th marker, from 1.
     * @param untimed it may have been there before anybody looked
     */
    tail(n: number, marker: Marker, untimed?: boolean): void {
      // If events report tools, a marker is no sign of a running one.
      if (eventWords.size > 0 || !reported.isNew(n, wordsOf(marker.emoji, marker.label))) return;
      isUnreported(marker);
      tools.marker(marker, 'start', 'unknown', untimed);
    },
    /** The marker at the end was prose; `n` markers are certain. */
    tailRefused(n: number): void {
      reported.takeBack(Math.max(n, counted.last()));
    },
    /** The n-th marker was removed. */
    removed(n: number, marker: FoundMarker, isProof = false): void {
      if (isProof && !isByModel(marker)) proven(marker);
      const words = wordsOf(marker.emoji, marker.label);
      if (reported.isNew(n, words) && isUnreported(marker)) written(marker);
      if (counted.isNew(n, words)) report({ type: 'marker' });
    },
    /** A rule removed something, for the n-th time, from 1. */
    ruled(n: number, hit: RuleHit): void {
      if (!ruled.isNew(n, `${hit.rule} ${wordsOf(hit.emoji ?? '', hit.label ?? hit.tool ?? '')}`))
        return;
      report({ type: 'rule', rule: hit.rule });
      if (hit.tells === 'end') tools.finishMarker(hit);
      else if (hit.tells === 'start') tools.hit(hit);
    },
    /** The companion filter removed a marker on the server, and says how it had arrived. */
    relayed(marker: Marker, arrival: MarkerArrival): void {
      report({ type: 'marker' });
      if (arrival === 'whole') proven(marker);
      if (!isUnreported(marker)) return;
      if (arrival === 'whole') tools.marker(marker, 'start', 'server');
      else if (arrival === 'delta') tools.marker(marker, 'start', 'unknown');
      else written({ ...marker, split: arrival === 'split' });
    },
    /** A line that reads like a marker stays. */
    kept: tools.kept,
    text: tools.text,
    isLast: tools.isLast,
    isEmpty: tools.isEmpty,
    asks: tools.asks,
    /** Open WebUI itself ran tools: nothing is certain about the markers. */
    unclear: tools.unclear,
    /** A text is read from its beginning. */
    begin(): void {
      for (const log of [reported, counted, ruled]) log.begin();
    },
    /** Part of the stream was missed, or its connection is lost. */
    miss(): void {
      for (const log of [reported, counted, ruled]) log.miss();
      // The text after a marker may have been missed, too.
      tools.unclear();
      tools.lose();
    },
    /** The reply has ended. */
    end(): void {
      const who = (marker: WrittenMarker) =>
        isByModel(marker) && provenTools.isCopied(marker) ? 'imitated' : 'unknown';
      tools.settle(who, provenTools.has);
      tools.end();
    },
  };
}

function wordsOf(emoji: string, label: string): string {
  const words = `${emoji} ${label}`;
  return words.length > MAX_HELD ? '' : words; // no marker is longer
}

function remember(words: Set<string>, added: string): void {
  if (words.size < MAX_WORDS) words.add(added);
}

/**
 * Remembers the items of a list that is read again and again, such as the markers of a text in its
 * growing snapshots: the n-th of them is the same each time. If part of the stream was missed, the
 * numbers no longer fit; once the whole is read again from the beginning, items are recognised by
 * their words.
 */
function createItemLog() {
  let last = 0;
  /** The words of the reported items. */
  let items: string[] = [];
  /** Likewise, of those not met again since reading started over. */
  let earlier: string[] = [];
  let missed = false;

  return {
    /** @param n its number, from 1. @returns whether it is new */
    isNew(n: number, words: string): boolean {
      if (n <= last) return false;
      last = n;
      if (items.length < MAX_WORDS) items.push(words);
      const at = earlier.indexOf(words);
      if (at !== -1) earlier.splice(at, 1);
      return at === -1;
    },
    /** The n-th turned out not to be an item, nor is any after it; those before it are. */
    takeBack(n: number): void {
      last = n;
    },
    /** Returns how many were reported. */
    last: (): number => last,
    /** Part of the stream was missed. */
    miss(): void {
      missed = true;
    },
    /** A text is read from its beginning. */
    begin(): void {
      if (!missed) return;
      missed = false;
      last = 0;
      earlier = [...earlier, ...items].slice(-MAX_WORDS);
      items = [];
    },
  };
}

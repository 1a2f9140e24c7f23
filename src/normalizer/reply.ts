import { cleanText } from './clean-text.ts';
import { readMessage } from './dialects/all-dialects.ts';
import type { Message, Reading, TextSlot } from './dialects/dialect.ts';
import { createImitation } from './imitation.ts';
import type { StringEdit } from './json-text.ts';
import type { FoundMarker, MarkerFilter } from './marker-filter.ts';
import { createProgressMachine, type ProgressFact } from './progress.ts';
import type { CompiledRules } from './rules/compile-rules.ts';
import type { RuleHit } from './rules/rule-filter.ts';
import { createRuleWatch } from './rules/rule-watch.ts';
import { createTextFilter } from './text-filter.ts';
import type { Progress } from './types.ts';

/** What is taken out of replies. */
export interface CleaningOptions {
  /** Rules that are on. */
  readonly rules?: CompiledRules | null;
  /**
   * Asked for each message: while it says no, nothing is taken out, and what was held leaves whole. Tools, markers and
   * hits of rules are told of all the same.
   */
  cleans?(): boolean;
}

export interface ReplyOptions extends CleaningOptions {
  /** Told once, with the first message that a dialect knows: this is a reply, not somebody else's stream. */
  onStart?(): void;
  /** Told once, when the reply is over: at `[DONE]` already, as many clients read no further. */
  onEnd?(): void;
  /** Told of every change of every tool call, in order. */
  onProgress?(progress: Progress): void;
  /** Told of every marker that is taken out. */
  onMarkerRemoved?(): void;
  /** Told the id, `<pack>/<rule>`, for every stretch of text that a rule takes out. */
  onRuleHit?(rule: string): void;
  /** Told of each rule pack that is too slow for the stream, and off for the rest of it. */
  onSlowRules?(pack: string): void;
  /** Told of every message that goes because it is nothing but progress. */
  onEventRemoved?(): void;
  /** Told what kind of server speaks, 'hermes' or else the id of a dialect; once more when that proves to be another. */
  onServer?(kind: string): void;
  /** Value of the response header `X-Hermes-Session-Id`, where it can be read. */
  sessionId?: string | null;
}

/**
 * What becomes of a message. `edit`: everything but these strings stays as it is; the same where it should be removed and
 * its carrier removes nothing.
 */
export type Verdict = { readonly kind: 'keep' } | { readonly kind: 'remove' | 'edit'; readonly edits: readonly StringEdit[] };

/** A message whose verdict may still depend on what follows. */
export interface Judged {
  /** The message goes whatever follows. */
  readonly removed: boolean;
  /**
   * To be asked in the order of the messages: what earlier ones need to know is forgotten.
   * @returns the verdict, or null while text of the message may still turn out to be part of a marker
   */
  verdict(): Verdict | null;
}

/** One reply of an agent: all messages of one stream, or one message alone. */
export interface Reply {
  /** @returns the judgement of a message; null when no dialect knows it: it stays as it is */
  judge(message: Message): Judged | null;
  /** Something without text passed: a comment (heartbeat), a frame that is no JSON. */
  pause(isComment: boolean): void;
  /**
   * The reply is over or cut: decides everything, ends every call.
   * @param goesOn cut, and another reply goes on with it: which tools run is not known yet
   */
  end(goesOn?: boolean): void;
  /** Decides all held text as text that stays. */
  giveUp(): void;
  /** Only a lone line feed at the end of a text is held. */
  holdsLineFeedOnly(): boolean;
  /** Messages were passed unread, as `settled` allowed. */
  skip(): void;
  /** Messages without backtick, tilde, line feed, event name and tool can pass unread. */
  settled(): boolean;
}

/** More channels than any stream has; text of further ones stays as it is. */
const MAX_CHANNELS = 256;
/** Messages after which a stream in which no dialect was known is taken for somebody else's. */
const FOREIGN_AFTER = 32;

const KEEP: Verdict = { kind: 'keep' };
const REMOVE: Verdict = { kind: 'remove', edits: [] };

/**
 * Creates the state of one reply.
 * @param wrap what stands in for the filter of a channel, for carriers that hold nothing themselves
 */
export function createReply(options: ReplyOptions, wrap: (filter: MarkerFilter, channel: string) => MarkerFilter = same): Reply {
  const progress = createProgressMachine((change) => options.onProgress?.(change));
  const { rules } = options;
  const watch = rules ? createRuleWatch(rules, (pack) => options.onSlowRules?.(pack)) : undefined;
  const imitation = createImitation<FoundMarker>();
  const channels = new Map<string, MarkerFilter>();
  const dialects = new Set<string>();
  /** A dialect of this stream has to see every message. */
  let readsAll = false;
  let messages = 0;
  /** Messages passed unread, so a channel that is new to us may be in the middle of its text. */
  let skipped = false;
  /** Heartbeats since text is held on the suspicion of a marker. */
  let heartbeats = 0;
  let hermes = Boolean(options.sessionId);
  /** The kind of server that was told last. */
  let server = '';
  /** The server reports tools by events, so it writes no markers. Hermes 0.8 sent random UUIDs as session ids. */
  let sendsEvents = /^api-[0-9a-f]{16}$/.test(options.sessionId ?? '');
  /** A marker came from the server before any event: it does both (NousResearch/hermes-agent#8373). */
  let injects = false;
  let ended = false;

  function judge(message: Message): Judged | null {
    messages++;
    const reading = read(message);
    if (!reading) {
      pause(false);
      return null;
    }
    hermes ||= reading.hermes ?? false;
    if (hermes) tellServer('hermes');
    for (const fact of reading.progress ?? []) {
      sendsEvents = true;
      if (fact.phase === 'start' || fact.phase === 'running') imitation.ran(fact);
      progress.fact(fact);
    }
    if (reading.callsElsewhere) imitation.unclear();
    for (const channel of reading.opens ?? []) channelOf(channel);
    const texts = reading.texts ?? [];
    if (texts.length === 0) pause(false);
    const judged = judgeTexts(texts, reading);
    for (const channel of reading.closes ?? []) close(channel);
    // A finish reason for every choice: no call is heard of any more.
    if (reading.closes?.length && channels.size === 0) progress.end();
    if (reading.ends) end();
    return judged;
  }

  function read(message: Message): Reading | null {
    const read = readMessage(message, { dialects, hermes });
    if (!read) return null;
    if (dialects.size === 0) {
      options.onStart?.();
      if (!hermes) tellServer(read.dialect.id);
    }
    dialects.add(read.dialect.id);
    readsAll ||= !read.dialect.canSkip;
    return read.reading;
  }

  function tellServer(kind: string): void {
    if (kind === server) return;
    server = kind;
    options.onServer?.(kind);
  }

  function judgeTexts(texts: readonly TextSlot[], reading: Reading): Judged {
    if (reading.remove) {
      if (!cleans()) return { removed: false, verdict: () => KEEP };
      options.onEventRemoved?.();
      return { removed: true, verdict: () => REMOVE };
    }
    /** What becomes of each text, once it is known. */
    const pending = texts.map((slot): (() => string | null) => {
      if (slot.kind === 'delta') return pushDelta(slot);
      const cleaned = cleanText(slot.text, options);
      if (slot.kind === 'whole') {
        cleaned.markers.forEach(reportWhole);
        cleaned.hits.forEach(reportWholeHit);
      }
      return () => (cleans() ? cleaned.text : slot.text);
    });
    return {
      removed: false,
      verdict() {
        const edits: StringEdit[] = [];
        let empty = true;
        for (const [i, slot] of texts.entries()) {
          const value = pending[i]?.() ?? null;
          if (value === null) return null;
          if (value !== slot.text) edits.push({ path: slot.path, value });
          if (value !== '') empty = false;
        }
        if (edits.length === 0) return KEEP;
        return { kind: empty && reading.onlyText ? 'remove' : 'edit', edits };
      },
    };
  }

  function pushDelta(slot: TextSlot): () => string | null {
    const filter = channelOf(slot.channel);
    if (!filter) return () => slot.text;
    const from = filter.position();
    const decided = filter.decided();
    filter.push(slot.text);
    // Where there are rules, they tell of text: theirs is none.
    if (!rules && slot.text !== '' && !wasInjected) progress.text();
    wasInjected = false;
    // The suspicion is over, or is one of another line.
    if (!filter.suspects() || filter.decided() !== decided) heartbeats = 0;
    return () => {
      const to = from + slot.text.length;
      if (!cleans()) filter.spare(from, to);
      else if (filter.decided() < to) return null;
      const kept = filter.kept(from, slot.text);
      filter.forget(from);
      return kept;
    };
  }

  function cleans(): boolean {
    return options.cleans?.() !== false;
  }

  /** The text just pushed was a marker as a whole: it is no text of the reply. */
  let wasInjected = false;

  function channelOf(name: string): MarkerFilter | null {
    const known = channels.get(name);
    if (known) return known;
    if (channels.size >= MAX_CHANNELS) return null;
    const filter = wrap(createTextFilter({
      midLine: skipped,
      rules,
      watch,
      onMarker: reportDelta,
      onRule: reportHit,
      onText: progress.text,
      isInjected(chunk) {
        wasInjected =
          progress.announced(chunk.emoji, chunk.label) ||
          ((injects || !sendsEvents) && (hermes || (chunk.listed && !chunk.prose)));
        return wasInjected;
      },
    }), name);
    channels.set(name, filter);
    return filter;
  }

  function reportHit(hit: RuleHit): void {
    options.onRuleHit?.(hit.rule);
    if (hit.tells === 'end') progress.finishMarker(hit);
    else if (hit.tells === 'start') tellHit(hit, 'start');
  }

  /** Of an answer that is not streamed, every call is over. */
  function reportWholeHit(hit: RuleHit): void {
    options.onRuleHit?.(hit.rule);
    if (hit.tells === 'start') tellHit(hit, 'written');
  }

  function tellHit({ tool, label, emoji }: RuleHit, phase: ProgressFact['phase']): void {
    imitation.ran({ emoji, label });
    progress.fact({ source: 'marker', tool, emoji, label, callId: null, phase, provenance: 'unknown' });
  }

  function reportDelta(marker: FoundMarker): void {
    if (marker.whole) {
      const fromServer = hermes || progress.announced(marker.emoji, marker.label);
      if (fromServer && !sendsEvents) injects = true;
      report(marker, 'start', fromServer ? 'server' : 'unknown');
    } else if (marker.split || (sendsEvents && !injects)) keepWritten(marker);
    else report(marker, 'written', 'unknown');
  }

  /** Hermes never wrote markers into answers that are not streamed, so there only the model can have. */
  function reportWhole(marker: FoundMarker): void {
    if (hermes || sendsEvents) keepWritten(marker);
    else report(marker, 'written', 'unknown');
  }

  /** The model wrote it. Whether a tool ran all the same shows when the reply is over. */
  function keepWritten(marker: FoundMarker): void {
    options.onMarkerRemoved?.();
    imitation.wrote(marker);
  }

  function report(marker: FoundMarker, phase: ProgressFact['phase'], provenance: ProgressFact['provenance']): void {
    options.onMarkerRemoved?.();
    imitation.ran(marker);
    tell(marker, phase, provenance);
  }

  function tell({ emoji, label }: FoundMarker, phase: ProgressFact['phase'], provenance: ProgressFact['provenance']): void {
    progress.fact({ source: 'marker', tool: null, emoji, label, callId: null, phase, provenance });
  }

  function pause(isComment: boolean): void {
    for (const filter of channels.values()) filter.release();
    // One heartbeat may fall into a marker that a model is writing; with the second one the stream has stalled.
    if (isComment && suspects() && ++heartbeats > 1) giveUp();
  }

  function suspects(): boolean {
    for (const filter of channels.values()) if (filter.suspects()) return true;
    return false;
  }

  function giveUp(): void {
    for (const filter of channels.values()) filter.giveUp();
  }

  function close(name: string): void {
    channels.get(name)?.end();
    channels.delete(name);
  }

  function end(goesOn = false): void {
    for (const name of [...channels.keys()]) close(name);
    skipped = false;
    if (!goesOn) for (const marker of imitation.settle()) tell(marker, 'written', 'imitated');
    progress.end();
    if (ended || dialects.size === 0) return;
    ended = true;
    options.onEnd?.();
  }

  return {
    judge,
    pause,
    end,
    giveUp,
    holdsLineFeedOnly: () => !suspects(),
    skip() {
      skipped = true;
    },
    settled() {
      // Text or `[DONE]` may end a call; a call of any kind may stand behind a marker.
      if (readsAll || progress.isRunning() || imitation.waits()) return false;
      if (channels.size === 0) return dialects.size === 0 && messages > FOREIGN_AFTER;
      for (const filter of channels.values()) if (!filter.settled()) return false;
      return true;
    },
  };
}

function same(filter: MarkerFilter): MarkerFilter {
  return filter;
}

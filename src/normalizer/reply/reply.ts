// Reply: decides, for one reply, what goes and what stays. Bodies hand it messages; it hands back edits.

import { createChannels, type Channel, type TextName } from './channels.ts';
import { cleanText } from '../cleaning/clean-text.ts';
import { readMessage } from '../dialects/all-dialects.ts';
import type { Dialect, Message, Reading, TextSlot } from '../dialects/dialect.ts';
import type { Evidence } from '../text/evidence.ts';
import type { JsonPath, StringEdit } from '../json/json-edit.ts';
import type { FoundMarker, InjectedChunk, MarkerFilter } from '../text/marker-filter.ts';
import type { ProgressFact } from '../progress/progress.ts';
import { createToolTracker } from '../progress/tool-tracker.ts';
import type { CompiledRules } from '../rules/compile-rules.ts';
import type { RuleHit } from '../rules/rule-filter.ts';
import { createRepeatedTexts } from './repeated-texts.ts';
import { createTextFilter } from '../cleaning/text-filter.ts';
import type { Report } from './reply-event.ts';

/** What is taken out of replies. */
export interface CleaningOptions {
  /** Rules that are on. */
  readonly rules?: CompiledRules | null;
  /**
   * Asked for each message: while it says no, nothing is taken out, and what was held leaves whole. Tools, markers and
   * hits of rules are reported all the same.
   */
  cleans?(): boolean;
}

/** What is known of markers where text comes from, and who hears what becomes of it. */
export interface ReportOptions {
  /**
   * Asked whenever it matters: is there evidence from elsewhere that markers are here? The site is one of Hermes', or
   * messages before in the same chat held some. Nothing: there is.
   */
  expectsMarkers?(): boolean;
  readonly report?: Report;
}

export interface ReplyOptions extends CleaningOptions, ReportOptions {
  /** Report how the text begins, `BEGINNING` units of it at most: until then, frames are read that could pass unread. */
  readonly reportsText?: boolean;
  /** Value of the response header `X-Hermes-Session-Id`, where it can be read. */
  sessionId?: string | null;
}

/**
 * What becomes of a message. `edit`: everything but these strings stays as it is; the same where it should be removed and
 * its carrier removes nothing.
 */
export type Verdict =
  | { readonly kind: 'keep' }
  | { readonly kind: 'remove' | 'edit'; readonly edits: readonly StringEdit[] };

/** A message whose verdict may still depend on what follows. */
export interface Judged {
  /** The message goes whatever follows. */
  readonly removed: boolean;
  /**
   * To be asked in the order of the messages: what earlier ones need to know is forgotten.
   * @returns the verdict, or null while text of the message may still turn out to be part of a marker
   */
  verdict(): Verdict | null;
  /** Judges messages that differ from this one in one string only; not there where more hangs on that. */
  readonly repeat?: Repeat;
}

/** A message that others repeat with another text, or with other arguments of a call. */
export interface Repeat {
  /** Where that is. */
  readonly path: JsonPath;
  /** @returns the judgement of the next message of the stream, which is this one with another string there */
  judge(text: string): Judged;
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
  /** Part of the stream is missed, or its connection is lost: no call is heard of for certain any more. */
  lose(): void;
  /** Decides all held text as text that stays. */
  giveUp(): void;
  /** Only a lone line feed at the end of a text is held. */
  holdsLineFeedOnly(): boolean;
  /** Messages were passed unread, as `settled` allowed. */
  skip(): void;
  /** It is heard of from its middle on: of what was said before, nothing is known. */
  join(): void;
  /** Messages without backtick, tilde, line feed, event name and tool can pass unread. */
  settled(): boolean;
}

/** Units of a text, UTF-16, by which it is known among others. */
export const BEGINNING = 160;
/** Messages in which a text should have begun: of one that has not, nothing is told that would have to be read for it. */
const BEGINS_WITHIN = 100;
/** Messages after which a stream in which no dialect was known is taken for somebody else's. */
const FOREIGN_AFTER = 32;

const KEEP: Verdict = { kind: 'keep' };
const REMOVE: Verdict = { kind: 'remove', edits: [] };

/**
 * Creates the state of one reply.
 * @param wrap what stands in for the filter of a channel, for carriers that hold nothing themselves
 */
export function createReply(
  options: ReplyOptions,
  wrap: (filter: MarkerFilter, channel: string) => MarkerFilter = same,
): Reply {
  const { rules, report = NOBODY } = options;
  const tools = createToolTracker<FoundMarker>(report);
  const channels = createChannels(createChannel);
  const said = createRepeatedTexts();
  const dialects = new Set<string>();
  /** A dialect of this stream has to see every message. */
  let readsAll = false;
  let messages = 0;
  /** Heartbeats since text is held on the suspicion of a marker. */
  let heartbeats = 0;
  let hermes = Boolean(options.sessionId);
  /** The kind of server that was told last. */
  let server = '';
  /** The server reports tools by events, so it writes no markers. Hermes 0.8 sent random UUIDs as session ids. */
  let sendsEvents = /^api-[0-9a-f]{16}$/.test(options.sessionId ?? '');
  /** A marker came from the server before any event: it does both (NousResearch/hermes-agent#8373). */
  let injects = false;
  const evidence = new Set<Evidence>();
  let ended = false;
  /** The channel whose text is told, and how much of it was. */
  let told: Channel | string | null = null;
  let beginning = 0;
  if (hermes) prove('server');

  function judge(message: Message): Judged | null {
    messages++;
    channels.count();
    const known = read(message);
    if (!known) {
      release(false);
      return null;
    }
    const { dialect, reading } = known;
    const judged = judgeReading(dialect, reading);
    const path = dialect.canSkip ? repeatedPath(reading) : null;
    return path ? { ...judged, repeat: { path, judge: repeat } } : judged;

    function repeat(text: string): Judged {
      messages++;
      channels.count();
      return judgeReading(dialect, { ...reading, texts: reading.texts?.map((slot) => ({ ...slot, text })) });
    }
  }

  function judgeReading(dialect: Dialect, reading: Reading): Judged {
    const nameOf = (name: string): TextName => ({ dialect: dialect.id, name, numbered: reading.numbered });
    hermes ||= reading.hermes ?? false;
    if (hermes) {
      tellServer('hermes');
      prove('server');
    }
    for (const fact of reading.progress ?? []) {
      sendsEvents = true;
      tools.event(fact);
    }
    if (reading.callsElsewhere) tools.unclear();
    for (const channel of reading.opens ?? []) channels.open(nameOf(channel));
    for (const channel of reading.uses ?? []) channels.find(nameOf(channel));
    const texts = reading.texts ?? [];
    if (texts.length === 0) release(false);
    const judged = judgeTexts(texts, reading, nameOf);
    for (const channel of reading.closes ?? []) channels.close(nameOf(channel));
    // A finish reason for every choice: no call is heard of any more.
    if (reading.closes?.length && channels.size() === 0) tools.end();
    if (reading.ends) end();
    return judged;
  }

  function read(message: Message): ReturnType<typeof readMessage> {
    const read = readMessage(message, { dialects, hermes });
    if (!read) return null;
    if (dialects.size === 0) {
      report({ type: 'start' });
      if (!hermes) tellServer(read.dialect.id);
    }
    dialects.add(read.dialect.id);
    readsAll ||= !read.dialect.canSkip;
    return read;
  }

  function prove(found: Evidence): void {
    if (evidence.has(found)) return;
    evidence.add(found);
    report({ type: 'evidence', evidence: found });
  }

  function expectsMarkers(): boolean {
    return evidence.size > 0 || (options.expectsMarkers?.() ?? true);
  }

  function tellServer(kind: string): void {
    if (kind === server) return;
    server = kind;
    report({ type: 'server', server: kind });
  }

  function judgeTexts(texts: readonly TextSlot[], reading: Reading, nameOf: (name: string) => TextName): Judged {
    if (reading.remove) {
      if (!cleans()) return { removed: false, verdict: () => KEEP };
      report({ type: 'event' });
      return { removed: true, verdict: () => REMOVE };
    }
    /** What becomes of each text, once it is known. */
    const pending = texts.map(({ kind, text, channel }) => {
      if (kind === 'delta') return pushDelta(text, nameOf(channel));
      return kind === 'copy' ? judgeCopy(text) : judgeWhole(text, channel);
    });
    const edits: StringEdit[] = [];
    let known = 0;
    let empty = true;
    return {
      removed: false,
      verdict() {
        for (; known < texts.length; known++) {
          const slot = texts[known];
          const value = pending[known]?.() ?? null;
          if (value === null || !slot) return null;
          if (value !== slot.text) edits.push({ path: slot.path, value });
          if (value !== '') empty = false;
        }
        if (edits.length === 0) return KEEP;
        return { kind: empty && reading.onlyText ? 'remove' : 'edit', edits };
      },
    };
  }

  /** @param of what the text belongs to: only of the first is told */
  function tellText(of: Channel | string, text: string): void {
    if (!options.reportsText || text === '' || beginning >= BEGINNING) return;
    told ??= of;
    if (of !== told) return;
    const piece = text.slice(0, BEGINNING - beginning);
    beginning += piece.length;
    report({ type: 'text', text: piece });
  }

  function judgeWhole(text: string, channel: string): () => string {
    const cleaned = cleanText(text, { ...options, expected: expectsMarkers, onEvidence: prove });
    cleaned.markers.forEach(reportWhole);
    cleaned.hits.forEach(reportWholeHit);
    if (readsAll) said.add(text, cleaned.text);
    return () => {
      const kept = cleans() ? cleaned.text : text;
      tellText(channel, kept);
      return kept;
    };
  }

  function judgeCopy(text: string): () => string {
    const known = said.find(text);
    return () =>
      cleans()
        ? (known?.() ?? cleanText(text, { ...options, expected: expectsMarkers, onEvidence: prove }).text)
        : text;
  }

  function pushDelta(text: string, name: TextName): () => string | null {
    const channel = channels.find(name);
    if (!channel) return () => text;
    const { filter } = channel;
    const from = filter.position();
    filter.push(text);
    if (text !== '') {
      channels.took(channel, text.length);
      heartbeats = 0;
      // Where there are rules, they tell of text: theirs is none.
      if (!rules && !injected) tools.text();
    }
    injected = null;
    let kept: string | null = null;
    return () => {
      if (kept !== null) return kept;
      const to = from + text.length;
      if (!cleans()) filter.spare(from, to);
      else if (filter.decided() < to) return null;
      kept = filter.kept(from, text);
      filter.forget(from);
      tellText(channel, kept);
      return kept;
    };
  }

  function cleans(): boolean {
    return options.cleans?.() !== false;
  }

  /** The text just pushed was a marker as a whole: it is no text of the reply. */
  let injected: InjectedChunk | null = null;

  function createChannel(name: string, midLine: boolean): MarkerFilter {
    const filter = createTextFilter({
      midLine,
      rules,
      expected: expectsMarkers,
      onEvidence: prove,
      onMarker: reportDelta,
      onRule: reportHit,
      onText: tools.text,
      isInjected(chunk) {
        injected = isInjected(chunk) ? chunk : null;
        return injected !== null;
      },
    });
    // Where nothing repeats a text, none is remembered.
    return wrap(readsAll ? said.remember(filter) : filter, name);
  }

  function isInjected({ emoji, label, listed, prose, fenced }: InjectedChunk): boolean {
    if (tools.announced(emoji, label)) return true;
    if (!injects && sendsEvents) return false;
    // In a code block it may be code, unless the server is known to inject.
    return hermes || (listed && !prose && !fenced);
  }

  function reportHit(hit: RuleHit): void {
    report({ type: 'rule', rule: hit.rule });
    if (hit.tells === 'end') tools.finishMarker(hit);
    else if (hit.tells === 'start') tools.hit(hit);
  }

  /** Of an answer that is not streamed, every call is over. */
  function reportWholeHit(hit: RuleHit): void {
    report({ type: 'rule', rule: hit.rule });
    if (hit.tells === 'start') tools.hit(hit, 'written');
  }

  function reportDelta(marker: FoundMarker): void {
    if (marker.whole) {
      const fromServer = hermes || tools.announced(marker.emoji, marker.label);
      if (fromServer && !sendsEvents) injects = true;
      reportCall(marker, 'start', fromServer ? 'server' : 'unknown');
    } else if (marker.split || (sendsEvents && !injects)) keepWritten(marker);
    else reportCall(marker, 'written', 'unknown');
  }

  /** Hermes never wrote markers into answers that are not streamed, so there only the model can have. */
  function reportWhole(marker: FoundMarker): void {
    if (hermes || sendsEvents) keepWritten(marker);
    else reportCall(marker, 'written', 'unknown');
  }

  /** The model wrote it. Whether a tool ran all the same shows when the reply is over. */
  function keepWritten(marker: FoundMarker): void {
    report({ type: 'marker' });
    tools.wrote(marker);
  }

  function reportCall(marker: FoundMarker, phase: ProgressFact['phase'], provenance: ProgressFact['provenance']): void {
    report({ type: 'marker' });
    tools.marker(marker, phase, provenance);
  }

  function pause(isComment: boolean): void {
    channels.count();
    release(isComment);
  }

  function release(isComment: boolean): void {
    channels.each((filter) => filter.release());
    said.turn();
    // One heartbeat may fall into a marker that a model is writing; with the second one the stream has stalled.
    if (isComment && suspects() && ++heartbeats > 1) giveUp();
  }

  function suspects(): boolean {
    return channels.some((filter) => filter.suspects());
  }

  function giveUp(): void {
    channels.each((filter) => filter.giveUp());
  }

  function end(goesOn = false): void {
    channels.closeAll();
    if (!goesOn) tools.settle(() => 'imitated');
    tools.end();
    if (ended || dialects.size === 0) return;
    ended = true;
    report({ type: 'end' });
  }

  return {
    judge,
    pause,
    end,
    lose: tools.lose,
    giveUp,
    holdsLineFeedOnly: () => !suspects(),
    skip: channels.skip,
    join() {
      channels.skip();
      tools.unclear();
    },
    settled() {
      // Text or `[DONE]` may end a call; a call of any kind may be behind a marker.
      if (readsAll || tools.waits()) return false;
      if (options.reportsText && dialects.size > 0 && beginning < BEGINNING && messages < BEGINS_WITHIN) return false;
      if (channels.size() === 0) return dialects.size === 0 && messages > FOREIGN_AFTER;
      // Another text may begin unseen.
      return channels.isAlone() && !channels.some((filter) => !filter.settled());
    },
  };
}

/** @returns where a message that says nothing else has its delta, or the arguments of its only call; null for every other one */
function repeatedPath({ texts = [], progress, remove, closes = [], arguments: path, ends }: Reading): JsonPath | null {
  if (progress || remove || closes.length > 0 || ends || texts.length + (path ? 1 : 0) !== 1) return null;
  const [slot] = texts;
  return slot ? (slot.kind === 'delta' ? slot.path : null) : (path ?? null);
}

const NOBODY: Report = () => {};

function same(filter: MarkerFilter): MarkerFilter {
  return filter;
}

// Reply: decides, for one reply, what is removed and what stays. Bodies pass it messages; it returns edits.

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

/** What to remove from replies. */
export interface CleaningOptions {
  /** The rules that are on. */
  readonly rules?: CompiledRules | null;
  /**
   * Called for each message: while it returns false, nothing is removed, and held text leaves whole. Tools, markers and
   * hits of rules are reported all the same.
   */
  cleans?(): boolean;
}

/** What is known of markers at the source of a text, and who receives the reports. */
export interface ReportOptions {
  /**
   * Returns whether there is evidence from elsewhere that markers are here: the site runs Hermes, or earlier messages
   * in the same chat contained some. Called whenever it matters. Without it, there is.
   */
  expectsMarkers?(): boolean;
  readonly report?: Report;
}

export interface ReplyOptions extends CleaningOptions, ReportOptions {
  /**
   * Reports the beginning of the text, at most `BEGINNING` units of it: until then, frames are read that could pass
   * unread.
   */
  readonly reportsText?: boolean;
  /** Value of the response header `X-Hermes-Session-Id`, if it can be read. */
  sessionId?: string | null;
}

/**
 * What to do with a message. `edit`: everything but these strings stays; also for a message that should be removed when
 * its carrier removes nothing.
 */
export type Verdict =
  | { readonly kind: 'keep' }
  | { readonly kind: 'remove' | 'edit'; readonly edits: readonly StringEdit[] };

/** A message whose verdict may still depend on what follows. */
export interface Judged {
  /** The message is removed, whatever follows. */
  readonly removed: boolean;
  /**
   * Call it in the order of the messages, because the state for earlier ones is dropped.
   * @returns the verdict, or null while text of the message may still turn out to be part of a marker
   */
  verdict(): Verdict | null;
  /** Judges messages that differ from this one only in one string; missing if more depends on that. */
  readonly repeat?: Repeat;
}

/** A message that others repeat with another text, or with other arguments of a call. */
export interface Repeat {
  /** The path of that string. */
  readonly path: JsonPath;
  /** @returns the judgement of the next message of the stream, which is this one with another string there */
  judge(text: string): Judged;
}

/** One reply of an agent: all messages of one stream, or one message alone. */
export interface Reply {
  /** @returns the judgement of a message; null if no dialect knows it: it stays unchanged */
  judge(message: Message): Judged | null;
  /** Something without text passed: a comment (heartbeat), or a frame that is not JSON. */
  pause(isComment: boolean): void;
  /**
   * The reply has ended or was cut: decides everything, ends every call.
   * @param goesOn cut, and another reply continues it: which tools are running is not known yet
   */
  end(goesOn?: boolean): void;
  /** Part of the stream is missed, or its connection is lost: nothing certain will be known of running calls. */
  lose(): void;
  /** Decides that all held text stays. */
  giveUp(): void;
  /** Returns whether only a lone line feed at the end of a text is held. */
  holdsLineFeedOnly(): boolean;
  /** Messages passed unread, as `settled` allowed. */
  skip(): void;
  /** The stream is joined in the middle: nothing is known of the text before. */
  join(): void;
  /** Returns whether messages without backtick, tilde, line feed, event name and tool can pass unread. */
  settled(): boolean;
}

/** UTF-16 units of a text that identify it among others. */
export const BEGINNING = 160;
/** Messages within which a text should have begun; after that, none is read just to report its beginning. */
const BEGINS_WITHIN = 100;
/** Messages after which a stream without a known dialect is considered foreign. */
const FOREIGN_AFTER = 32;

const KEEP: Verdict = { kind: 'keep' };
const REMOVE: Verdict = { kind: 'remove', edits: [] };

/**
 * Creates the state of one reply.
 * @param wrap replaces the filter of a channel, for carriers that hold nothing themselves
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
  /** A dialect of this stream must see every message. */
  let readsAll = false;
  let messages = 0;
  /** Heartbeats since text is held on suspicion of a marker. */
  let heartbeats = 0;
  let hermes = Boolean(options.sessionId);
  /** The last kind of server that was reported. */
  let server = '';
  /** The server reports tools by events, so it writes no markers. Hermes 0.8 sent random UUIDs as session ids. */
  let sendsEvents = /^api-[0-9a-f]{16}$/.test(options.sessionId ?? '');
  /** A marker came from the server before any event: it sends both (NousResearch/hermes-agent#8373). */
  let injects = false;
  const evidence = new Set<Evidence>();
  let ended = false;
  /** The channel whose text is reported, and how much of it was. */
  let reported: Channel | string | null = null;
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
    // A finish reason for every choice: no more will be known of any call.
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
    /** Functions that return the result for each text once it is known. */
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

  /** @param of what the text belongs to: only the first one is reported */
  function tellText(of: Channel | string, text: string): void {
    if (!options.reportsText || text === '' || beginning >= BEGINNING) return;
    reported ??= of;
    if (of !== reported) return;
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
      // If there are rules, they report text; a removed one is not text to them.
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

  /** The text just pushed was exactly a marker, so it is not text of the reply. */
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
    // If nothing repeats a text, none is remembered.
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

  /** Reports a hit in a whole response, in which every call is over. */
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

  /** Reports a marker in a whole response. Hermes never wrote markers into those, so on Hermes the model did. */
  function reportWhole(marker: FoundMarker): void {
    if (hermes || sendsEvents) keepWritten(marker);
    else reportCall(marker, 'written', 'unknown');
  }

  /** Keeps a marker that the model wrote. Whether a tool ran all the same shows at the end of the reply. */
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
    // One heartbeat may come inside a marker that a model is writing; after the second one the stream has stalled.
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
      // Text or `[DONE]` may end a call; any call may account for a marker.
      if (readsAll || tools.waits()) return false;
      if (options.reportsText && dialects.size > 0 && beginning < BEGINNING && messages < BEGINS_WITHIN) return false;
      if (channels.size() === 0) return dialects.size === 0 && messages > FOREIGN_AFTER;
      // Another text may begin unseen.
      return channels.isAlone() && !channels.some((filter) => !filter.settled());
    },
  };
}

/**
 * @returns the path of the delta of a message that says nothing else, or of the arguments of its only call; null for
 * any other message
 */
function repeatedPath({ texts = [], progress, remove, closes = [], arguments: path, ends }: Reading): JsonPath | null {
  if (progress || remove || closes.length > 0 || ends || texts.length + (path ? 1 : 0) !== 1) return null;
  const [slot] = texts;
  return slot ? (slot.kind === 'delta' ? slot.path : null) : (path ?? null);
}

const NOBODY: Report = () => {};

function same(filter: MarkerFilter): MarkerFilter {
  return filter;
}

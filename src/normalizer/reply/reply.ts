// Reply: decides, for one reply, what is removed and what stays. Bodies pass it messages; it
// returns edits.
//
// message -> dialect (dialects/all-dialects): what it says of texts, tools and the server
//         -> text-verdicts: whole texts, copies, and deltas, each channel with its filter
//            (channels)
//         -> found-markers: whether server or model wrote what was found
//         -> verdict: keep, remove or edit, once all its texts are decided

import { readMessage } from '../dialects/all-dialects.ts';
import type { Message, Reading } from '../dialects/dialect.ts';
import { hermesProgress } from '../dialects/hermes-progress.ts';
import { openaiChat } from '../dialects/openai-chat.ts';
import { stringOf } from '../dialects/fields.ts';
import { createShapes, unknown } from '../dialects/unknown.ts';
import type { MarkerFilter } from '../text/marker-filter.ts';
import type { FoundMarker } from '../text/marker-grammar.ts';
import { createProvenTools } from '../progress/proven-tools.ts';
import { createToolTracker, type ToolTracker } from '../progress/tool-tracker.ts';
import { isObject } from '../json/json-edit.ts';
import type { CompiledRules } from '../rules/compile-rules.ts';
import { createFirstText, createTextNames, type TextName } from './channels.ts';
import { createFoundMarkers, createServerTraits, type ServerTraits } from './found-markers.ts';
import { createHandedOver } from './handed-over.ts';
import type { ReplyEvent, Report } from './reply-event.ts';
import { createTextVerdicts, type Judged, KEPT, type TextVerdicts } from './text-verdicts.ts';

/** What to remove from replies. */
export interface CleaningOptions {
  /** The rules that are on. */
  readonly rules?: CompiledRules | null;
  /**
   * Called for each message: while it returns false, nothing is removed, and held text leaves
   * whole. Tools, markers and hits of rules are reported all the same.
   */
  cleans?(): boolean;
  /**
   * Returns whether the page has sent just this text, so that it is not the agent's. Asked where
   * nobody knows the format.
   */
  wasSent?(text: string): boolean;
}

/** What is known of markers at the source of a text, and who receives the reports. */
export interface ReportOptions {
  /**
   * Returns whether there is evidence from elsewhere that markers are here: the model is Hermes, or
   * earlier messages in the same chat contained some. Called whenever it matters. Without it, there
   * is.
   * @param model who wrote a text of a stored chat, if that says so
   */
  expectsMarkers?(model?: string): boolean;
  /**
   * Returns whether one earlier reply of the chat begins with labels in Hermes' words: a second one
   * is evidence.
   */
  echoesMarkers?(): boolean;
  /**
   * Returns whether a server has written markers with this emoji into the chat: then a line that
   * only its surroundings keep may be a faked one. Without it, only this reply tells.
   */
  knowsTool?(emoji: string): boolean;
  readonly report?: Report;
}

export interface ReplyOptions extends CleaningOptions, ReportOptions {
  /**
   * Called once for each file that the reply hands over by a line `MEDIA:/srv/cat.png`, if the
   * server is Hermes. Without it, such lines stay.
   * @returns the text that takes the place of the line, '' for none; null: it stays
   */
  media?(path: string): string | null;
  /**
   * Reports the first text, at most `MAX_REPORTED` units of it: until then, frames are read that
   * could pass unread.
   */
  readonly reportsText?: boolean;
  /**
   * It answers a request for a reply: then it is one, in whatever shape. Without it, only what
   * grows like one is.
   */
  readonly isReply?: boolean;
  /**
   * Another program of ours may read what leaves, delta by delta, and take it for what a server
   * sent.
   */
  readonly isReadNext?: boolean;
  /** Value of the response header `X-Hermes-Session-Id`, if it can be read. */
  sessionId?: string | null;
}

/**
 * How a reply ends. Undefined: it says so itself; `unsaid`: its stream has ended, and did not say
 * that this is its end; `goes-on`: cut, and another reply continues it: which tools are running is
 * not known yet.
 */
export type Ending = 'unsaid' | 'goes-on' | undefined;

/** One reply of an agent: all messages of one stream, or one message alone. */
export interface Reply {
  /** @returns the judgement of a message; null if no dialect knows it: it stays unchanged */
  judge(message: Message): Judged | null;
  /** Something without text passed: a comment (heartbeat), or a frame that is not JSON. */
  pause(isComment: boolean): void;
  /** The reply has ended or was cut: decides everything, ends every call. */
  end(how?: Ending): void;
  /**
   * Part of the stream is missed, or its connection is lost: nothing certain will be known of
   * running calls.
   */
  lose(): void;
  /** Another reply goes on in its place: the next text is reported as the first one. */
  part(): void;
  /** Decides that all held text stays. */
  giveUp(): void;
  /**
   * A message passed that could not be read: all held text stays, and nothing certain is known of
   * what follows it.
   */
  miss(): void;
  /** Returns whether only a lone line feed at the end of a text is held. */
  holdsLineFeedOnly(): boolean;
  /** It continues a reply that was cut off: a text may begin in the middle of a line. */
  beginMidLine(): void;
  /** The stream is joined in the middle: nothing is known of the text before. */
  join(): void;
  /** Returns whether many messages came, and no dialect knows any of them. */
  isForeign(): boolean;
}

/** A message that is an event of a tool, which no page expects. */
const REMOVED: Judged = { removed: true, verdict: () => ({ kind: 'remove', edits: [] }) };

/**
 * Creates the state of one reply.
 * @param wrap replaces the filter of a channel, for carriers that hold nothing themselves
 */
export function createReply(
  options: ReplyOptions,
  wrap: (filter: MarkerFilter, channel: TextName) => MarkerFilter = same,
): Reply {
  const isReply = options.isReply === true;
  /** Its carrier may go on behind it. */
  const isEndless = wrap !== same;
  const tools = createToolTracker<FoundMarker>(report);
  const expects = () => options.expectsMarkers?.() ?? true;
  const server = createServerTraits(options, expects, report);
  const firstText = createFirstText(options.reportsText ? report : null);
  const cleans = () => options.cleans?.() !== false;
  const texts = createTextVerdicts({
    rules: options.rules ?? null,
    media: options.media ? createHandedOver(options.media, report) : undefined,
    server,
    found: createFoundMarkers(server, tools, report),
    firstText,
    echoes: options.echoesMarkers,
    cleans,
    onText: tools.text,
    wrap,
    isReply,
    isReadNext: options.isReadNext ?? false,
    remembers: () => reader.mayRepeat(),
  });
  const { channels } = texts;
  const nameOf = createTextNames();
  const reader = createMessageReader({
    server,
    repeats: texts.repeats,
    wasSent: options.wasSent,
    isReply,
    isEndless,
    report,
  });
  const proven = createProvenTools(options.knowsTool);
  const { dialects } = reader;
  const ending = createReplyEnd({ texts, dialects, tools, proven, server, isEndless, report });

  function report(event: ReplyEvent): void {
    // A stream of unknown shape is a reply if something is found in it.
    if (FOUND.has(event.type) && reader.dialects.size === 0) reader.begin(unknown.id);
    if (event.type === 'proven') proven.add(event.emoji);
    options.report?.(event);
  }

  /** Takes what a message says besides texts. */
  function take({ hermes = false, progress = NONE, used, note, callsElsewhere }: Reading): void {
    server.read(hermes);
    for (const fact of progress) {
      server.sentEvent();
      tools.event(fact);
    }
    if (used) report({ type: 'note', note: used });
    if (note) report({ type: 'note', note });
    if (note?.kind === 'failed' || callsElsewhere) ending.spoil();
    if (callsElsewhere) tools.unclear();
  }

  function judgeReading(reading: Reading, nameOf: (channel: string) => TextName): Judged {
    take(reading);
    for (const channel of reading.opens ?? NONE) channels.open(nameOf(channel));
    for (const channel of reading.uses ?? NONE) channels.find(nameOf(channel));
    if (!reading.texts?.length) texts.release(false);
    const judged = reading.remove ? removeEvent() : texts.judge(reading, nameOf);
    for (const channel of reading.closes ?? NONE) channels.close(nameOf(channel));
    ending.read(reading);
    if (reading.isRendered && dialects.size === 0) report({ type: 'rendered' });
    return judged;
  }

  function removeEvent(): Judged {
    if (!cleans()) return KEPT;
    report({ type: 'event' });
    return REMOVED;
  }

  return {
    judge(message) {
      channels.count();
      const known = reader.read(message);
      if (!known) {
        if (isObject(message.json) && isObject(message.json.error)) ending.doubt();
        texts.release(false);
        return null;
      }
      const { dialect, reading } = known;
      return judgeReading(reading, (channel) => nameOf(dialect.id, channel, reading.numbered));
    },
    pause(isComment) {
      channels.count();
      texts.release(isComment);
    },
    end: ending.end,
    lose() {
      ending.spoil();
      tools.lose();
    },
    part: firstText.begin,
    giveUp: texts.giveUp,
    miss() {
      ending.spoil();
      ending.doubt();
      texts.lose();
      tools.unclear();
    },
    holdsLineFeedOnly: () => !texts.suspects(),
    beginMidLine() {
      ending.spoil();
      channels.lose();
    },
    join() {
      ending.spoil();
      channels.lose();
      tools.unclear();
    },
    isForeign: reader.isForeign,
  };
}

/**
 * @returns the model that a message names, as whole answers, chunks, Messages and Responses do; ''
 * if it names none
 */
function modelIn(json: unknown): string {
  if (!isObject(json)) return '';
  if (typeof json.model === 'string') return json.model;
  const inner = [json.message, json.response].find(isObject);
  return stringOf(inner?.model);
}

/** Messages after which a stream without a known dialect is considered foreign. */
const FOREIGN_AFTER = 32;

interface ReaderOptions {
  readonly server: ServerTraits;
  /** Returns whether a text repeats what was said. */
  readonly repeats: (text: string, parts: boolean) => boolean;
  /** Returns whether the page has sent just this text. */
  readonly wasSent: ((text: string) => boolean) | undefined;
  /** It answers a request for a reply. */
  readonly isReply: boolean;
  /** Its carrier may go on behind it. */
  readonly isEndless: boolean;
  readonly report: Report;
}

/**
 * Reads the messages of one reply, each in its dialect. The reply begins with the first one that a
 * dialect knows.
 */
function createMessageReader(options: ReaderOptions) {
  const { server, isEndless, report } = options;
  const shapes = createShapes(options.repeats, options.wasSent, options.isReply);
  const dialects = new Set<string>();
  let messages = 0;
  /** A message of this stream may repeat a text of another. */
  let repeats = false;

  function begin(dialect: string): void {
    dialects.add(dialect);
    report({ type: 'start', ...(isEndless && dialect === unknown.id && ENDLESS) });
    server.speaks(dialect);
  }

  function readOne(message: Message): ReturnType<typeof readMessage> {
    const read = readMessage(message, { dialects, hermes: server.isHermes(), shapes });
    if (!read) return null;
    const { id } = read.dialect;
    if (dialects.size > 0) dialects.add(id);
    else if (id !== unknown.id) begin(id);
    repeats ||= !read.dialect.saysOnce;
    return read;
  }

  /** Returns whether nothing shows so far that it is a reply. */
  const isStrange = (): boolean => dialects.size === 0 && !shapes.hasText();

  const isForeign = (): boolean => messages > FOREIGN_AFTER && isStrange();

  return {
    /** Ids of the dialects that were read; none before the reply has begun. */
    dialects: dialects as ReadonlySet<string>,
    begin,
    /** @returns null if no dialect knows the message */
    read(message: Message): ReturnType<typeof readMessage> {
      messages++;
      server.names(modelIn(message.json));
      const wasStrange = isStrange();
      const read = readOne(message);
      if (wasStrange && dialects.size === 0 && shapes.hasText()) report({ type: 'grows' });
      if (messages === FOREIGN_AFTER + 1 && isForeign()) report({ type: 'foreign' });
      return read;
    },
    /** Returns whether a message may repeat a text of another. */
    mayRepeat: (): boolean => repeats,
    isForeign,
  };
}

const ENDLESS = { endless: true } as const;

interface EndOptions {
  readonly texts: TextVerdicts;
  readonly dialects: ReadonlySet<string>;
  readonly tools: ToolTracker<FoundMarker>;
  /** Emoji of markers that the server has certainly written. */
  readonly proven: ReturnType<typeof createProvenTools>;
  readonly server: ServerTraits;
  /** Its carrier may go on behind it. */
  readonly isEndless: boolean;
  readonly report: Report;
}

/** Follows whether a reply is whole, and ends it once. */
function createReplyEnd(options: EndOptions) {
  const { texts, dialects, tools, proven, server, isEndless, report } = options;
  let ended = false;
  /** Every choice has its finish reason. */
  let finished = false;
  /**
   * Nothing of it was missed, it is no error message, and no tool of the page or of a server in
   * between belongs to it.
   */
  let isWhole = true;
  /** See `doubt`. */
  let mayBeOver = false;

  /** Returns whether it has begun and not ended. */
  function mayTell(): boolean {
    return dialects.size > 0 && !ended;
  }

  /**
   * Returns whether it is of Hermes, which finishes each reply, and writes a text behind its tools.
   */
  function isOfFinisher(): boolean {
    return dialects.has(openaiChat.id) && (server.hasSession || dialects.has(hermesProgress.id));
  }

  /** Reports how it ends. @param isSaid it says so itself */
  function tell(isSaid: boolean): void {
    const isFinisher = isOfFinisher();
    const isBroken = !isSaid && !mayBeOver && isFinisher;
    // Of one that is not whole, a person may have stopped it.
    const stops = isWhole && isFinisher && (!isSaid || tools.isLast());
    if (stops) report({ type: 'note', note: { kind: isBroken ? 'broken' : 'stopped', text: '' } });
    const ends = isSaid ? SAID : isBroken && BROKEN;
    report({ type: 'end', ...(isWhole && isSaid && WHOLE), ...ends });
  }

  /** Decides everything, ends every call. */
  function end(how?: Ending): void {
    const goesOn = how === 'goes-on';
    // A line that goes on is not complete.
    if (goesOn) texts.giveUp();
    texts.channels.closeAll();
    if (!goesOn)
      tools.settle(
        (marker) => (proven.isCopied(marker) ? 'imitated' : 'unknown'),
        (emoji) => mayTell() && proven.has(emoji),
      );
    tools.end();
    if (!mayTell()) return;
    ended = true;
    tell(how === undefined || finished);
  }

  /** A message of the agent ends, and the next one is another reply. */
  function endMessage(): void {
    end();
    // Nothing was found in it: the next one is not to be taken for a part of it.
    if (!ended) report({ type: 'end' });
  }

  return {
    /** It is not whole: part of it is missing, or is somebody else's. */
    spoil(): void {
      isWhole = false;
    },
    /** What was missed of it may have said that it ends, or an error says so. */
    doubt(): void {
      mayBeOver = true;
    },
    /** Takes what a message says of the end, after its texts. */
    read({ closes, ends, completes, closesMessage }: Reading): void {
      // Every choice has its finish reason: no more will be known of any call.
      if (closes?.length && texts.channels.size() === 0) {
        finished = true;
        tools.end();
      }
      if (ends || (completes && isEndless)) end();
      if (closesMessage && isEndless) endMessage();
    },
    end,
  };
}

const WHOLE = { whole: true } as const;
const SAID = { how: 'said' } as const;
const BROKEN = { how: 'broken' } as const;

const NONE: readonly never[] = [];

/** What shows that a stream is a reply. */
const FOUND: ReadonlySet<string> = new Set(['progress', 'marker', 'rule']);

function same(filter: MarkerFilter): MarkerFilter {
  return filter;
}

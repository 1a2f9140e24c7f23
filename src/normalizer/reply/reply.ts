// Reply: decides, for one reply, what is removed and what stays. Bodies pass it messages; it returns edits.
//
// message -> dialect (dialects/all-dialects): what it says of texts, tools and the server
//         -> text-verdicts: whole texts, copies, and deltas, each channel (channels) with its filter
//         -> found-markers: whether server or model wrote what was found
//         -> verdict: keep, remove or edit, once all its texts are decided

import { readMessage } from '../dialects/all-dialects.ts';
import type { Message, Reading } from '../dialects/dialect.ts';
import { hermesProgress } from '../dialects/hermes-progress.ts';
import { openaiChat } from '../dialects/openai-chat.ts';
import { createShapes, unknown } from '../dialects/unknown.ts';
import type { MarkerFilter } from '../text/marker-filter.ts';
import type { FoundMarker } from '../text/marker-grammar.ts';
import { createProvenTools } from '../progress/proven-tools.ts';
import { createToolTracker } from '../progress/tool-tracker.ts';
import { isObject } from '../json/json-edit.ts';
import type { CompiledRules } from '../rules/compile-rules.ts';
import { textName, type TextName } from './channels.ts';
import { createFoundMarkers, createServerTraits } from './found-markers.ts';
import { createHandedOver } from './handed-over.ts';
import { createFirstText, createTextVerdicts, type Judged, KEPT } from './text-verdicts.ts';
import type { ReplyEvent, Report } from './reply-event.ts';

/** What to remove from replies. */
export interface CleaningOptions {
  /** The rules that are on. */
  readonly rules?: CompiledRules | null;
  /**
   * Called for each message: while it returns false, nothing is removed, and held text leaves whole. Tools, markers and
   * hits of rules are reported all the same.
   */
  cleans?(): boolean;
  /** Returns whether the page has sent just this text, so that it is not the agent's. Asked where nobody knows the format. */
  wasSent?(text: string): boolean;
}

/** What is known of markers at the source of a text, and who receives the reports. */
export interface ReportOptions {
  /**
   * Returns whether there is evidence from elsewhere that markers are here: the model is Hermes, or earlier messages in
   * the same chat contained some. Called whenever it matters. Without it, there is.
   * @param model who wrote a text of a stored chat, if that says so
   */
  expectsMarkers?(model?: string): boolean;
  /** Returns whether one earlier reply of the chat begins with labels in Hermes' words: a second one is evidence. */
  echoesMarkers?(): boolean;
  /**
   * Returns whether a server has written markers with this emoji into the chat: then a line that only its surroundings
   * keep may be a faked one. Without it, only this reply tells.
   */
  knowsTool?(emoji: string): boolean;
  readonly report?: Report;
}

export interface ReplyOptions extends CleaningOptions, ReportOptions {
  /**
   * Called once for each file that the reply hands over by a line `MEDIA:/srv/cat.png`, if the server is Hermes. Without
   * it, such lines stay.
   * @returns the text that takes the place of the line, '' for none; null: it stays
   */
  media?(path: string): string | null;
  /**
   * Reports the first text, at most `MAX_REPORTED` units of it: until then, frames are read that could pass unread.
   */
  readonly reportsText?: boolean;
  /** It answers a request for a reply: then it is one, in whatever shape. Without it, only what grows like one is. */
  readonly isReply?: boolean;
  /** Another program of ours may read what leaves, delta by delta, and take it for what a server sent. */
  readonly isReadNext?: boolean;
  /** Value of the response header `X-Hermes-Session-Id`, if it can be read. */
  sessionId?: string | null;
}

/** One reply of an agent: all messages of one stream, or one message alone. */
export type Reply = ReturnType<typeof createReply>;

/** Messages after which a stream without a known dialect is considered foreign. */
const FOREIGN_AFTER = 32;

/** The text of nearly every chat. */
const REMOVED: Judged = { removed: true, verdict: () => ({ kind: 'remove', edits: [] }) };

/**
 * Creates the state of one reply.
 * @param wrap replaces the filter of a channel, for carriers that hold nothing themselves
 */
export function createReply(
  options: ReplyOptions,
  wrap: (filter: MarkerFilter, channel: TextName) => MarkerFilter = same,
) {
  /** Its carrier may go on behind it. */
  const isEndless = wrap !== same;
  const tools = createToolTracker<FoundMarker>(report);
  const server = createServerTraits(
    options.sessionId ?? null,
    () => options.expectsMarkers?.() ?? true,
    report,
  );
  const firstText = createFirstText(options.reportsText ? report : null);
  const cleans = () => options.cleans?.() !== false;
  const found = createFoundMarkers(server, tools, report);
  const texts = createTextVerdicts({
    rules: options.rules ?? null,
    media: options.media ? createHandedOver(options.media, report) : undefined,
    server,
    found,
    firstText,
    echoes: options.echoesMarkers,
    cleans,
    onText: tools.text,
    wrap,
    isReply: options.isReply === true,
    isReadNext: options.isReadNext ?? false,
    remembers: () => repeats,
  });
  const { channels } = texts;
  const shapes = createShapes(
    texts.repeats,
    (text) => options.wasSent?.(text) === true,
    options.isReply === true,
  );
  const dialects = new Set<string>();
  /** A message of this stream may repeat a text of another. */
  let repeats = false;
  let messages = 0;
  let ended = false;
  /** Every choice has its finish reason. */
  let finished = false;
  /** Nothing of it was missed, it is no error message, and no tool of the page or of a server in between belongs to it. */
  let isWhole = true;
  /** A part of it was missed, which may have said that it ends, or an error says so. */
  let mayBeOver = false;
  /** Emoji of markers that the server has certainly written. */
  const proven = createProvenTools(options.knowsTool);

  function report(event: ReplyEvent): void {
    // A stream of unknown shape is a reply if something is found in it.
    if (FOUND.has(event.type) && dialects.size === 0) begin(unknown.id);
    if (event.type === 'proven') proven.add(event.emoji);
    options.report?.(event);
  }

  function begin(dialect: string): void {
    dialects.add(dialect);
    report({ type: 'start', ...(isEndless && dialect === unknown.id && ENDLESS) });
    server.speaks(dialect);
  }

  function judge(message: Message): Judged | null {
    messages++;
    channels.count();
    const isNew = dialects.size === 0 && !shapes.hasText();
    const known = read(message);
    if (isNew && dialects.size === 0 && shapes.hasText()) report({ type: 'grows' });
    if (messages === FOREIGN_AFTER + 1 && isForeign()) report({ type: 'foreign' });
    if (!known) {
      mayBeOver ||= isObject(message.json) && isObject(message.json.error);
      texts.release(false);
      return null;
    }
    const { dialect, reading } = known;
    return judgeReading(reading, (channel) => textName(dialect.id, channel, reading.numbered));
  }

  function read(message: Message): ReturnType<typeof readMessage> {
    const read = readMessage(message, { dialects, hermes: server.isHermes(), shapes });
    if (!read) return null;
    const { id } = read.dialect;
    if (dialects.size === 0 && id !== unknown.id) begin(id);
    else if (dialects.size > 0) dialects.add(id);
    repeats ||= !read.dialect.saysOnce;
    return read;
  }

  const isForeign = (): boolean =>
    dialects.size === 0 && messages > FOREIGN_AFTER && !shapes.hasText();

  function judgeReading(reading: Reading, nameOf: (channel: string) => TextName): Judged {
    server.read(reading.hermes ?? false);
    for (const fact of reading.progress ?? NONE) {
      server.sentEvent();
      tools.event(fact);
    }
    if (reading.used) report({ type: 'note', note: reading.used });
    if (reading.note) report({ type: 'note', note: reading.note });
    if (reading.note?.kind === 'failed' || reading.callsElsewhere) isWhole = false;
    if (reading.callsElsewhere) tools.unclear();
    for (const channel of reading.opens ?? NONE) channels.open(nameOf(channel));
    for (const channel of reading.uses ?? NONE) channels.find(nameOf(channel));
    if (!reading.texts?.length) texts.release(false);
    const judged = reading.remove ? removeEvent() : texts.judge(reading, nameOf);
    for (const channel of reading.closes ?? NONE) channels.close(nameOf(channel));
    // A finish reason for every choice: no more will be known of any call.
    if (reading.closes?.length && channels.size() === 0) {
      finished = true;
      tools.end();
    }
    if (reading.ends || (reading.completes && isEndless)) end();
    if (reading.closesMessage && isEndless) endMessage();
    if (reading.isRendered && dialects.size === 0) report({ type: 'rendered' });
    return judged;
  }

  function endMessage(): void {
    end();
    // Nothing was found in it: the next one is not to be taken for a part of it.
    if (!ended) options.report?.({ type: 'end' });
  }

  function removeEvent(): Judged {
    if (!cleans()) return KEPT;
    report({ type: 'event' });
    return REMOVED;
  }

  function end(how?: 'unsaid' | 'goes-on'): void {
    const goesOn = how === 'goes-on';
    const isSaid = how === undefined || finished;
    // A line that goes on is not complete.
    if (goesOn) texts.giveUp();
    channels.closeAll();
    if (!goesOn)
      tools.settle(
        (marker) => (proven.isCopied(marker) ? 'imitated' : 'unknown'),
        (emoji) => mayTell() && proven.has(emoji),
      );
    tools.end();
    if (ended || dialects.size === 0) return;
    ended = true;
    const isFinisher = isOfFinisher(dialects, options.sessionId);
    const isBroken = !isSaid && !mayBeOver && isFinisher;
    // Of one that is not whole, a person may have stopped it.
    const stops = isWhole && isFinisher && (!isSaid || tools.isLast());
    if (stops) report({ type: 'note', note: { kind: isBroken ? 'broken' : 'stopped', text: '' } });
    const ends = isSaid ? SAID : isBroken && BROKEN;
    report({ type: 'end', ...(isWhole && isSaid && WHOLE), ...ends });
  }

  /** Returns whether it has begun and not ended. */
  function mayTell(): boolean {
    return dialects.size > 0 && !ended;
  }

  function lose(): void {
    isWhole = false;
    tools.lose();
  }

  return {
    /** @returns the judgement of a message; null if no dialect knows it: it stays unchanged */
    judge,
    /** Something without text passed: a comment (heartbeat), or a frame that is not JSON. */
    pause(isComment: boolean): void {
      channels.count();
      texts.release(isComment);
    },
    /**
     * The reply has ended or was cut: decides everything, ends every call.
     * @param how `unsaid`: its stream has ended, and did not say that this is its end; `goes-on`: cut, and another reply
     * continues it: which tools are running is not known yet
     */
    end,
    /** Part of the stream is missed, or its connection is lost: nothing certain will be known of running calls. */
    lose,
    /** Another reply goes on in its place: the next text is reported as the first one. */
    part: firstText.begin,
    /** Decides that all held text stays. */
    giveUp: texts.giveUp,
    /** A message passed that could not be read: all held text stays, and nothing certain is known of what follows it. */
    miss(): void {
      isWhole = false;
      mayBeOver = true;
      texts.lose();
      tools.unclear();
    },
    /** Returns whether only a lone line feed at the end of a text is held. */
    holdsLineFeedOnly: (): boolean => !texts.suspects(),
    /** It continues a reply that was cut off: a text may begin in the middle of a line. */
    beginMidLine(): void {
      isWhole = false;
      channels.lose();
    },
    /** The stream is joined in the middle: nothing is known of the text before. */
    join(): void {
      isWhole = false;
      channels.lose();
      tools.unclear();
    },
    /** Returns whether many messages came, and no dialect knows any of them. */
    isForeign,
  };
}

/** Returns whether a reply is of Hermes, which finishes each, and writes a text behind its tools. */
function isOfFinisher(dialects: ReadonlySet<string>, session?: string | null): boolean {
  return dialects.has(openaiChat.id) && (Boolean(session) || dialects.has(hermesProgress.id));
}

const NONE: readonly never[] = [];

/** What shows that a stream is a reply. */
const FOUND: ReadonlySet<string> = new Set(['progress', 'marker', 'rule']);

const WHOLE = { whole: true } as const;
const SAID = { how: 'said' } as const;
const BROKEN = { how: 'broken' } as const;
const ENDLESS = { endless: true } as const;

function same(filter: MarkerFilter): MarkerFilter {
  return filter;
}

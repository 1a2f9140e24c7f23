import { readMessage } from '../../normalizer/dialects/all-dialects.ts';
import type { Message } from '../../normalizer/dialects/dialect.ts';
import { createShapes, unknown } from '../../normalizer/dialects/unknown.ts';
import type { FrameFields } from '../../normalizer/framing/framing.ts';
import { isObject } from '../../normalizer/json/json-edit.ts';
import { bareJson } from '../../normalizer/repairs/bare-json.ts';
import { dataComments } from '../../normalizer/repairs/data-comments.ts';
import { errorLines } from '../../normalizer/repairs/error-lines.ts';
import { type Frame, readFrame } from '../../normalizer/repairs/frame.ts';
import { joinedObjects } from '../../normalizer/repairs/joined-objects.ts';
import { silentEvents } from '../../normalizer/repairs/silent-events.ts';
import { DIALECT_NAMES } from '../dialect-names.ts';
import type { Sightings } from '../sightings.ts';
import { createTally, type Counted } from '../tally.ts';
import { createChunkSurvey } from './chat/chunk-survey.ts';
import { guessFormat, isRealtime } from './foreign-formats.ts';
import { createFrameWatch } from './frame-watch.ts';
import { LIFE_CYCLES, ONLY_HERE } from './life-cycles.ts';
import { createHeardTools } from './listed-tools.ts';
import { createLives } from './lives.ts';
import { readError } from './reported-errors.ts';
import { createHermesWatch, SHAPE, type Server } from './servers.ts';
import { createStrangers } from './strangers.ts';
import { createTextWatch } from './text-watch.ts';

export interface BodyEnd {
  /** There were several frames; otherwise the body is one message. */
  readonly isStream: boolean;
  /** The last frame is certainly complete. */
  readonly endsWhole: boolean;
}

export interface Surveyed {
  /** Ids of the dialects that were read, in order. */
  readonly dialects: readonly string[];
  /** Nearest first; none if there is no sign of any. */
  readonly servers: readonly Server[];
  readonly finishReasons: readonly Counted[];
  /** `[DONE]` arrived. */
  readonly done: boolean;
  /** Errors that the server reported in the stream. */
  readonly errors: readonly Counted[];
  /**
   * Lines of the texts that look like markers in Hermes' words, whether or not anything shows that
   * they are.
   */
  readonly lookalikes: number;
}

/** UTF-16 units of an error that are kept. */
const MAX_ERROR = 200;

/** Readers of a frame whose data is not a single JSON value. */
const OTHER_SHAPES = [errorLines, bareJson, joinedObjects];
/** Repairs whose frames have no message without being faulty. */
const SILENT = [dataComments, silentEvents];

/** A line of a frame besides its data. */
const OTHER_LINE = /^(?:event|id|retry):/m;

/** Faults of frames that were not read. */
export const UNREAD: readonly string[] = [
  'data-not-json',
  'no-frames',
  'too-long',
  'unread-frames',
  'cut-frame',
];

/** Faults of frames that say more than that the format is unknown. */
const UNREADABLE: readonly string[] = ['data-not-json', 'no-frames', 'cut-frame', 'field-mistyped'];

/** Dialects whose streams have no definite end: chats have finish reasons instead. */
const WITHOUT_END: ReadonlySet<string> = new Set(['hermes-progress', 'openai-chat']);

/**
 * What the original frames of a stream reveal about it.
 * @param read reads the fields of a frame
 * @param sessionId value of `X-Hermes-Session-Id`, or null
 * @param seen receives the faults that are found
 * @param offered names of tools that the model may call
 */
export function createSurvey(
  read: (text: string) => FrameFields | null,
  sessionId: string | null,
  seen: Sightings,
  offered: readonly string[] = [],
) {
  const tools = createHeardTools(offered);
  const dialects = new Set<string>();
  const errors = createTally(MAX_ERROR);
  const frames = createFrameWatch(seen, tellError);
  const texts = createTextWatch(seen);
  const chunks = createChunkSurvey(readText, tellError);
  const strangers = createStrangers(seen, dialects);
  const lives = createLives(seen, strangers.messages, readText);
  const hermes = createHermesWatch(sessionId);
  const shapes = createShapes(() => false);
  let done = false;
  let ended = false;
  /** The form of a message that no dialect reads. */
  let foreign: string | null = null;
  let isSession = false;

  function readOne(message: Message, cut: Frame): boolean {
    if (dialects.size === 0 && isRealtime(message.json)) {
      isSession = true;
      foreign ??= guessFormat(message);
    }
    // What follows belongs to the session.
    if (isSession) return false;
    const known = readMessage(message, { dialects, hermes: hermes.isSeen(), shapes });
    for (const { text, channel, kind, known: before } of known?.reading.texts ?? [])
      if (kind === 'delta' || kind === 'whole') readText(channel, text.slice(before), false);
    const found = known?.dialect === unknown ? null : known;
    const error = readError(message, found !== null);
    if (error !== null) tellError(error);
    const place = frames.place();
    const id = found?.dialect.id ?? ownFormat(message);
    if (id === null) {
      if (error === null) strangers.read(message, place);
      foreign ??= guessFormat(message);
      return false;
    }
    dialects.add(id);
    if (id === 'anthropic-messages' && isUnnamed(message, cut)) seen.add('events-unnamed');
    if (lives.read(id, message) === false) strangers.add(message, place);
    if (!found) return false;
    const { reading } = found;
    ended ||= reading.ends ?? (id === 'lobehub' && LOBEHUB_ENDS.has(message.event));
    hermes.read(id, reading);
    tools.read(reading, message.json);
    if (id === 'openai-chat') {
      chunks.read(message.json);
      if (cut.sound === null && OTHER_LINE.test(cut.text)) seen.add('other-lines');
    }
    return id === 'hermes-progress' && (reading.remove ?? false);
  }

  function readText(channel: string, text: string, reasons: boolean): void {
    texts.read(channel, text, frames.place().frame, reasons);
  }

  function tellError(words: string): void {
    errors.add(words);
    seen.add('server-error');
  }

  return {
    /**
     * @param text a whole frame
     * @returns whether it is an event of tool progress that the page does not get
     */
    read(text: string): boolean {
      frames.take(text);
      const cut = readFrame(read, text);
      const wasDone = done;
      // It may follow a chunk in one frame.
      done ||= /(?:^|\})\s*\[DONE\]\s*$/.test(cut.fields?.data ?? '');
      const messages = messagesOf(cut, read);
      const isEmpty = messages.length === 0 && cut.sound === null && text.trim() !== '';
      if (isEmpty && !SILENT.some(({ repair }) => repair(cut))) {
        const stranger = frames.readOther(cut, dialects.has('openai-chat'));
        if (stranger) strangers.read(stranger, frames.place());
      }
      if (wasDone && messages.some(hasChoices))
        seen.add('goes-on', 'The reply goes on after [DONE].');
      return messages.map((message) => readOne(message, cut)).includes(true);
    },
    /** @param end what is known of the body at its end */
    end({ isStream, endsWhole }: BodyEnd): void {
      frames.end(endsWhole, dialects);
      texts.end(tools.names(hermes.isSeen()), tools.hasCalls());
      strangers.tell();
      const hasFailed = errors.counts().length > 0;
      if (isStream) lives.end(!hasFailed && !isAnySeen(seen, UNREAD));
      const mustEnd = isStream && !hasFailed && needsEnd(dialects);
      if (mustEnd && !lives.isOver(dialects, done, ended) && !seen.get('cut-frame'))
        seen.add('cut-reply');
      if (dialects.size === 0 && shapes.hasText()) dialects.add(unknown.id);
      const isKnown = dialects.size > 0 || hasFailed || isAnySeen(seen, UNREADABLE);
      if (!isKnown && frames.place().frame >= 0) seen.add('unknown-format', foreign ?? undefined);
    },
    /** @param markersOfServer whether the server itself wrote markers */
    result(markersOfServer: boolean): Surveyed {
      return {
        dialects: [...dialects],
        servers: [
          ...serversOf(dialects),
          ...hermes.servers(dialects, markersOfServer),
          ...chunks.servers(),
        ],
        finishReasons: chunks.finishReasons(),
        done,
        errors: errors.counts(),
        lookalikes: texts.lookalikes(),
      };
    },
  };
}

/** Either is the last word of a reply: see `lobehub.ts`. */
const LOBEHUB_ENDS: ReadonlySet<string | null> = new Set(['stop', 'usage']);

/** @returns the servers that speak these dialects alone */
function serversOf(dialects: ReadonlySet<string>): Server[] {
  return [...dialects]
    .flatMap((id) => DIALECT_NAMES[id]?.server ?? [])
    .map((name) => ({ name, version: null, by: SHAPE }));
}

/** Returns whether an event of a stream has its type in its data alone. A whole answer is none. */
function isUnnamed({ event, json }: Message, { text }: Frame): boolean {
  return event === null && json.type !== 'message' && /^data:/m.test(text);
}

/**
 * @returns the format that only the doctor knows and that a message is of; null if there is none
 */
function ownFormat(message: Message): string | null {
  return [...ONLY_HERE].find((id) => LIFE_CYCLES[id]?.events(message)) ?? null;
}

function isAnySeen(seen: Sightings, ids: readonly string[]): boolean {
  return ids.some((id) => seen.get(id));
}

/** Returns whether a stream of these dialects must say that it is over. */
function needsEnd(dialects: ReadonlySet<string>): boolean {
  return !dialects.has('openai-chat') && [...dialects].some((id) => !WITHOUT_END.has(id));
}

function messagesOf(frame: Frame, read: (text: string) => FrameFields | null): Message[] {
  if (isObject(frame.json)) return [{ event: frame.fields?.event ?? null, json: frame.json }];
  // A stream that is one list, as of Gemini without `alt=sse`.
  if (/^\s*\[/.test(frame.text) && Array.isArray(frame.json))
    return frame.json.filter(isObject).map((json) => ({ event: null, json }));
  for (const { repair } of OTHER_SHAPES) {
    const texts = repair(frame);
    if (texts) return texts.flatMap((text) => messagesOf(readFrame(read, text), read));
  }
  return [];
}

function hasChoices({ json }: Message): boolean {
  return Array.isArray(json.choices) && json.choices.length > 0;
}

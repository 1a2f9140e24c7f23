import { readMessage } from '../../normalizer/dialects/all-dialects.ts';
import type { Message } from '../../normalizer/dialects/dialect.ts';
import { createShapes, unknown } from '../../normalizer/dialects/unknown.ts';
import { arrayOf, firstString } from '../../normalizer/dialects/fields.ts';
import type { FrameFields } from '../../normalizer/framing/framing.ts';
import { isObject } from '../../normalizer/json/json-edit.ts';
import HERMES_TOOLS from '../../normalizer/tables/hermes-tools.json' with { type: 'json' };
import { bareJson } from '../../normalizer/repairs/bare-json.ts';
import { dataComments } from '../../normalizer/repairs/data-comments.ts';
import { errorLines } from '../../normalizer/repairs/error-lines.ts';
import { type Frame, readFrame } from '../../normalizer/repairs/frame.ts';
import { joinedObjects } from '../../normalizer/repairs/joined-objects.ts';
import { silentEvents } from '../../normalizer/repairs/silent-events.ts';
import { DIALECT_NAMES } from '../dialect-names.ts';
import { excerptOf, MAX_NAME } from '../excerpt.ts';
import { isFailure } from './finish-reasons.ts';
import { guessFormat, isRealtime } from './foreign-formats.ts';
import { createLife, knows, type Life } from './life-cycle.ts';
import { ENDED_BY_DONE, LIFE_CYCLES, ONLY_HERE } from './life-cycles.ts';
import { createHermesWatch, createServerSigns, SHAPE, type Server } from './servers.ts';
import type { Place, Sightings } from '../sightings.ts';
import { TELLING_TOOLS } from '../telling-tools.ts';
import { createTally, type Counted } from '../tally.ts';
import { readError } from './reported-errors.ts';
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
  /** Lines of the texts that look like markers in Hermes' words, whether or not anything shows that they are. */
  readonly lookalikes: number;
}

/** UTF-16 units of an error that are kept. */
const MAX_ERROR = 200;

/** A message that nothing explained so far. */
type Stranger = Place & { readonly message: Message };

/** Most messages that are kept until it is known whether something in their stream explains them. */
const MAX_STRANGERS = 256;

/** Most names of tools that texts are searched for. */
const MAX_TOOLS = 500;

/** Readers of a frame whose data is not a single JSON value. */
const OTHER_SHAPES = [errorLines, bareJson, joinedObjects];
/** Repairs whose frames have no message without being faulty. */
const SILENT = [dataComments, silentEvents];

/** A line of a frame besides its data. */
const OTHER_LINE = /^(?:event|id|retry):/m;

const BARE_RETURN = 'Lines end with a carriage return alone.';

/** Faults of frames that were not read. */
export const UNREAD: readonly string[] = [
  'data-not-json',
  'no-frames',
  'too-long',
  'unread-frames',
  'cut-frame',
];

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
  const tools = new Set(offered);
  const dialects = new Set<string>();
  const errors = createTally(MAX_ERROR);
  const texts = createTextWatch(seen);
  const chunks = createChunkSurvey(readText, tellError);
  const lives = new Map<string, Life>();
  /** The last frame that cannot be read. Whether it was truncated is known once it proves to be the last one. */
  let unread: Unread | null = null;
  const hermes = createHermesWatch(sessionId);
  let hasCalls = false;
  let done = false;
  let ended = false;
  let frame = -1;
  /** The form of a message that no dialect reads. */
  let foreign: string | null = null;
  let isForeign = false;
  let isSession = false;
  const shapes = createShapes(() => false);
  /** The first frame whose lines end in another way than most readers expect. */
  let lineEnds: (Place & { readonly words: string | undefined }) | null = null;
  /** The first frame without a space behind "data:". */
  let narrow: Place | null = null;
  /** The first frame before any chunk whose data is JSON, but no object. */
  let early: Place | null = null;
  /** The first frames of known formats that contain something unknown. */
  const strangers: Stranger[] = [];

  function readOne(message: Message, cut: Frame): boolean {
    const { json } = message;
    // What follows belongs to the session.
    if (dialects.size === 0 && isRealtime(json)) foreign ??= guessFormat(message);
    isSession ||= dialects.size === 0 && isRealtime(json);
    if (isSession) return false;
    const known = readMessage(message, { dialects, hermes: hermes.isSeen(), shapes });
    for (const { text, channel, kind, known: before } of known?.reading.texts ?? [])
      if (kind === 'delta' || kind === 'whole')
        texts.read(channel, text.slice(before), frame, false);
    const found = known?.dialect === unknown ? null : known;
    const error = readError(message, found !== null);
    if (error !== null) tellError(error);
    const id =
      found?.dialect.id ?? [...ONLY_HERE].find((own) => LIFE_CYCLES[own]?.events(message)) ?? null;
    if (id === null) {
      if (error === null) readStranger(message, cut.text);
      isForeign = true;
      foreign ??= guessFormat(message);
      return false;
    }
    dialects.add(id);
    if (lifeOf(id)?.read(message) === false) strange(message, cut.text);
    if (!found) return false;
    ended ||= found.reading.ends ?? (id === 'lobehub' && message.event === 'stop');
    hermes.read(id, found.reading);
    for (const { tool } of found.reading.progress ?? []) if (tool) tools.add(tool);
    hasCalls ||= callsOf(json).length > 0 || (found.reading.progress ?? []).length > 0;
    for (const tool of toolNames(isObject(json.response) ? json.response : json)) tools.add(tool);
    if (id === 'openai-chat') {
      chunks.read(json);
      if (cut.sound === null && OTHER_LINE.test(cut.text)) seen.add('other-lines');
    }
    return id === 'hermes-progress' && (found.reading.remove ?? false);
  }

  function readText(channel: string, text: string, reasons: boolean): void {
    texts.read(channel, text, frame, reasons);
  }

  function lifeOf(id: string): Life | undefined {
    const cycle = LIFE_CYCLES[id];
    const known = lives.get(id);
    if (known || !cycle) return known;
    // Texts of other formats come from their dialect.
    const onText = ONLY_HERE.has(id) ? readText : () => {};
    const life = createLife(cycle, seen, onText);
    lives.set(id, life);
    // What came before the format was known may be the beginning of its order.
    for (const { message } of strangers) if (knows(cycle, message)) life.read(message);
    return life;
  }

  /** Reads a message that no format knows. */
  function readStranger(message: Message, text: string): void {
    const { event, json } = message;
    // The chat is watched elsewhere.
    if (Array.isArray(json.choices)) return;
    if (!dialects.has('openai-chat')) strange(message, text);
    else if (event === null && 'usage' in json && !('choices' in json))
      seen.add('chunk-without-choices');
  }

  function strange(message: Message, text: string): void {
    if (strangers.length < MAX_STRANGERS)
      strangers.push({ frame, text: excerptOf(text.trim()), message });
  }

  function tellError(words: string): void {
    errors.add(words);
    seen.add('server-error');
  }

  /** Handles a frame without a message. */
  function readOther({ text, fields, json }: Frame): void {
    // Valid JSON, though without meaning.
    if (json !== undefined) {
      isForeign = true;
      if (!dialects.has('openai-chat')) early ??= { frame, text };
      if (!isFine(fields?.data ?? ''))
        readStranger({ event: fields?.event ?? null, json: {} }, text);
    } else if (fields) {
      if (isFine(fields.data)) return;
      if (fields.event === 'error') tellError(fields.data);
      else unread = { frame, text, id: 'data-not-json' };
    } else if (/^event: ?(?:error|exception)\s*$/m.test(text)) tellError('an error without words');
    else if (!/^(?:[:\r\n]|$|(?:event|id|retry|data):?)/.test(text.trim()))
      unread = { frame, text, id: 'no-frames' };
  }

  return {
    /**
     * @param text a whole frame
     * @returns whether it is an event of tool progress that the page does not get
     */
    read(text: string): boolean {
      frame++;
      if (text.trim() !== '') {
        if (unread) seen.add(unread.id, undefined, unread);
        unread = null;
      }
      if (!lineEnds && /^data:[^]*\r/m.test(text))
        lineEnds = { frame, text, words: /\r[^\n]/.test(text) ? BARE_RETURN : undefined };
      if (!narrow && /^data:[^ \r\n]/m.test(text)) narrow = { frame, text };
      const cut = readFrame(read, text);
      const wasDone = done;
      // It may follow a chunk in one frame.
      done ||= /(?:^|\})\s*\[DONE\]\s*$/.test(cut.fields?.data ?? '');
      const messages = messagesOf(cut, read);
      const isEmpty = messages.length === 0 && cut.sound === null && text.trim() !== '';
      if (isEmpty && !SILENT.some(({ repair }) => repair(cut))) readOther(cut);
      if (wasDone && messages.some(hasChoices))
        seen.add('goes-on', 'The reply goes on after [DONE].');
      return messages.map((message) => readOne(message, cut)).includes(true);
    },
    /** @param end what is known of the body at its end */
    end({ isStream, endsWhole }: BodyEnd): void {
      if (unread)
        seen.add(isCutShort(unread, endsWhole) ? 'cut-frame' : unread.id, undefined, unread);
      if (dialects.has('openai-chat')) {
        if (lineEnds) seen.add('line-ends', lineEnds.words, lineEnds);
        if (narrow) seen.add('no-space', undefined, narrow);
        if (early)
          seen.add('before-first', 'Data that is no chunk comes before the first chunk.', early);
      }
      texts.end(namesOf(tools, hermes.isSeen()), hasCalls);
      tellStrangers(strangers, dialects, seen);
      const isSure = errors.counts().length === 0 && !UNREAD.some((id) => seen.get(id));
      if (isStream) for (const life of lives.values()) life.end(isSure);
      const isOver = [...dialects].some(
        (id) => (done && ENDED_BY_DONE.has(id)) || (lives.get(id)?.isOver() ?? (ended || done)),
      );
      const needsEnd =
        [...dialects].some((id) => !WITHOUT_END.has(id)) && !dialects.has('openai-chat');
      if (isStream && needsEnd && !isOver && errors.counts().length === 0 && !seen.get('cut-frame'))
        seen.add('cut-reply');
      if (dialects.size === 0 && shapes.hasText()) dialects.add(unknown.id);
      const isKnown =
        dialects.size > 0 ||
        errors.counts().length > 0 ||
        seen.get('data-not-json') ||
        seen.get('no-frames') ||
        seen.get('cut-frame');
      if (!isKnown && (isForeign || frame >= 0)) seen.add('unknown-format', foreign ?? undefined);
    },
    /** @param markersOfServer whether the server itself wrote markers */
    result(markersOfServer: boolean): Surveyed {
      const own = [...dialects].flatMap((id) => DIALECT_NAMES[id]?.server ?? []);
      return {
        dialects: [...dialects],
        servers: [
          ...own.map((name) => ({ name, version: null, by: SHAPE })),
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

/**
 * Reads what the chunks of a chat reveal.
 * @param onText receives the pieces of reasoning
 * @param onError called with the words of an error that only a finish reason tells of
 */
function createChunkSurvey(
  onText: (channel: string, text: string, reasons: boolean) => void,
  onError: (words: string) => void,
) {
  const signs = createServerSigns();
  const finishReasons = createTally();

  function read(chunk: Record<string, unknown>): void {
    signs.read(chunk);
    for (const [i, choice] of arrayOf(chunk.choices).entries()) {
      if (!isObject(choice)) continue;
      const said = choice.delta ?? choice.message;
      const reasoning = isObject(said) ? firstString(said, 'reasoning_content', 'reasoning') : null;
      if (reasoning) onText(`reasoning ${i}`, reasoning, true);
      const { finish_reason: reason } = choice;
      if (typeof reason !== 'string') continue;
      finishReasons.add(reason);
      if (isFailure(reason) && readError({ event: null, json: chunk }, true) === null)
        onError(
          reason === 'error'
            ? 'an error without words'
            : `the finish reason "${excerptOf(reason, MAX_NAME)}"`,
        );
    }
  }

  return { read, servers: signs.servers, finishReasons: finishReasons.counts };
}

/** A frame that cannot be read. */
interface Unread extends Place {
  readonly id: 'data-not-json' | 'no-frames';
}

/** @returns whether the last frame of a body is truncated */
function isCutShort({ text, id }: Unread, endsWhole: boolean): boolean {
  if (id === 'no-frames') return !endsWhole && /^(?:da?t?a?|ev?e?n?t?)$/.test(text.trim());
  return !endsWhole || /^(?:data: ?)?[{[](?:.(?!\}\s*$))*$/s.test(text.trim());
}

/** Reports what nothing in this stream explains. */
function tellStrangers(
  strangers: readonly Stranger[],
  dialects: ReadonlySet<string>,
  seen: Sightings,
): void {
  if (dialects.has('openai-chat')) {
    // Behind the first chunk, a repair removes them and says so.
    for (const place of strangers)
      if (place.message.event !== 'error') seen.add('before-first', undefined, place);
    return;
  }
  if (dialects.size === 0) return;
  for (const { message, ...place } of strangers) {
    const name = message.event ?? firstString(message.json, 'event', 'type', 'object') ?? 'message';
    if (/^(?:ping|heartbeat|keep-?alive|hermes\..*)$/.test(name)) continue;
    if ([...dialects].some((id) => knows(LIFE_CYCLES[id], message))) continue;
    seen.add(
      'unread-frames',
      `Something here is not understood, and may be part of the reply: "${excerptOf(name, MAX_NAME)}".`,
      place,
    );
  }
}

/** Returns whether data needs no message: empty, or JSON that is not an object. */
function isFine(data: string): boolean {
  const text = data.trim();
  return (
    text === '' || text === '[DONE]' || /^(?:null|true|false|-?\d+(?:\.\d+)?|"[^"\\]*")$/.test(text)
  );
}

/** The calls of a chunk. */
function callsOf(json: Record<string, unknown>): unknown[] {
  return arrayOf(json.choices).flatMap((choice) =>
    isObject(choice) && isObject(choice.delta) ? arrayOf(choice.delta.tool_calls) : [],
  );
}

/** The names in the tools that an answer repeats, and in the calls of a chunk. */
function toolNames(json: Record<string, unknown>): string[] {
  return [...arrayOf(json.tools), ...callsOf(json)]
    .filter(isObject)
    .map((one) => firstString(isObject(one.function) ? one.function : one, 'name') ?? '')
    .filter((name) => name !== '');
}

function messagesOf(frame: Frame, read: (text: string) => FrameFields | null): Message[] {
  if (isObject(frame.json)) return [{ event: frame.fields?.event ?? null, json: frame.json }];
  for (const { repair } of OTHER_SHAPES) {
    const texts = repair(frame);
    if (texts) return texts.flatMap((text) => messagesOf(readFrame(read, text), read));
  }
  return [];
}

function hasChoices({ json }: Message): boolean {
  return Array.isArray(json.choices) && json.choices.length > 0;
}

/** @returns the names of tools that the model may call: those it was heard of, and those of its agent */
function namesOf(tools: ReadonlySet<string>, isHermes: boolean): string[] {
  return [...[...tools].slice(0, MAX_TOOLS), ...(isHermes ? HERMES_TOOLS : TELLING_TOOLS)];
}

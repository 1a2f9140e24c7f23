import { readMessage } from '../../normalizer/dialects/all-dialects.ts';
import { arrayOf, firstString } from '../../normalizer/dialects/fields.ts';
import type { Message } from '../../normalizer/dialects/dialect.ts';
import type { FrameFields } from '../../normalizer/framing/framing.ts';
import { isObject } from '../../normalizer/json/json-edit.ts';
import { bareJson } from '../../normalizer/repairs/bare-json.ts';
import { dataComments } from '../../normalizer/repairs/data-comments.ts';
import { errorLines } from '../../normalizer/repairs/error-lines.ts';
import type { Frame } from '../../normalizer/repairs/frame-repair.ts';
import { readFrame } from '../../normalizer/repairs/frame-repairs.ts';
import { joinedObjects } from '../../normalizer/repairs/joined-objects.ts';
import { silentEvents } from '../../normalizer/repairs/silent-events.ts';
import { DIALECT_NAMES } from '../dialect-names.ts';
import { guessFormat } from './foreign-formats.ts';
import { createResponsesWatch } from './responses-watch.ts';
import { hermesEra, readSigns, type Server } from './servers.ts';
import type { Sightings } from '../sightings.ts';
import { createTally, type Counted } from '../tally.ts';
import { readError } from './reported-errors.ts';
import { createTextSigns, type TextSigns } from './written-calls.ts';

/** What the original frames of a stream reveal about it. */
export interface Survey {
  /**
   * @param text a whole frame
   * @returns whether it is an event of tool progress that the page does not get
   */
  read(text: string): boolean;
  /** @param end what is known of the body at its end */
  end(end: BodyEnd): void;
  /** @param markersOfServer whether the server itself wrote markers */
  result(markersOfServer: boolean): Surveyed;
}

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
}

const SHAPE = 'the shape of its messages';

/** UTF-16 units of an error that are kept. */
const MAX_ERROR = 200;

/** Readers of a frame whose data is not a single JSON value. */
const OTHER_SHAPES = [errorLines, bareJson, joinedObjects];
/** Repairs whose frames have no message without being faulty. */
const SILENT = [dataComments, silentEvents];

/** Texts that are searched for what the model wrote into them. */
const MAX_TEXTS = 64;

/** Dialects whose streams have no definite end: chats have finish reasons instead. */
const WITHOUT_END: ReadonlySet<string> = new Set(['hermes-progress', 'openai-chat']);

/** An unreadable frame. Whether it was truncated is known once it proves to be the last one. */
interface Unread {
  readonly frame: number;
  readonly text: string;
  readonly id: 'data-not-json' | 'no-frames';
}

/**
 * @param read reads the fields of a frame
 * @param sessionId value of `X-Hermes-Session-Id`, or null
 * @param seen receives the faults that are found
 */
export function createSurvey(
  read: (text: string) => FrameFields | null,
  sessionId: string | null,
  seen: Sightings,
): Survey {
  const dialects = new Set<string>();
  const servers = new Map<string, Server>();
  const finishReasons = createTally();
  const errors = createTally(MAX_ERROR);
  const responses = createResponsesWatch(seen);
  const texts = new Map<string, TextSigns>();
  let hermes = Boolean(sessionId);
  let eventsWithId = false;
  let eventsWithoutId = false;
  let done = false;
  let ended = false;
  let frame = -1;
  let unread: Unread | null = null;
  /** The form of a message that no dialect reads. */
  let foreign: string | null = null;
  let isForeign = false;

  function readOne(message: Message): boolean {
    const { json } = message;
    const found = readMessage(message, { dialects, hermes });
    const error = readError(message, found !== null);
    if (error !== null) tellError(error);
    if (!found) {
      if (message.event === null && error === null && dialects.has('openai-chat') && !('choices' in json))
        seen.add('chunk-without-choices');
      isForeign = true;
      foreign ??= guessFormat(message);
      return false;
    }
    const { id } = found.dialect;
    dialects.add(id);
    ended ||= found.reading.ends ?? (id === 'lobehub' && message.event === 'stop');
    hermes ||= found.reading.hermes ?? id.startsWith('hermes-');
    for (const { text, channel, kind } of found.reading.texts ?? []) if (kind !== 'copy') watchText(channel, text);
    if (id === 'openai-chat') readChunk(json);
    if (id === 'openai-responses') responses.read(json);
    if (id !== 'hermes-progress') return false;
    for (const { callId } of found.reading.progress ?? []) {
      if (callId === null) eventsWithoutId = true;
      else eventsWithId = true;
    }
    return found.reading.remove ?? false;
  }

  function tellError(words: string): void {
    errors.add(words);
    seen.add('server-error');
  }

  /** @param reasons whether the text is the model's reasoning, which may mention tokens */
  function watchText(channel: string, text: string, reasons = false): void {
    if (text.includes('\ufffd')) seen.add('broken-letters');
    let signs = texts.get(channel);
    if (!signs && texts.size < MAX_TEXTS) {
      signs = createTextSigns(
        (model) => seen.add('call-as-text', callWords(model, reasons)),
        () => !reasons && seen.add('template-tokens'),
      );
      texts.set(channel, signs);
    }
    signs?.add(text);
  }

  function readChunk(chunk: Record<string, unknown>): void {
    for (const server of readSigns(chunk)) {
      const known = servers.get(server.name);
      if (!known || (known.version === null && server.version !== null)) servers.set(server.name, server);
    }
    for (const [i, choice] of arrayOf(chunk.choices).entries()) {
      if (!isObject(choice)) continue;
      const said = choice.delta ?? choice.message;
      const reasoning = isObject(said) ? firstString(said, 'reasoning_content', 'reasoning') : null;
      if (reasoning) watchText(`reasoning ${i}`, reasoning, true);
      if (typeof choice.finish_reason !== 'string') continue;
      finishReasons.add(choice.finish_reason);
      if (choice.finish_reason === 'error' && readError({ event: null, json: chunk }, true) === null)
        tellError('an error without words');
    }
  }

  function hermesServer(markersOfServer: boolean): Server[] {
    if (!hermes) return [];
    const era = hermesEra({
      sessionId,
      eventsWithId,
      eventsWithoutId,
      runs: dialects.has('hermes-runs'),
      markers: markersOfServer,
      isChat: dialects.has('openai-chat'),
    });
    return [
      { name: 'Hermes Agent', version: era?.version ?? null, by: era?.by ?? (sessionId ? 'the session id' : SHAPE) },
    ];
  }

  /** Handles a frame without a message. */
  function readOther({ text, fields, json }: Frame): void {
    // Valid JSON, though without meaning.
    if (json !== undefined) isForeign = true;
    else if (fields) {
      if (!isFine(fields.data) && !(fields.event === 'error' && tellText(fields.data)))
        unread = { frame, text, id: 'data-not-json' };
    } else if (/^event: ?(?:error|exception)\s*$/m.test(text)) tellError('an error without words');
    else if (!/^(?:[:\r\n]|$|(?:event|id|retry|data):?)/.test(text.trim())) unread = { frame, text, id: 'no-frames' };
  }

  function tellText(data: string): boolean {
    tellError(data);
    return true;
  }

  return {
    read(text) {
      frame++;
      if (unread && text.trim() !== '') {
        seen.at(unread.frame, unread.text);
        seen.add(unread.id);
        seen.at(frame, text);
        unread = null;
      }
      const cut = readFrame(read, text);
      // It may follow a chunk in one frame.
      done ||= /(?:^|\})\s*\[DONE\]\s*$/.test(cut.fields?.data ?? '');
      const messages = messagesOf(cut, read);
      if (messages.length === 0 && text.trim() !== '' && !SILENT.some(({ repair }) => repair(cut))) readOther(cut);
      return messages.map(readOne).includes(true);
    },
    end({ isStream, endsWhole }) {
      if (unread) {
        seen.at(unread.frame, unread.text);
        seen.add(isCutShort(unread, endsWhole) ? 'cut-frame' : unread.id);
      }
      if (isStream) responses.end();
      const needsEnd = [...dialects].some((id) => !WITHOUT_END.has(id)) && !dialects.has('openai-chat');
      if (isStream && needsEnd && !ended && !done && errors.counts().length === 0 && !seen.get('cut-frame'))
        seen.add('cut-reply');
      const isKnown =
        dialects.size > 0 ||
        errors.counts().length > 0 ||
        seen.get('data-not-json') ||
        seen.get('no-frames') ||
        seen.get('cut-frame');
      if (!isKnown && (isForeign || frame >= 0)) seen.add('unknown-format', foreign ?? undefined);
    },
    result(markersOfServer) {
      const own = [...dialects].flatMap((id) => DIALECT_NAMES[id]?.server ?? []);
      return {
        dialects: [...dialects],
        servers: [
          ...own.map((name) => ({ name, version: null, by: SHAPE })),
          ...hermesServer(markersOfServer),
          ...servers.values(),
        ],
        finishReasons: finishReasons.counts(),
        done,
        errors: errors.counts(),
      };
    },
  };
}

function callWords(model: string, reasons: boolean): string {
  return `The model wrote a tool call ${reasons ? 'into its reasoning' : 'as text'} (in the way of ${model}): the tool parser of the server is off, or the template is wrong.`;
}

/** Returns whether data needs no message: empty, or JSON that is not an object. */
function isFine(data: string): boolean {
  const text = data.trim();
  return text === '' || text === '[DONE]' || /^(?:null|true|false|-?\d+(?:\.\d+)?|"[^"\\]*")$/.test(text);
}

/** @returns whether the last frame of a body is truncated */
function isCutShort({ text, id }: Unread, endsWhole: boolean): boolean {
  if (id === 'no-frames') return !endsWhole && /^(?:da?t?a?|ev?e?n?t?)$/.test(text.trim());
  return !endsWhole || /^(?:data: ?)?[{[](?:.(?!\}\s*$))*$/s.test(text.trim());
}

function messagesOf(frame: Frame, read: (text: string) => FrameFields | null): Message[] {
  if (isObject(frame.json)) return [{ event: frame.fields?.event ?? null, json: frame.json }];
  for (const { repair } of OTHER_SHAPES) {
    const texts = repair(frame);
    if (texts) return texts.flatMap((text) => messagesOf(readFrame(read, text), read));
  }
  return [];
}

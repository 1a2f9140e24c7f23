import { readMessage } from '../dialects/all-dialects.ts';
import { arrayOf, firstString } from '../dialects/fields.ts';
import type { Message } from '../dialects/dialect.ts';
import type { FrameFields } from '../framing.ts';
import { isObject } from '../json-text.ts';
import { bareJson } from '../repairs/bare-json.ts';
import { errorLines } from '../repairs/error-lines.ts';
import type { Frame } from '../repairs/frame-repair.ts';
import { readFrame } from '../repairs/frame-repairs.ts';
import { joinedObjects } from '../repairs/joined-objects.ts';
import { DIALECT_NAMES } from './dialect-names.ts';
import { hermesEra, readSigns, type Server } from './servers.ts';
import { createTally, type Counted } from './tally.ts';

/** What the frames of a stream say of it, as they came. */
export interface Survey {
  /**
   * @param text a whole frame
   * @returns whether it is an event of tool progress that the page does not get
   */
  read(text: string): boolean;
  /** @param markersOfServer whether the server itself wrote markers */
  result(markersOfServer: boolean): Surveyed;
}

export interface Surveyed {
  /** Ids of the dialects that were read, in order. */
  readonly dialects: readonly string[];
  /** Nearest first; none where no sign tells. */
  readonly servers: readonly Server[];
  readonly finishReasons: readonly Counted[];
  /** `[DONE]` came. */
  readonly done: boolean;
  /** Errors that the server told in the stream. */
  readonly errors: readonly Counted[];
}

const SHAPE = 'the shape of its messages';

/** Units of an error that are kept. */
const MAX_ERROR = 200;

/** How a frame is read whose data is not one JSON. */
const OTHER_SHAPES = [errorLines, bareJson, joinedObjects];

/**
 * @param read reads the fields of a frame
 * @param sessionId value of `X-Hermes-Session-Id`, or null
 */
export function createSurvey(read: (text: string) => FrameFields | null, sessionId: string | null): Survey {
  const dialects = new Set<string>();
  const servers = new Map<string, Server>();
  const finishReasons = createTally();
  const errors = createTally(MAX_ERROR);
  let hermes = Boolean(sessionId);
  let eventsWithId = false;
  let eventsWithoutId = false;
  let done = false;

  function readOne(message: Message): boolean {
    const { json } = message;
    const found = readMessage(message, { dialects, hermes });
    // A tool that failed has `error: true`.
    if (isObject(json.error) || (typeof json.error === 'string' && json.error !== '')) errors.add(errorText(json.error));
    if (!found) return false;
    dialects.add(found.dialect.id);
    hermes ||= found.reading.hermes ?? found.dialect.id.startsWith('hermes-');
    if (found.dialect.id === 'openai-chat') readChunk(json);
    if (found.dialect.id !== 'hermes-progress') return false;
    for (const { callId } of found.reading.progress ?? []) {
      if (callId === null) eventsWithoutId = true;
      else eventsWithId = true;
    }
    return found.reading.remove ?? false;
  }

  function readChunk(chunk: Record<string, unknown>): void {
    for (const server of readSigns(chunk)) {
      const known = servers.get(server.name);
      if (!known || (known.version === null && server.version !== null)) servers.set(server.name, server);
    }
    for (const choice of arrayOf(chunk.choices)) {
      if (isObject(choice) && typeof choice.finish_reason === 'string') finishReasons.add(choice.finish_reason);
    }
  }

  function hermesServer(markersOfServer: boolean): Server[] {
    if (!hermes) return [];
    const era = hermesEra({
      sessionId, eventsWithId, eventsWithoutId,
      runs: dialects.has('hermes-runs'), markers: markersOfServer, isChat: dialects.has('openai-chat'),
    });
    return [{ name: 'Hermes Agent', version: era?.version ?? null, by: era?.by ?? (sessionId ? 'the session id' : SHAPE) }];
  }

  return {
    read(text) {
      const frame = readFrame(read, text);
      // It may stand behind a chunk in one frame.
      done ||= /(?:^|\})\s*\[DONE\]\s*$/.test(frame.fields?.data ?? '');
      return messagesOf(frame, read).map(readOne).includes(true);
    },
    result(markersOfServer) {
      const own = [...dialects].flatMap((id) => DIALECT_NAMES[id]?.server ?? []);
      return {
        dialects: [...dialects],
        servers: [...own.map((name) => ({ name, version: null, by: SHAPE })), ...hermesServer(markersOfServer), ...servers.values()],
        finishReasons: finishReasons.counts(),
        done,
        errors: errors.counts(),
      };
    },
  };
}

function messagesOf(frame: Frame, read: (text: string) => FrameFields | null): Message[] {
  if (isObject(frame.json)) return [{ event: frame.fields?.event ?? null, json: frame.json }];
  for (const { repair } of OTHER_SHAPES) {
    const texts = repair(frame);
    if (texts) return texts.flatMap((text) => messagesOf(readFrame(read, text), read));
  }
  return [];
}

function errorText(error: Record<string, unknown> | string): string {
  return typeof error === 'string' ? error : (firstString(error, 'message', 'detail', 'type', 'code') ?? 'an error without words');
}

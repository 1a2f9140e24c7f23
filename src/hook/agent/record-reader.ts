import { concat } from '../../lib/bytes.ts';
import { isSegment, profileOf } from '../../normalizer/progress/agent-paths.ts';
import type { Unread } from '../../normalizer/progress/progress-types.ts';
import { readRecord, sessionSeed, type AgentRecord } from '../../normalizer/progress/record.ts';
import {
  after,
  decodeText,
  getReader,
  isTypeError,
  lengthOf,
  NativePromise,
  NativeTextDecoder,
  now,
  ownRequest,
  readerCancel,
  readerRead,
  responseBody,
  responseStatus,
  sha256,
  startTimer,
} from '../realm/natives.ts';
import type { Caller } from '../transports/traffic.ts';
import type { AgentStream } from './agent-stream.ts';

/** Milliseconds from one read of a record to the next, and in which a record has to arrive. */
const READ_EVERY = 1000;
const READ_WITHIN = 2000;
/** Longest record that is read, in bytes: a long session is not worth more. */
const MAX_RECORD = 1 << 20;

const UTF8 = new NativeTextDecoder();
/** Of a session that is not recorded yet, or not known in time. */
const NO_RECORD: AgentRecord = {
  calls: [],
  newest: 0,
  toolTimes: [],
  answered: '',
  answeredSince: 0,
};

/** Reads the records of all agents of a page. */
export type RecordReader = ReturnType<typeof createRecordReader>;

/** Reads the records of agents, none too often. */
export function createRecordReader() {
  let last = Number.NEGATIVE_INFINITY;
  /** Null before the first read. If that fails, no other is tried: a page may not be allowed to. */
  let may: boolean | null = null;
  /** Why the last one that could not be read could not. */
  let why: Unread = 'closed';

  return {
    may: () => may !== false,
    why: () => why,
    /** Waits until one may be read, and takes the turn. */
    async turn(): Promise<void> {
      for (let left; (left = last + READ_EVERY - now()) > 0;)
        await new NativePromise<void>((done) => startTimer(done, left));
      last = now();
    },
    /**
     * @returns the list of the sessions of sub-agents; null if it cannot be read, '' if there is
     * none
     */
    async children(base: string, caller: Caller): Promise<string | null> {
      last = now();
      try {
        const url = `${base}/api/sessions?include_children=true&source=subagent&limit=50`;
        return await get(url, caller);
      } catch (error) {
        // The browser forbids it, as it will every read.
        if (isTypeError(error)) may ??= false;
        return null;
      }
    },
    /**
     * @param namesOf returns the names that the session may have; null for one that is unknown
     * @param isLast nothing more will be recorded
     * @returns null if it cannot be read, now or at all
     */
    async read(
      base: string,
      caller: Caller,
      namesOf: () => Names,
      isLast: boolean,
    ): Promise<AgentRecord | null> {
      last = now();
      try {
        let text: string | null = null;
        for (const session of await namesOf()) {
          if (session === null || !isSegment(session)) continue;
          text = await get(
            `${base}/api/sessions/${session}/messages?limit=50&order=latest`,
            caller,
          );
          if (text !== '') break;
        }
        if (text === '' && !isLast) return NO_RECORD;
        const record = readRecord(text ?? '');
        if (!record) why = text === '' ? 'absent' : 'closed';
        may ??= record !== null;
        return record;
      } catch (error) {
        // The browser forbids it; else it took too long, as it may while an agent starts.
        if (isTypeError(error)) may ??= false;
        why = 'closed';
        return isTypeError(error) || isLast ? null : NO_RECORD;
      }
    },
  };
}

/** The names that a session may have; null for one that is unknown. */
type Names = Promise<readonly (string | null)[]>;

/**
 * @returns '' if nothing is there; null for anything but a short text. Rejects if the browser does
 * not allow it
 */
export async function get(url: string, caller: Caller): Promise<string | null> {
  const response = await ownRequest(url, { headers: headersOf(caller) }, READ_WITHIN);
  if (responseStatus(response) === 404) return '';
  const body = responseStatus(response) === 200 ? responseBody(response) : null;
  if (!body) return null;
  const reader = getReader(body);
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = await readerRead(reader);
    if (done) return decodeText(UTF8, concat(parts));
    length += lengthOf(value as Uint8Array<ArrayBuffer>);
    if (length > MAX_RECORD) {
      void after(readerCancel(reader), null, () => {});
      return null;
    }
    parts[parts.length] = value as Uint8Array;
  }
}

/** @returns the headers of a request in the name of the page */
export function headersOf({ authorization }: Caller): Record<string, string> {
  const headers = { __proto__: null } as unknown as Record<string, string>;
  if (authorization !== null) headers.authorization = authorization;
  return headers;
}

/**
 * Returns the names that the session may have: the agent's own profile is asked by its name, too.
 */
export async function namesOfSession({ sessionId, base, body }: AgentStream): Names {
  if (sessionId !== null) return [sessionId];
  const profile = profileOf(base ?? '');
  const own = await idOf(body, '');
  return profile === '' ? [own] : [await idOf(body, profile), own];
}

/**
 * @returns the session that Hermes chooses for a request that names none; null if it cannot be
 * known
 */
async function idOf(body: string, profile: string): Promise<string | null> {
  const seed = sessionSeed(body, profile);
  const hash = seed === null ? null : await sha256(seed);
  if (!hash) return null;
  const bytes = new Uint8Array(hash);
  let id = 'api-';
  for (let i = 0; i < 8; i++) id += ((bytes[i] ?? 0) + 0x100).toString(16).slice(1);
  return id;
}

/**
 * Recorded agent streams: `curl -i` output or only the body, without transfer coding, frames ended
 * by a blank line.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Recording {
  /** Header names as recorded, without those that describe the connection itself. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Each frame with the blank line that ends it; joined they are the recorded body, byte for byte.
   */
  readonly frames: readonly string[];
}

const HERMES = new URL('../../../../test/recordings/hermes/', import.meta.url);
/** Chats beside the agent's record of what became of their calls. */
const RECORDS = new URL('../outcomes/', HERMES);

/** Those of Hermes 0.22.2 with a sub-agent, which worked, or failed. */
export const OUTCOMES = ['v0.22.2-delegate', 'v0.22.2-bad'] as const;

/** Valid only for the recorded connection, and rewritten by the server that replays it. */
const CONNECTION_HEADERS = new Set([
  'transfer-encoding',
  'content-length',
  'connection',
  'keep-alive',
  'date',
  'server',
]);

/** @returns names of all recorded chats, such as `v0.8-chat-scenario-1`, sorted */
export function recordingNames(): string[] {
  return readdirSync(fileURLToPath(HERMES))
    .filter((file) => file.endsWith('.txt'))
    .map((file) => file.slice(0, -'.txt'.length))
    .sort();
}

/**
 * @param name one of `recordingNames()`
 * @throws if there is no such recording
 */
export function readRecording(name: string): Recording {
  if (!recordingNames().includes(name)) {
    throw new Error(`No recording named "${name}". There are: ${recordingNames().join(', ')}.`);
  }
  return parseRecording(readFileSync(new URL(`${name}.txt`, HERMES), 'utf8'));
}

/** @returns one of `OUTCOMES`: the chat, and the agent's record of it */
export function readOutcome(name: (typeof OUTCOMES)[number]): {
  readonly chat: Recording;
  readonly record: unknown;
} {
  const read = (end: string): string => readFileSync(new URL(name + end, RECORDS), 'utf8');
  return { chat: parseRecording(read('.txt')), record: JSON.parse(read('.record.json')) };
}

/**
 * Splits a recording into headers and frames; nothing of the body is dropped.
 * @param text status line, header lines, blank line and body; or only a body, which then has no
 * headers
 */
export function parseRecording(text: string): Recording {
  if (!text.startsWith('HTTP/')) return { headers: {}, frames: splitFrames(text) };
  const end = text.indexOf('\r\n\r\n');
  if (end < 0)
    throw new Error('The headers of this recording have no end; record it with "curl -i -N".');
  const headers: Record<string, string> = {};
  for (const line of text.slice(0, end).split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    if (!CONNECTION_HEADERS.has(name.toLowerCase())) headers[name] = line.slice(colon + 1).trim();
  }
  return { headers, frames: splitFrames(text.slice(end + 4)) };
}

/**
 * @returns the frames of a stream, each with its blank line; text after the last blank line is a
 * separate frame
 */
export function splitFrames(body: string): string[] {
  return body.match(/[^]+?(?:\n\n|$)/g) ?? [];
}

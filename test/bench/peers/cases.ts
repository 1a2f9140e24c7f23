/** Streams that a patched `fetch` may get wrong, and whose right text is known. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { chunk } from '../bench-streams.ts';

const END = `${chunk('', 'stop')}data: [DONE]\n\n`;
const ENCODER = new TextEncoder();
/** Milliseconds between two chunks of a body: each is a read of its own. */
const EVERY = 20;

const MARKER = '\n`💻 ls -la`\n';

export interface Case {
  readonly name: string;
  /** Chunks of the body, sent one after another. */
  readonly pieces: readonly Uint8Array[];
  /** The expected text of all deltas, line feeds as spaces; null if the page aborts. */
  readonly text: string | null;
  /** It must pass byte for byte. */
  readonly unchanged?: boolean;
}

/** In chunks of this many bytes. */
function cut(text: string, size: number): Uint8Array[] {
  const bytes = ENCODER.encode(text);
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, i) => bytes.slice(i * size, (i + 1) * size));
}

function whole(...frames: readonly string[]): Uint8Array[] {
  return frames.map((frame) => ENCODER.encode(frame));
}

export const CASES: readonly Case[] = [
  {
    name: 'a marker in one delta',
    pieces: whole(chunk('Hi'), chunk(MARKER), chunk('there'), END),
    text: 'Hi there',
  },
  {
    name: 'a marker cut by the network',
    pieces: cut(`${chunk('Hi')}${chunk(MARKER)}${chunk('there')}${END}`, 150),
    text: 'Hi there',
  },
  {
    name: 'what only looks like a marker',
    pieces: whole(chunk('Press `⌘ C` to copy, '), chunk('`✅ done`'), END),
    text: 'Press `⌘ C` to copy, `✅ done`',
  },
  {
    name: 'characters cut in the middle',
    pieces: cut(`${chunk('Grüße 👋🏽 日本')}${END}`, 3),
    text: 'Grüße 👋🏽 日本',
  },
  {
    name: 'nothing to do: the same bytes',
    pieces: whole(
      'data: {"choices" : [{"index":0,"delta":{"content":"Hi"},"x":1e400}]}\r\n\r\n: comment\r\n\r\n',
      END,
    ),
    text: 'Hi',
    unchanged: true,
  },
  {
    name: 'an abort',
    pieces: whole(...Array.from({ length: 200 }, () => chunk('word '))),
    text: null,
  },
];

/** Sends the case with this index, chunk by chunk. */
export async function sendCase(response: ServerResponse, index: string): Promise<void> {
  const { pieces = [] } = CASES[Number(index)] ?? {};
  for (const piece of pieces) {
    if (response.destroyed) return;
    if (!response.write(piece)) await once(response, 'drain');
    await delay(EVERY);
  }
}

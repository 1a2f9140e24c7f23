import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { quantile } from './quantile.ts';

interface Hostile {
  readonly name: string;
  readonly text: string;
  /** Bytes that arrive at once. */
  readonly size?: number;
  readonly contentType?: string;
}

const MEGABYTE = 1024 * 1024;
/** The required speed for each of them, in MB/s. */
const LEAST = 5;
const WARM_UP = 2;

const CHAT = `data: ${JSON.stringify({ id: 'chatcmpl-x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'Hi ' }, finish_reason: null }] })}\n\n`;
const LONG = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'x'.repeat(60_000) } }] })}`;

function fill(piece: string, megabytes = 2): string {
  return piece.repeat(Math.ceil((megabytes * MEGABYTE) / piece.length));
}

/** Frames of few bytes, and frames that arrive a few bytes at a time, cost the most for each of them. */
const BODIES: readonly Hostile[] = [
  ...['{\n\n', 'data: {\n\n', 'data:x\n\n', ': x\n\n'].flatMap((frame): Hostile[] => [
    { name: `frames ${JSON.stringify(frame)}`, text: fill(frame) },
    { name: `the same in a chat`, text: CHAT + fill(frame) },
  ]),
  { name: 'comments behind a repair', text: `${CHAT}event: ping\n\n${fill(': x\n\n')}` },
  { name: 'line feeds and carriage returns in turn', text: CHAT + fill('\n\r') },
  { name: 'frames that end with either in turn', text: CHAT + fill('data: {}\r\rdata: {}\n\n') },
  { name: 'frames of 60 kB, byte by byte', text: fill(`${LONG}\n\n`, 1), size: 1 },
  { name: 'the same with CRLF', text: fill(`${LONG}\r\n\r\n`, 1), size: 1 },
  { name: 'a frame of 6000 lines, byte by byte', text: fill(`${': 3456789\n'.repeat(6000)}\n`, 1), size: 1 },
  { name: 'a chat, byte by byte', text: fill(CHAT, 1), size: 1 },
  ...['{\n', '"\n', '\n'].map((line): Hostile => ({
    name: `lines of JSON ${JSON.stringify(line)}`,
    text: fill(line),
    contentType: 'application/x-ndjson',
  })),
];

/** @returns MB per second of processor time */
function speedOf({ size = 65_536, contentType = 'text/event-stream' }: Hostile, body: Uint8Array): number {
  const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, i) => body.slice(i * size, (i + 1) * size));
  const start = process.cpuUsage();
  const normalizer = createBodyNormalizer({ contentType, isReply: true });
  for (const piece of pieces) normalizer?.push(piece);
  normalizer?.end();
  return body.length / process.cpuUsage(start).user;
}

/** Prints how fast hostile bodies pass the normalizer in Node, and marks those that are too slow. */
export function reportHostile(rounds: number): void {
  console.log(`\n  hostile bodies through the normalizer in Node, at least ${LEAST} MB/s each`);
  for (const each of BODIES) {
    const body = new TextEncoder().encode(each.text);
    // The engine compiles in the first ones.
    const speeds = Array.from({ length: rounds + WARM_UP }, () => speedOf(each, body)).slice(WARM_UP);
    const speed = quantile(speeds, 0.5);
    console.log(
      `    ${each.name.padEnd(44)} ${speed.toFixed(1).padStart(7)} MB/s${speed < LEAST ? '   too slow' : ''}`,
    );
  }
}

import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { bytesOf, chunkJson } from './splits.ts';

interface Body {
  readonly name: string;
  /** @returns some 6 kB for n = 1 */
  readonly make: (n: number) => string;
  /** Bytes that arrive at once; 64 KiB by default. */
  readonly size?: number;
  readonly contentType?: string;
}

const CHAT = `data: ${chunkJson('Hi\n')}\n\n`;
/** The text may still become a marker. */
const HELD = `data: ${chunkJson('Hi\n`⏰ l')}\n\n`;

function times(piece: string, n: number): string {
  return piece.repeat(Math.ceil((n * 6000) / piece.length));
}

function choices(n: number, content: string): string {
  return `data: ${JSON.stringify({ choices: Array.from({ length: n * 100 }, (_, index) => ({ index, delta: { content } })) })}\n\n`;
}

/** What a server may send; frames of few bytes cost the most. */
const BODIES: readonly Body[] = [
  ...[1, 7].flatMap((size): Body[] => [
    {
      name: `one frame of one line, ${size} bytes at a time`,
      make: (n) => `data: ${chunkJson(times('x', n))}\n\n`,
      size,
    },
    { name: `one frame of many lines, ${size} bytes at a time`, make: (n) => `${times(': 345678\n', n)}\n`, size },
    {
      name: `one frame of lines that end with CRLF, ${size} bytes at a time`,
      make: (n) => `${times('x\r\n', n)}\r\n`,
      size,
    },
    {
      name: `one line of JSON, ${size} bytes at a time`,
      make: (n) => `{"a":"${times('x', n)}"}\n`,
      size,
      contentType: 'application/x-ndjson',
    },
  ]),
  ...[
    '{\n\n',
    'data: {\n\n',
    'data:x\n\n',
    'data: {}\n\n',
    ': x\n\n',
    '\r\n',
    '\n\r',
    '\r',
    '\n',
    '{\n',
    '"\n\n',
    'data:"\n\n',
    'event: x\n\n',
  ].flatMap((frame): Body[] => [
    { name: `${JSON.stringify(frame)} before a chat`, make: (n) => times(frame, n) },
    { name: `${JSON.stringify(frame)} in a chat`, make: (n) => CHAT + times(frame, n) },
    { name: `${JSON.stringify(frame)} while text is held`, make: (n) => HELD + times(frame, n) },
  ]),
  ...['{\n', '\n', '"\n', `${' '.repeat(50)}\n`].map((line): Body => ({
    name: `lines ${JSON.stringify(line)}`,
    make: (n) => times(line, n),
    contentType: 'application/x-ndjson',
  })),
  { name: 'choices with markers', make: (n) => choices(n, 'a\n`⏰ x`\n\nb') },
  { name: 'choices whose text is held', make: (n) => choices(n, 'a\n`⏰ x') },
];

/** In CPU time: on a machine that others use, long tasks take even longer. */
function msFor(text: string, { size = 65_536, contentType = 'text/event-stream' }: Body): number {
  const body = bytesOf(text);
  let best = Infinity;
  for (let run = 0; run < 3; run++) {
    const start = process.cpuUsage();
    const normalizer = createBodyNormalizer({ contentType, isReply: true });
    for (let at = 0; at < body.length; at += size) normalizer?.push(body.slice(at, at + size));
    normalizer?.end();
    best = Math.min(best, process.cpuUsage(start).user / 1000);
  }
  return best;
}

test.each(BODIES)('eight times the bytes take about eight times as long, not sixty-four: $name', (body) => {
  const [small, large] = [body.make(1), body.make(8)];

  let ratio = Infinity;
  for (let attempt = 0; attempt < 4 && ratio > 20; attempt++)
    ratio = Math.min(ratio, msFor(large, body) / (msFor(small, body) + 1));
  expect(ratio).toBeLessThan(20);
});

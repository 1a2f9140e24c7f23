import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { filterReply } from '../../../src/tools/cli/filter.ts';
import { runNormalize } from '../../../src/tools/cli/normalize-command.ts';

const RECORDINGS = join(import.meta.dirname, '../../recordings');
const FILES = globSync('{hermes,llama.cpp,dialects,chat-pages}/*.txt', { cwd: RECORDINGS });
const FRAME = 'data: {"choices":[{"index":0,"delta":{"content":"A"}}]}\n\n';

async function* pieces(input: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < input.length; at += size) yield input.subarray(at, at + size);
}

/** @returns the output, and whether it was written as the input was read */
async function filter(input: Uint8Array, size: number) {
  const written: Uint8Array[] = [];
  const rest = await filterReply(pieces(input, size), (bytes) => void written.push(bytes));
  return { isFiltered: rest === null, text: Buffer.concat(rest ? [rest] : written).toString() };
}

function printed(input: Uint8Array): string {
  let out = '';
  runNormalize(['-'], {
    read: () => input,
    print: (bytes) => void (out = Buffer.from(bytes).toString()),
    error: (text) => expect.unreachable(text),
  });
  return out;
}

test.each(FILES)('%s, cut anywhere, comes out as from the whole file', async (name) => {
  const input = readFileSync(join(RECORDINGS, name));
  const whole = printed(input);
  for (const size of [1, 97, input.length]) {
    const { isFiltered, text } = await filter(input, size);
    expect(text).toBe(isFiltered ? whole : input.toString());
    // Objects in a row, which some servers call events, are read whole.
    const [head = '', body = ''] = input.toString().split(/\r?\n\r?\n(.*)/s);
    if (/^content-type: text\/event-stream/im.test(head) && !body.startsWith('{'))
      expect(isFiltered).toBe(true);
  }
});

test.each<[string, string | Uint8Array]>([
  ['a request', '{"model":"m","messages":[]}'],
  ['a whole answer', 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"choices":[]}'],
  ['a compressed file', gzipSync(FRAME)],
  ['the output of curl -v', `* Trying 127.0.0.1\n< HTTP/1.1 200 OK\n<\n${FRAME}`],
  ['a body with chunk sizes', `HTTP/1.1 200 OK\r\n\r\n3a\r\n${FRAME}\r\n0\r\n\r\n`],
  ['time stamps', `10:00:00 ${FRAME}`],
  ['prose', 'database: a word that begins like a field\n'],
  ['half a head', 'HTTP/1.1 200 OK\r\nContent-Type: text/event'],
  ['nothing', ''],
])('what is no stream of events is handed on whole: %s', async (_, input) => {
  const bytes = Buffer.from(input);
  for (const size of [1, 1000])
    expect(await filter(bytes, size)).toEqual({ isFiltered: false, text: bytes.toString() });
});

test('each frame is written before the next one is read', async () => {
  const seen: string[] = [];
  async function* source(): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < 5; i++) {
      yield Buffer.from(FRAME);
      expect(seen.join('')).toBe(FRAME.repeat(i + 1));
    }
  }

  await filterReply(source(), (bytes) => void seen.push(Buffer.from(bytes).toString()));

  expect(seen.join('')).toContain(FRAME.repeat(5));
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  createBodyNormalizer,
  type BodyOptions,
} from '../../src/normalizer/bodies/body-normalizer.ts';
import { OF_A_MODEL } from '../../src/normalizer/requests/asking.ts';
import { cleanRequest } from '../../src/normalizer/requests/request-cleaner.ts';
import { readResponse } from '../../src/tools/cli/http-response.ts';
import { on } from '../support/on.ts';
import {
  bytesOf,
  chatBody,
  chunkJson,
  cutsOf,
  endsEvery,
  everySplit,
  joinedText,
  normalizeCut,
  sameBytes,
  textOf,
} from './splits.ts';

const HERMES = 'chatcmpl-1da252ee1c6b4e81b13dcb0fbc188';
const TAKEN = { media: () => '' };
const SERVED = { media: (path: string) => (path.endsWith('.png') ? `![](${path})` : null) };

function read(body: Uint8Array, ends: readonly number[], options: Partial<BodyOptions>) {
  const files: string[] = [];
  const { bytes } = normalizeCut(body, ends, {
    expectsMarkers: () => false,
    ...options,
    report: on({ note: ({ note }) => note.kind === 'files' && files.push(note.text) }),
  });
  return { bytes, files };
}

/** Reads a text of Hermes, split in each way that tables are run with; all ways must agree. */
function readText(text: string, options: Partial<BodyOptions>, extra = { id: HERMES }) {
  const [whole, ...others] = everySplit(text).map((deltas) => {
    const { bytes, files } = read(bytesOf(chatBody(deltas, extra)), [], options);
    return { text: joinedText(textOf(bytes)), files };
  });
  for (const other of others) expect(other).toEqual(whole);
  return whole!;
}

function recording(name: string): Uint8Array {
  const url = new URL(`../recordings/${name}.txt`, import.meta.url);
  return readResponse(readFileSync(url)).body;
}

test('the line of a recorded reply of Hermes 0.22 is taken out, and its file told, wherever it is cut', () => {
  const body = recording('hermes/v0.22-media');
  const whole = read(body, [], TAKEN);

  expect(joinedText(textOf(whole.bytes))).toBe('Here it is:\n\n');
  expect(whole.files).toEqual(['/srv/hermes/cache/images/cat.png']);
  for (const ends of [...cutsOf(body).map((at) => [at]), endsEvery(body.length, 1)]) {
    const cut = read(body, ends, TAKEN);
    expect([ends, sameBytes(cut.bytes, whole.bytes), cut.files]).toEqual([ends, true, whole.files]);
  }
});

test('so are the line of a run, and its copies', () => {
  const body = recording('outcomes/v0.22.2-run-media');
  const whole = read(body, [], { ...TAKEN, expectsMarkers: () => true });

  expect(textOf(whole.bytes)).not.toContain('MEDIA:');
  expect(textOf(whole.bytes)).not.toContain('cat.png');
  expect(whole.files).toEqual(['/srv/hermes/cache/images/cat.png']);
});

test('something else takes the place of the line in the text and in its copies', () => {
  const body = recording('outcomes/v0.22.2-run-media');
  const options = { ...SERVED, expectsMarkers: () => true };
  const whole = read(body, [], options);
  const text = textOf(whole.bytes);

  expect(text.match(/!\[]\(\/srv\/hermes\/cache\/images\/cat\.png\)/g)).toHaveLength(3);
  expect(text).not.toContain('MEDIA:');
  expect(whole.files).toEqual([]);
  for (const at of cutsOf(body)) {
    expect([at, sameBytes(read(body, [at], options).bytes, whole.bytes)]).toEqual([at, true]);
  }
});

const TEXTS: readonly (readonly [text: string, taken: string, served: string, files: string[]])[] =
  [
    ['MEDIA:/a.png', '', '![](/a.png)', ['/a.png']],
    ['A\n\nMEDIA:/a.png\n\nB', 'A\n\nB', 'A\n\n![](/a.png)\n\nB', ['/a.png']],
    ['A\nMEDIA:/a.png\r\nB', 'A\nB', 'A\n![](/a.png)\nB', ['/a.png']],
    [
      'A\n\nMEDIA:/a.png\nMEDIA:/b.pdf\nMEDIA:/a.png\n',
      'A\n\n',
      'A\n\n![](/a.png)\nMEDIA:/b.pdf\n![](/a.png)\n',
      ['/a.png', '/a.png\n/b.pdf'],
    ],
    ['```\nMEDIA:/a.png\n```\n', '```\nMEDIA:/a.png\n```\n', '```\nMEDIA:/a.png\n```\n', []],
    ['> MEDIA:/a.png\n', '> MEDIA:/a.png\n', '> MEDIA:/a.png\n', []],
    ['MEDIA: is a word', 'MEDIA: is a word', 'MEDIA: is a word', []],
  ];

test.each(TEXTS)(
  'in %j of Hermes, lines that hand over a file go',
  (text, taken, served, files) => {
    expect(readText(text, TAKEN)).toEqual({ text: taken, files });
    expect(readText(text, SERVED).text).toBe(served);
  },
);

test('the text of another server stays, and so does that of Hermes if nobody takes its files', () => {
  const text = 'A\n\nMEDIA:/a.png\n\nB';

  expect(readText(text, TAKEN, { id: 'chatcmpl-1' })).toEqual({ text, files: [] });
  expect(readText(text, {})).toEqual({ text, files: [] });
});

test('of another server, nothing is held that begins like such a line', () => {
  const of = (id: string): string => {
    const normalizer = createBodyNormalizer({
      ...{ contentType: 'text/event-stream', isReply: true, expectsMarkers: () => false },
      ...TAKEN,
    });
    const frames = ['A\n', 'MEDIA'].map((delta) => `data: ${chunkJson(delta, { id })}\n\n`);
    return textOf(normalizer?.push(bytesOf(frames.join(''))) ?? []);
  };

  expect(joinedText(of('chatcmpl-1'))).toBe('A\nMEDIA');
  expect(joinedText(of(HERMES))).toBe('A\n');
});

test('markers around such a line go as well', () => {
  const text = 'I look.\n`💻 ls`\n\nMEDIA:/a.png\n\nDone.';

  expect(readText(text, TAKEN).text).toMatch(/^I look\.\n+Done\.$/);
});

test('while nothing is cleaned the file is told, and its line stays', () => {
  const text = 'A\n\nMEDIA:/a.png\n';

  expect(readText(text, { ...TAKEN, cleans: () => false })).toEqual({ text, files: ['/a.png'] });
});

test('a reply hands over twenty files at most', () => {
  const lines = Array.from({ length: 21 }, (_, i) => `MEDIA:/${i}.png\n`);

  expect(readText(lines.join(''), TAKEN).text).toBe('MEDIA:/20.png\n');
});

test('a whole answer is read alike', () => {
  const answer = (content: string) =>
    JSON.stringify({
      id: HERMES,
      object: 'chat.completion',
      model: 'hermes-agent',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    });
  const clean = (options: Partial<BodyOptions>) =>
    read(bytesOf(answer('A\n\nMEDIA:/a.png\n\nB')), [], {
      contentType: 'application/json',
      sessionId: 'api-3c586eb73bf781ca',
      ...options,
    });

  expect(textOf(clean(TAKEN).bytes)).toBe(answer('A\n\nB'));
  expect(clean(TAKEN).files).toEqual(['/a.png']);
  expect(textOf(clean(SERVED).bytes)).toBe(answer('A\n\n![](/a.png)\n\nB'));
});

const PICTURE = `![cat.png](http://127.0.0.1:8788/.stream-fixer/media/${'Ab3_-xyz'.repeat(4)})`;

function sent(content: string, isHermes: boolean): string {
  const body = JSON.stringify({
    model: 'm',
    messages: ['system', 'user', 'tool', 'assistant', 'user'].map((role) => ({ role, content })),
  });
  const cleaned = cleanRequest(body, { url: OF_A_MODEL, expectsMarkers: () => isHermes });
  const { messages } = JSON.parse(cleaned?.body ?? '') as { messages: { content: string }[] };
  for (const at of [0, 1, 2, 4]) expect(messages[at]?.content).toBe(content);
  return messages[3]?.content ?? '';
}

test('no history that goes to Hermes contains such a line of the assistant', () => {
  expect(sent('A\n\nMEDIA:/a.png\n\nB', true)).toBe('A\n\nB');
  expect(sent('MEDIA:/a.png', true)).toBe('(empty)');
  expect(sent('```\nMEDIA:/a.png\n```', true)).toBe('```\nMEDIA:/a.png\n```');
  expect(sent('A\n\nMEDIA:/a.png\n\nB', false)).toBe('A\n\nMEDIA:/a.png\n\nB');
});

test('no history contains the address of a gateway’s picture', () => {
  expect(sent(`A\n\n${PICTURE}\n\nB`, false)).toBe('A\n\nB');
  expect(sent(`See ${PICTURE}`, false)).toBe(`See ${PICTURE}`);
  expect(sent(`\`\`\`\n${PICTURE}\n\`\`\``, true)).toBe(`\`\`\`\n${PICTURE}\n\`\`\``);
  const escaped = JSON.stringify({ messages: [{ role: 'assistant', content: `A\n\n${PICTURE}` }] });

  expect(cleanRequest(escaped.replaceAll('/', '\\/'), { url: OF_A_MODEL })?.body).toBe(
    '{"messages":[{"role":"assistant","content":"A"}]}',
  );
});

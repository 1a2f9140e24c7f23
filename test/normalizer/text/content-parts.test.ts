import { expect, test } from 'vitest';
import { findContentParts, replaceParts } from '../../../src/normalizer/text/content-parts.ts';
import { createSocketNormalizer } from '../../../src/normalizer/socket-io/socket-normalizer.ts';
import { completion } from '../open-webui/streams.ts';

const BLOCK =
  '<details type="tool_calls" done="true" arguments="&quot;x&quot;">\n<summary>Tool</summary>\n> `⏰ x`\n</details>';

/** The texts of the parts, each with the number of blocks before it. */
function partsOf(content: string): (readonly [block: number, text: string])[] {
  return findContentParts(content).map(({ from, to, block }) => [block, content.slice(from, to)]);
}

test.each([
  ['', []],
  ['a\nb', [[0, 'a\nb']]],
  [BLOCK, []],
  [`${BLOCK}\na`, [[1, 'a']]],
  [
    `a\n${BLOCK}\nb`,
    [
      [0, 'a'],
      [1, 'b'],
    ],
  ],
  [
    `a\n\n${BLOCK}\n\nb\n`,
    [
      [0, 'a\n'],
      [1, '\nb\n'],
    ],
  ],
  [`${BLOCK}\n${BLOCK}\nb`, [[2, 'b']]],
  [`a ${BLOCK}`, [[0, `a ${BLOCK}`]]],
  ['a\n<detailsx>\n</details>\nb', [[0, 'a\n<detailsx>\n</details>\nb']]],
  ['a\n<details', [[0, 'a\n<details']]],
  // Without an end it extends to the end of the text.
  ['a\n<details type="reasoning" done="false">\n> b', [[0, 'a']]],
  // A server's block ends with a separate line: quoted ends inside do not count.
  ['<details type="reasoning">\n> use </details> here\n</details>\nb', [[1, 'b']]],
  // Nested blocks that a model writes.
  ['<details>\n<summary>x</summary>\n<details>\ny</details>\nz</details>\nb', [[1, 'b']]],
  ['<details open>x</details>b', [[1, 'b']]],
  // An example of HTML in a code block is text; a server's block counts even after an open fence.
  ['```html\n<details>\n```\nb', [[0, '```html\n<details>\n```\nb']]],
  [
    `\`\`\`\nx\n${BLOCK}\nb`,
    [
      [0, '```\nx'],
      [1, 'b'],
    ],
  ],
])('the text of %j is found outside its blocks', (content, parts) => {
  expect(partsOf(content)).toEqual(parts);
});

test('parts are replaced in place, what is between them stays', () => {
  const content = `a\n${BLOCK}\nb`;

  expect(replaceParts(content, findContentParts(content), (text, { block }) => `[${text} ${block}]`)).toBe(
    `[a 0]\n${BLOCK}\n[b 1]`,
  );
  expect(replaceParts('abc', [], () => 'x')).toBe('abc');
});

/** Texts of tags that a model or a page of documentation may contain, of about so many characters. */
const TAGGED: Readonly<Record<string, (length: number) => string>> = {
  'tags that begin lines': (length) => '<details>\n'.repeat(length / 10),
  'tags in a code block': (length) => '```\n' + '<details>\n'.repeat(length / 10),
  'tags in a code block, some with text': (length) =>
    '~~~html\n' + '<details>\n<summary>x</summary>\n\n'.repeat(length / 32),
  'tags in one line': (length) => '```\n' + '<details'.repeat(length / 8),
  'tags one in another': (length) => '<details>\n'.repeat(length / 20) + '</details>'.repeat(length / 20),
  'tags that end, in a code block': (length) => '```\n' + '<details>\n</details>\n'.repeat(length / 21),
  'blocks of the server': (length) => '<details type="reasoning">\n> a\n</details>\n```\n'.repeat(length / 48),
};

/** @returns the shortest time it takes: other work on the machine only ever adds to it */
function bestOf(runs: number, work: () => unknown): number {
  let best = Infinity;
  for (let i = 0; i < runs; i++) {
    const started = performance.now();
    work();
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

test.each(Object.entries(TAGGED))('%s: eight times the text takes eight times as long, not 64 times', (_, make) => {
  const [short, long] = [make(10_000), make(80_000)];

  const first = bestOf(40, () => findContentParts(short));
  const second = bestOf(12, () => findContentParts(long));

  // A machine's clock may not resolve less than 5 µs.
  expect(second / Math.max(first, 0.02)).toBeLessThan(28);
});

test('a code block with tags in twenty growing snapshots: eight times the text takes eight times as long', () => {
  const times = [10_000, 80_000].map((length) => {
    const text = '```html\n' + '<details>\n'.repeat(length / 10);
    const frames = Array.from({ length: 20 }, (_, i) =>
      completion({ content: text.slice(0, ((i + 1) * text.length) / 20) }),
    );
    return bestOf(8, () => {
      const socket = createSocketNormalizer({});
      for (const frame of frames) socket.receive(frame);
    });
  });

  expect(times[1]! / times[0]!).toBeLessThan(28);
});

import { expect, test } from 'vitest';
import { findContentParts, replaceParts } from '../../../src/normalizer/text/content-parts.ts';

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
  // What a model writes is text; a server's block counts even after an open fence.
  [
    '<details>\n<summary>x</summary>\n</details>\nb',
    [[0, '<details>\n<summary>x</summary>\n</details>\nb']],
  ],
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

  expect(
    replaceParts(content, findContentParts(content), (text, { block }) => `[${text} ${block}]`),
  ).toBe(`[a 0]\n${BLOCK}\n[b 1]`);
  expect(replaceParts('abc', [], () => 'x')).toBe('abc');
});

import { expect, test } from 'vitest';
import { textEnd, type TextEnd } from '../../../src/normalizer/text/text-end.ts';

test.each<[text: string, at: TextEnd['at']]>([
  ['', 'line-start'],
  ['half of a', 'line'],
  ['A sentence.', 'line-start'],
  ['**A sentence!**', 'line-start'],
  ['a line\n', 'line-start'],
  ['a line\n\n', 'blank'],
])('what follows %j begins at: %s', (text, at) => {
  expect(textEnd(text)).toEqual({ at, fence: null });
});

test('a code block stays open from text to text, and blanks change nothing', () => {
  const open = textEnd('```js\nlet a');
  expect(open).toEqual({ at: 'line', fence: { mark: '`', length: 3 } });
  expect(textEnd(' ', open)).toBe(open);
  // The rest of a line is not a fence.
  expect(textEnd('```\n', open).fence).toEqual(open.fence);
  expect(textEnd(' = 1;\n```\n', open)).toEqual({ at: 'line-start', fence: null });
});

import { expect, test } from 'vitest';
import { withArticle } from '../../src/doctor/words.ts';

test.each([
  ['block', 'a block'],
  ['message', 'a message'],
  ['string', 'a string'],
  ['item', 'an item'],
  ['input', 'an input'],
  ['object', 'an object'],
  ['approval', 'an approval'],
])('%s: %s', (noun, words) => {
  expect(withArticle(noun)).toBe(words);
});

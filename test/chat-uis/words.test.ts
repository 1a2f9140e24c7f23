import { expect, test } from 'vitest';
import { agreement, ENOUGH, lettersOf, wordsOf } from '../../src/chat-uis/words.ts';

test.each([
  ['plain words', 'The weather in Oslo.', 'The weather in Oslo.'],
  ['emphasis', '**The** weather _in_ `Oslo`', 'The weather in Oslo'],
  ['a heading and a list', '# Oslo\n\n- cold\n- wet', 'Oslo cold wet'],
  ['a link', 'See [the forecast](https://yr.no/oslo?a=1) now', 'See the forecast now'],
  ['a link whose address is still coming', 'See [the forecast](https://yr.n', 'See the forecast'],
  ['thoughts in the text', '<think>Which city?\nOslo.</think>\nIt is cold.', 'It is cold.'],
  ['thoughts that continue', '<think>Which city?', ''],
  ['an element', 'Oslo<br>Bergen', 'Oslo Bergen'],
  ['a formula, after which the text is unknown', 'The sum $a^2$ is', 'The sum'],
  ['Chinese', '奥斯陆今天很冷。', '奥斯陆今天很冷'],
])('of a reply with %s, the page shows the same letters', (_name, sent, shown) => {
  expect(wordsOf(sent)).toBe(lettersOf(shown));
});

test('no more is compared than necessary', () => {
  expect(wordsOf('word '.repeat(1000))).toHaveLength(ENOUGH);
});

const RUNS = { ends: true, whole: false };
const WORDS = lettersOf('The weather in Oslo is cold');

test.each([
  ['all of it', 'The weather in Oslo is cold', WORDS, RUNS, WORDS.length],
  ['more than was sent so far', 'The weather in Oslo is cold today', WORDS, RUNS, WORDS.length],
  ['the beginning, as a page types it', 'The weather in', WORDS, RUNS, 12],
  ['too little of it', 'The weather', WORDS, RUNS, 0],
  ['the beginning, and then something else', 'The weather in Copy', WORDS, RUNS, 0],
  ['the beginning of a longer text', 'The weather in', WORDS, { ends: false, whole: false }, 0],
  ['another reply', 'The weather in Bergen is cold', WORDS, RUNS, 0],
  ['nothing', '', WORDS, RUNS, 0],
  ['a short reply that may continue', 'Yes', 'Yes', RUNS, 0],
  ['a short reply that is over', 'Yes', 'Yes', { ends: true, whole: true }, 3],
  ['more than a short reply that is over', 'Yes it is', 'Yes', { ends: true, whole: true }, 0],
])('a page that shows %s', (_name, shown, words, how, letters) => {
  expect(agreement(lettersOf(shown), words, how)).toBe(letters);
});

test('a reply without words is nowhere', () => {
  expect(agreement('', '', { ends: true, whole: true })).toBe(0);
});

import { expect, test } from 'vitest';
import { createSentWords } from '../../../src/normalizer/requests/sent-words.ts';

const MINE = 'Why is there\n`⏰ list`\n?';

test.each<[what: string, body: string, isMine: boolean]>([
  ['a field', JSON.stringify({ a: [{ text: MINE }] }), true],
  ['a message', JSON.stringify({ messages: [{ role: 'user', content: `${MINE}\n` }] }), true],
  ['an event of a socket', `42${JSON.stringify(['ask', { text: MINE }])}`, true],
  ['the whole body', MINE, true],
  [
    'a message of the agent',
    JSON.stringify({ messages: [{ role: 'assistant', content: MINE }] }),
    false,
  ],
  ['a part of a text', JSON.stringify({ text: `${MINE} And when?` }), false],
  ['a body too long to be read', JSON.stringify({ text: MINE, more: ' '.repeat(300_000) }), false],
])('what a person wrote is known by %s', (_, body, isMine) => {
  const words = createSentWords();
  expect(words.has(MINE)).toBe(false);
  words.add(body);
  expect([words.has(MINE), words.has('`⏰ list`')]).toEqual([isMine, false]);
});

import { expect, test } from 'vitest';
import { foundText } from '../../src/healing/texts.ts';

const NOW = new Date(2026, 10, 22).getTime();

test.each([
  [
    { markers: 12, marked: 5, replies: 40, since: new Date(2026, 2, 3).getTime() },
    '12 markers in 5 of 40 replies, since 3 March',
  ],
  [
    { markers: 1, marked: 1, replies: 1, since: new Date(2024, 2, 3).getTime() },
    '1 marker in 1 of 1 reply, since 3 March 2024',
  ],
  [
    { markers: 4210, marked: 1002, replies: 2001, since: null },
    '4,210 markers in 1,002 of 2,001 replies',
  ],
])('%j reads %s', (found, text) => {
  expect(foundText(found, NOW)).toBe(text);
});

import { expect, test } from 'vitest';
import { countText, dayText, foundText, momentText, sizeText } from '../../../src/healing/page/found-text.ts';

const NOW = new Date(2026, 10, 22).getTime();

test.each([
  [{ markers: 12, marked: 5, replies: 40, since: new Date(2026, 2, 3).getTime() }, '12 markers in 5 of 40 replies, since 3 March'],
  [{ markers: 1, marked: 1, replies: 1, since: new Date(2024, 2, 3).getTime() }, '1 marker in 1 of 1 reply, since 3 March 2024'],
  [{ markers: 4210, marked: 1002, replies: 2001, since: null }, '4,210 markers in 1,002 of 2,001 replies'],
])('%j reads %s', (found, text) => {
  expect(foundText(found, NOW)).toBe(text);
});

test('counts, days, moments', () => {
  expect([0, 1, 2].map((count) => countText(count, ['chat', 'chats']))).toEqual(['0 chats', '1 chat', '2 chats']);
  expect(dayText(NOW, NOW)).toBe('22 November');
  expect(momentText(new Date(2026, 2, 3, 14, 5).getTime())).toBe('3 March 2026 at 14:05');
});

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1500, '2 kB'],
  [999_999, '1,000 kB'],
  [3_440_000, '3.4 MB'],
])('%i bytes read %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

import { expect, test } from 'vitest';
import { columns } from '../../../src/badges/box/badge-line.ts';
import { waitsPicture } from '../../../src/badges/box/timeline-view.ts';

test('all waits form one picture, and no wait forms none', () => {
  expect(waitsPicture([])).toBe('none');
  expect(
    waitsPicture([
      { from: 0.25, to: 0.5 },
      { from: 0.75, to: 0.8 },
    ]),
  ).toBe(
    'linear-gradient(var(--forward), transparent 25.00%, var(--band) 25.00% 50.00%, transparent 50.00%, ' +
      'transparent 75.00%, var(--band) 75.00% 80.00%, transparent 80.00%)',
  );
});

test.each([
  ['', 0],
  ['12.4 s', 6],
  ['1 min 05 s', 10],
  ['12.4 秒', 7],
  ['1 小时 02 分', 12],
])('"%s" takes the room of %s digits', (text, width) => {
  expect(columns(text)).toBe(width);
});

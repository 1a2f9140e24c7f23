import { expect, test } from 'vitest';
import CASES from '../../companion/media-cases.json' with { type: 'json' };
import {
  fileName,
  isPicture,
  isServedPicture,
  readMediaLine,
} from '../../../src/normalizer/text/media-lines.ts';

test.each(CASES as [string, string | null][])('%j hands over %j', (line, path) => {
  expect(readMediaLine(line)).toBe(path);
});

test('a file has the last part of its path as its name', () => {
  expect(['/srv/cat.png', 'C:\\a\\b.pdf', '~/c d.png'].map(fileName)).toEqual([
    'cat.png',
    'b.pdf',
    'c d.png',
  ]);
});

test('pictures are told from other files by their names', () => {
  expect(['/a.png', '/a.JPG', '/a.pdf', '/png'].map(isPicture)).toEqual([true, true, false, false]);
});

test('only the whole line of a gateway’s picture is one', () => {
  const address = `http://127.0.0.1:8788/.stream-fixer/media/${'Ab3_-xyz'.repeat(4)}`;

  expect(isServedPicture(`![cat.png](${address})`)).toBe(true);
  expect(isServedPicture(`See ![cat.png](${address})`)).toBe(false);
  expect(isServedPicture(`![cat.png](${address}x)`)).toBe(false);
  expect(isServedPicture('![cat.png](http://127.0.0.1:8788/cat.png)')).toBe(false);
});

test('a very long line is judged, which quadratic work would not do within the time limit', () => {
  expect(readMediaLine(`MEDIA:/${'.png*'.repeat(200_000)} x`)).toBeNull();
});

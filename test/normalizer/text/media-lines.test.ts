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

test('a very long line takes linear time', () => {
  const time = (line: string): number => {
    const since = performance.now();
    for (let i = 0; i < 20; i++) readMediaLine(line);
    return performance.now() - since;
  };
  const long = (times: number): string => `MEDIA:/${'.png*'.repeat(times)} x`;
  time(long(1000));

  expect(time(long(40_000)) / time(long(10_000))).toBeLessThan(12);
});

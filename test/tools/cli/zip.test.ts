import { expect, test } from 'vitest';
import { zip } from '../../../src/tools/cli/zip.ts';

function archiveOf(files: Record<string, string>): Buffer {
  return zip(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])));
}

/** `unzip -Z -v` and Python's `zipfile` read the same from it. */
const ONE_FILE = [
  '504b0304 0a00 0008 0000 0000 2100 86a61036 05000000 05000000 0500 0000 612e747874 68656c6c6f',
  '504b0102 0a00 0a00 0008 0000 0000 2100 86a61036 05000000 05000000 0500 0000 0000 0000 0000 00000000 00000000 612e747874',
  '504b0506 0000 0000 0100 0100 33000000 28000000 0000',
];

test('an archive follows the format, with a fixed date and the checksum of each file', () => {
  expect(archiveOf({ 'a.txt': 'hello' }).toString('hex')).toBe(ONE_FILE.join('').replaceAll(' ', ''));
});

test('the order in which files were found makes no difference', () => {
  expect(archiveOf({ b: '2', a: '1', 'a/c': '3' })).toEqual(archiveOf({ 'a/c': '3', a: '1', b: '2' }));
});

test('an empty archive is an end without entries', () => {
  expect(archiveOf({}).toString('hex')).toBe(`504b0506${'00'.repeat(18)}`);
});

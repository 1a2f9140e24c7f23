import { expect, test } from 'vitest';
import { MAX_FILE, readOwnFile, writeOwnFile } from '../../src/extension/own-file.ts';

const KIND = { format: 'stream-fixer-test', version: 2 };
const HEAD = { format: 'stream-fixer-test', version: 2 };

test('a written file is read back, even from an older version', () => {
  expect(readOwnFile(writeOwnFile(KIND, { list: [1] }), KIND)).toEqual({ content: { ...HEAD, list: [1] } });
  expect(readOwnFile(writeOwnFile({ ...KIND, version: 1 }, {}), KIND)).toEqual({ content: { ...HEAD, version: 1 } });
});

test('a key of the file named like the result does not count as the result', () => {
  expect(readOwnFile(writeOwnFile(KIND, { problem: 'too-large' }), KIND)).toEqual({
    content: { ...HEAD, problem: 'too-large' },
  });
});

test.each([
  ['nothing', '', 'no-json'],
  ['text', 'badges: off', 'no-json'],
  ['JSON nested ever deeper', '['.repeat(500_000), 'no-json'],
  ['more than a file may have', writeOwnFile(KIND, {}) + ' '.repeat(MAX_FILE), 'too-large'],
  ['null', 'null', 'other-file'],
  ['a list', '[]', 'other-file'],
  ['another format', JSON.stringify({ ...HEAD, format: 'stream-fixer-rules' }), 'other-file'],
  ['no version', JSON.stringify({ format: HEAD.format }), 'other-file'],
  ['a version that is text', JSON.stringify({ ...HEAD, version: '2' }), 'other-file'],
  ['a format that objects inherit', `{"__proto__": ${JSON.stringify(HEAD)}}`, 'other-file'],
  ['a newer version', JSON.stringify({ ...HEAD, version: 3 }), 'newer-version'],
])('%s is not taken', (_, text, problem) => {
  expect(readOwnFile(text, KIND)).toEqual({ problem });
});

test('a file of several megabytes is accepted, as an export may be that large', () => {
  const text = writeOwnFile(KIND, { text: 'x'.repeat(5_000_000) });

  expect(readOwnFile(text, KIND)).toHaveProperty('content');
});

import { expect, test } from 'vitest';
import { writtenAs } from '../../../src/normalizer/framing/first-message.ts';

test.each([
  ['data: {"a":1}\n', 'events'],
  ['data: [1]\r\n', 'events'],
  ['event: text\rid: 1\rdata:"a"\r', 'events'],
  [': ping\n\n\nretry: 5\ndata: {}\n\n', 'events'],
  ['data: a word\n', 'other'],
  ['data: 7\n', 'other'],
  ['data:\n', 'other'],
  ['id: 7\n{"a":1}\n', 'other'],
  ['\n{"a":1}\n', 'lines'],
  ['{"a":1}\n{', 'lines'],
  ['{"a":1}{', 'lines'],
  ['{"a":"}{"}{"a":2}\n', 'lines'],
  ['{a}{b}\n', 'other'],
  ['{"a":"}{"} and more\n', 'other'],
  ['{"a":1}[{}{\n', 'other'],
  ['{"a":1} and more\n', 'other'],
  ['{\n "a": 1\n}\n', 'other'],
  ['[{"a":1}]\n', 'other'],
  ['0:"a"\n', 'data-stream'],
  ['aui-state:[{"type":"set"}]\n', 'data-stream'],
  ['0:"a" and more\n', 'other'],
  ['a: [1]\n', 'other'],
  ['Hello\n', 'other'],
  ['<p>', 'other'],
  [`{"a":"${'x'.repeat(70_000)}`, 'other'],
])('%j is written as %s', (text, written) => {
  expect(writtenAs(text, false)).toBe(written);
  expect(writtenAs(text, true)).toBe(written);
});

test.each([
  '',
  'd',
  '{"a":"}{',
  'data: {"a":1}',
  ': ping\n\nev',
  'event: a\n',
  '{"a":',
  '0:',
  'aui-sta',
])('of %j nothing is known until more comes', (text) => {
  expect(writtenAs(text, false)).toBeNull();
  expect(writtenAs(text, true)).not.toBeNull();
});

test('at the end of a body, the last line is whole', () => {
  expect(writtenAs('{"a":1}', true)).toBe('lines');
  expect(writtenAs('data: {"a":1}', true)).toBe('events');
});

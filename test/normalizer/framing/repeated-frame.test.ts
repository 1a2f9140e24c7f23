import { expect, test } from 'vitest';
import { createRepeatedFrame } from '../../../src/normalizer/framing/repeated-frame.ts';

const PATH = ['choices', 0, 'delta', 'content'];

/** @param text JSON */
function frameOf(text: string, model = 'm'): string {
  return `data: {"model":"${model}","choices":[{"delta":{"content":${text}},"finish_reason":null}]}\n\n`;
}

/** What is read of `frame` after `first`; null if it is not taken for a repetition. */
function readBehind(first: string, frame: string, onlyWork = false): string | null {
  const repeated = createRepeatedFrame<string>(first.startsWith('data'));
  const bytes = Buffer.from(first);
  repeated.learn(bytes, bytes.toString('latin1'), PATH, 'what');
  bytes.fill(0);
  const found = repeated.read(Buffer.from(frame), onlyWork);
  return found && found.text;
}

test.each([
  ['"b"', 'b'],
  ['""', ''],
  ['"a longer text that is more than a few bytes"', 'a longer text that is more than a few bytes'],
  ['"é 日本 😀, short"', 'é 日本 😀, short'],
  ['"a\\n\\"b\\" \\u0060"', 'a\n"b" `'],
  ['"`"', '`'],
])('a frame that repeats another but for its text is read: %s', (json, text) => {
  expect(readBehind(frameOf('"a"'), frameOf(json))).toBe(text);
  expect(readBehind(frameOf('"a"').slice(6, -1), frameOf(json).slice(6, -1))).toBe(text);
});

test('blanks before the last brace make no difference', () => {
  const padded = (frame: string, blanks: number): string => frame.replace('}\n', `${' '.repeat(blanks)}}\n`);

  expect(readBehind(padded(frameOf('"a"'), 3), padded(frameOf('"word"'), 0))).toBe('word');
  expect(readBehind(frameOf('"a"'), padded(frameOf('"word"'), 5))).toBe('word');
});

test.each([
  ['another model', frameOf('"b"', 'n')],
  ['no string', frameOf('null')],
  ['something behind the string', frameOf('"b","x":"c"')],
  ['another value with its key inside', frameOf('"b"').replace('"},', '","x":1},')],
  ['a quote that ends the string', frameOf('"b"c"')],
  ['a control character', frameOf('"b\u0001"')],
  ['an escape that is none', frameOf('"\\x"')],
  ['an escape cut off', frameOf('"b\\"')],
  ['two frames', frameOf('"b"') + frameOf('"b"')],
  ['half a frame', frameOf('"b"').slice(0, -1)],
  ['nothing', ''],
])('no other frame is read: %s', (_, frame) => {
  expect(readBehind(frameOf('"a"'), frame)).toBeNull();
});

test('broken UTF-8 is not read', () => {
  const repeated = createRepeatedFrame<string>(true);
  const bytes = Buffer.from(frameOf('"a"'));
  repeated.learn(bytes, bytes.toString('latin1'), PATH, 'what');

  expect(repeated.read(Buffer.from(frameOf('"b\xff"'), 'latin1'), false)).toBeNull();
});

test.each([
  ['two lines of data', 'data: {"choices":\ndata: [{"delta":{"content":"a"}}]}\n\n'],
  ['carriage returns', frameOf('"a"').replaceAll('\n', '\r\n')],
  ['an event', `event: x\n${frameOf('"a"')}`],
  ['no string', frameOf('3')],
])('a frame of another shape is not learned: %s', (_, first) => {
  expect(readBehind(first, first)).toBeNull();
});

test('if frames without work may pass unread, only those certain to have some are read', () => {
  expect(readBehind(frameOf('"a"'), frameOf('"b"'), true)).toBeNull();
  expect(readBehind(frameOf('"a"'), frameOf('"`b`"'), true)).toBe('`b`');
  expect(readBehind(frameOf('"a"'), frameOf('"~"'), true)).toBe('~');
  expect(readBehind(frameOf('"a"'), frameOf('"\\n"'), true)).toBe('\n');
  expect(readBehind(frameOf('"a"', 'x_call'), frameOf('"b"', 'x_call'), true)).toBe('b');
});

test('if no frame repeats another, they are learned only now and then', () => {
  const repeated = createRepeatedFrame<string>(true);
  function learn(model: string): void {
    const bytes = Buffer.from(frameOf('"a"', model));
    repeated.learn(bytes, bytes.toString('latin1'), PATH, model);
  }
  function knows(model: string): boolean {
    return repeated.read(Buffer.from(frameOf('"b"', model)), false)?.what === model;
  }

  for (let i = 0; i < 10; i++) learn(`m${i}`);
  expect(knows('m9')).toBe(false);
  for (let i = 10; i < 100; i++) learn('m');
  expect(knows('m')).toBe(true);
});

test('a frame leaves as the one that it repeats did, with its own string', () => {
  const first = '{"model":"m","choices":[{"delta":{"content":"a","id":""},"x":null}]  }';
  const sent = '{"model":"m","choices":[{"delta":{"content":"a"}}]  }';
  const repeated = createRepeatedFrame<string>(true);
  const frame = (json: string): Buffer => Buffer.from(`data: ${json}\n\n`);
  const bytes = frame(first);
  repeated.learn(bytes, bytes.toString('latin1'), PATH, 'what', frame(sent));

  const next = (json: string): string => json.replace('"a"', '"é \\n"').replace('  }', ' }');
  const found = repeated.read(frame(next(first)), false);
  expect(found && Buffer.from(found.bytes).toString()).toBe(frame(next(sent)).toString());
});

test.each([
  ['with another string', '{"choices":[{"delta":{"content":"b"}}]}'],
  ['without the string', '{"choices":[{"delta":{}}]}'],
  ['with other blanks at its end', '{"choices":[{"delta":{"content":"a"}}] }'],
])('a frame that left %s is not learned', (_, sent) => {
  const repeated = createRepeatedFrame<string>(true);
  const bytes = Buffer.from('data: {"choices":[{"delta":{"content":"a","id":""}}]}\n\n');
  repeated.learn(bytes, bytes.toString('latin1'), PATH, 'what', Buffer.from(`data: ${sent}\n\n`));

  expect(repeated.read(bytes, false)).toBeNull();
});

import { expect, test } from 'vitest';
import { createRepeatedFrame, stringIn, type RepeatedFrame } from '../../../src/normalizer/framing/repeated-frame.ts';

const PATH = ['choices', 0, 'delta', 'content'];

/** @param text JSON */
function frameOf(text: string, model = 'm'): string {
  return `data: {"model":"${model}","choices":[{"delta":{"content":${text}},"finish_reason":null}]}\n\n`;
}

/** What is read of the frame that `bytes` begin with; null if it is not taken for a repetition. */
function read(repeated: RepeatedFrame<string>, bytes: Buffer, from = 0): string | null {
  const found = repeated.find(bytes, from, bytes.length);
  return found && stringIn(bytes, found);
}

/** The same for `frame` after `first`. */
function readBehind(first: string, frame: string): string | null {
  const repeated = createRepeatedFrame<string>(first.startsWith('data'));
  const bytes = Buffer.from(first);
  repeated.learn(bytes, bytes.toString('latin1'), PATH, 'what');
  bytes.fill(0);
  return read(repeated, Buffer.from(frame));
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

/** @returns the string; null if it is none */
function parse(json: string): string | null {
  try {
    return JSON.parse(json) as string;
  } catch {
    return null;
  }
}

test('every escape is read as JSON.parse reads it, in short strings and long ones', () => {
  const units = Array.from({ length: 0x100 }, (_, unit) => String.fromCharCode(unit)).filter((unit) => unit !== '"');
  for (const unit of [...units, '"', 'u0041', 'u004', 'ud83d\\ude00', '\\\\n', 'n\\n']) {
    for (const around of ['', 'a', 'é', 'a text that is longer than a few']) {
      const json = `"${around}\\${unit}${around}"`;
      expect(readBehind(frameOf('"a"'), frameOf(json)), json).toBe(parse(json));
    }
  }
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
  ['half a frame', frameOf('"b"').slice(0, -1)],
  ['nothing', ''],
])('no other frame is read: %s', (_, frame) => {
  expect(readBehind(frameOf('"a"'), frame)).toBeNull();
});

test.each(['b\xff', '\x80', '\xbf', '\xc3', 'a\x80'])('broken UTF-8 is not read: %j', (broken) => {
  const repeated = createRepeatedFrame<string>(true);
  const bytes = Buffer.from(frameOf('"a"'));
  repeated.learn(bytes, bytes.toString('latin1'), PATH, 'what');

  expect(read(repeated, Buffer.from(frameOf(`"${broken}"`), 'latin1'))).toBeNull();
});

test.each([
  ['two lines of data', 'data: {"choices":\ndata: [{"delta":{"content":"a"}}]}\n\n'],
  ['carriage returns', frameOf('"a"').replaceAll('\n', '\r\n')],
  ['an event', `event: x\n${frameOf('"a"')}`],
  ['no string', frameOf('3')],
])('a frame of another shape is not learned: %s', (_, first) => {
  expect(readBehind(first, first)).toBeNull();
});

test('of several frames, the one at the offset is read', () => {
  const first = frameOf('"a"');
  const repeated = createRepeatedFrame<string>(true);
  repeated.learn(Buffer.from(first), first, PATH, 'what');
  const bytes = Buffer.from(frameOf('"b"') + frameOf('"longer text"') + frameOf('"c"'));
  const found = repeated.find(bytes, first.length, bytes.length);

  expect(read(repeated, bytes)).toBe('b');
  expect(read(repeated, bytes, first.length)).toBe('longer text');
  expect(read(repeated, bytes, first.length + 1)).toBeNull();
  expect(found?.end).toBe(bytes.length - first.length);
  expect(found && Buffer.from(repeated.leaving(bytes, found)).toString()).toBe(frameOf('"longer text"'));
  expect(repeated.find(bytes, first.length, bytes.length - first.length - 1)).toBeNull();
});

test('it is known of a frame whether it has work', () => {
  function workIn(text: string, model = 'm'): string {
    const first = frameOf('"`a`"', model);
    const repeated = createRepeatedFrame<string>(true);
    repeated.learn(Buffer.from(first), first, PATH, 'what');
    const bytes = Buffer.from(frameOf(text, model));
    const found = repeated.find(bytes, 0, bytes.length);
    return found?.works ? 'work' : found?.isIdle ? 'none' : 'unknown';
  }

  expect(workIn('"b"')).toBe('none');
  expect(workIn('"you and I do_it {}"')).toBe('none');
  expect(workIn('"[DONE]"')).toBe('unknown');
  expect(workIn('"}{"')).toBe('unknown');
  expect(workIn('"`b`"')).toBe('work');
  expect(workIn('"~"')).toBe('work');
  expect(workIn('"\\n"')).toBe('work');
  expect(workIn('"b"', 'x_call')).toBe('work');
});

test('if no frame repeats another, they are learned only now and then', () => {
  const repeated = createRepeatedFrame<string>(true);
  function learn(model: string): void {
    const bytes = Buffer.from(frameOf('"a"', model));
    repeated.learn(bytes, bytes.toString('latin1'), PATH, model);
  }
  function knows(model: string): boolean {
    const bytes = Buffer.from(frameOf('"b"', model));
    return repeated.find(bytes, 0, bytes.length)?.what === model;
  }

  for (let i = 0; i < 10; i++) learn(`m${i}`);
  expect(knows('m9')).toBe(false);
  for (let i = 10; i < 100; i++) learn('m');
  expect(knows('m')).toBe(true);
});

test.each([
  ['shorter before its string', '{"id":"","content":"a","x":null}  }', '{"content":"a","x":null}  }'],
  ['longer before it', '{"content":"a","x":null}  }', '{"id":"1","content":"a","x":null}  }'],
  ['changed behind it', '{"content":"a","id":""},"x":null  }', '{"content":"a"},"x":null  }'],
])('a frame leaves as the one that it repeats did, with its own string: %s', (_, came, sent) => {
  const repeated = createRepeatedFrame<string>(true);
  const frame = (json: string): Buffer => Buffer.from(`data: {"choices":[{"delta":${json}\n\n`);
  const bytes = frame(came);
  repeated.learn(bytes, bytes.toString('latin1'), PATH, 'what', frame(sent));

  const next = (json: string): string => json.replace('"a"', '"é \\n"').replace('  }', ' }');
  const more = Buffer.concat([bytes, frame(next(came))]);
  const found = repeated.find(more, bytes.length, more.length);
  expect(found && Buffer.from(repeated.leaving(more, found)).toString()).toBe(frame(next(sent)).toString());
});

test.each([
  ['with another string', '{"choices":[{"delta":{"content":"b"}}]}'],
  ['without the string', '{"choices":[{"delta":{}}]}'],
  ['with other blanks at its end', '{"choices":[{"delta":{"content":"a"}}] }'],
])('a frame that left %s is not learned', (_, sent) => {
  const repeated = createRepeatedFrame<string>(true);
  const bytes = Buffer.from('data: {"choices":[{"delta":{"content":"a","id":""}}]}\n\n');
  repeated.learn(bytes, bytes.toString('latin1'), PATH, 'what', Buffer.from(`data: ${sent}\n\n`));

  expect(repeated.find(bytes, 0, bytes.length)).toBeNull();
});

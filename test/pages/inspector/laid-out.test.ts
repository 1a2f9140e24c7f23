import fc from 'fast-check';
import { expect, test } from 'vitest';
import { laidOut } from '../../../src/pages/inspector/laid-out.ts';

test('gives each value of the JSON of an event a line', () => {
  const frame = 'event: x\ndata: {"a":[1,{"b":"c, {d}"}],"e":{},"f":[]}\n\n';

  expect(laidOut(frame)).toBe(
    `event: x
data: {
  "a": [
    1,
    {
      "b": "c, {d}"
    }
  ],
  "e": {},
  "f": []
}

`,
  );
});

test('reads the packet of a socket, and a body of several lines', () => {
  expect(laidOut('42/ws,["events",1]')).toBe('42/ws,[\n  "events",\n  1\n]');
  expect(laidOut('{ "a":\n1 }')).toBe('{\n  "a": 1\n}');
});

test.each(['data: [DONE]\n\n', ': ping\n\n', 'See [1] and {x}.', 'data: {"cut":"of', '"text"', '12', '', 'See [1]'])(
  'leaves %j as it is',
  (text) => {
    expect(laidOut(text)).toBe(text);
  },
);

test('keeps numbers, escapes and keys that come twice as they were sent', () => {
  expect(laidOut('{"n":1.0e2,"n":12345678901234567890,"s":"\\u00e9\\"\\\\"}')).toBe(
    '{\n  "n": 1.0e2,\n  "n": 12345678901234567890,\n  "s": "\\u00e9\\"\\\\"\n}',
  );
});

test('is laid out as the language itself lays out any JSON', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
      expect(laidOut(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('does not grow without bound with the depth of what a page sends', () => {
  const deep = '['.repeat(8_000) + ']'.repeat(8_000);

  expect(laidOut(deep).length).toBeLessThan(deep.length * 70);
});

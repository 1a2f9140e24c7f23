import fc from 'fast-check';
import { expect, test } from 'vitest';
import { laidOut } from '../../../src/pages/inspector/laid-out.ts';

test("puts each value of an event's JSON on a line of its own", () => {
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
  'leaves %j unchanged',
  (text) => {
    expect(laidOut(text)).toBe(text);
  },
);

test('keeps numbers, escapes and duplicate keys as they were sent', () => {
  expect(laidOut('{"n":1.0e2,"n":12345678901234567890,"s":"\\u00e9\\"\\\\"}')).toBe(
    '{\n  "n": 1.0e2,\n  "n": 12345678901234567890,\n  "s": "\\u00e9\\"\\\\"\n}',
  );
});

test("formats JSON like the language's own `JSON.stringify`", () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
      expect(laidOut(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('the output does not grow without bound with the nesting of what a page sends', () => {
  const deep = '['.repeat(8_000) + ']'.repeat(8_000);

  expect(laidOut(deep).length).toBeLessThan(deep.length * 70);
});

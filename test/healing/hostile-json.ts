/**
 * JSON as no browser writes it, but servers may: what a parse would lose, round, reorder or cut.
 */
import fc from 'fast-check';
import { CLEAN, DIRTY } from './chats.ts';

const NUMBERS = [
  '0',
  '-0',
  '1.0',
  '1E5',
  '1e-400',
  '9007199254740993',
  '-123456789012345678901234567890',
  '0.1000000000000000055511151231257827',
  '2.50',
];
const STRINGS = [
  String.raw`"\ud800"`,
  String.raw`"\udc00x\ud83d"`,
  String.raw`"\/\u0041\u000a"`,
  String.raw`"\u0000"`,
  '"⏰ é"',
  String.raw`"\u23f0"`,
  String.raw`"\\\""`,
  '""',
  '"\ufffe\u{10ffff}"',
  '"]}{["',
];
const KEYS = [
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"1"',
  '"0"',
  '""',
  String.raw`"\ud800"`,
  String.raw`"\u0061"`,
  '"a"',
  '"toJSON"',
  '"length"',
];
const SPACES = ['', '', '', ' ', '\n', '\t \r\n'];

const space = fc.constantFrom(...SPACES);
const scalar = fc.constantFrom(...NUMBERS, ...STRINGS, 'true', 'false', 'null');

/** JSON text of any value; the same key may occur twice. */
export const hostileValue = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    scalar,
    fc
      .integer({ min: 1, max: 20 })
      .map((depth) => `${'{"d":['.repeat(depth)}1.0${']}'.repeat(depth)}`),
    fc
      .array(fc.tuple(space, tie('value'), space), { maxLength: 4 })
      .map((items) => `[${items.map((item) => item.join('')).join()}]`),
    fc
      .array(fc.tuple(space, fc.constantFrom(...KEYS), space, tie('value'), space), {
        maxLength: 5,
      })
      .map(members),
  ),
})).value;

function members(list: readonly (readonly [string, string, string, string, string])[]): string {
  return `{${list.map(([before, key, behind, value, end]) => `${before}${key}${behind}:${value}${end}`).join()}}`;
}

/** A JSON text with replies in it, with markers, and as it must be without. */
export interface HostileChat {
  readonly dirty: string;
  readonly clean: string;
}

/** How a text is written: as by browsers, or in pure ASCII, with more escapes than needed. */
const WRITTEN: readonly ((text: string) => string)[] = [
  (text) => JSON.stringify(text),
  (text) =>
    JSON.stringify(text).replace(/[^\x20-\x7e]/g, (unit) =>
      [...Array(unit.length).keys()]
        .map((i) => `\\u${unit.charCodeAt(i).toString(16).padStart(4, '0')}`)
        .join(''),
    ),
];

interface Reply {
  readonly written: number;
  readonly half: string;
  readonly extra: readonly string[];
  readonly list: boolean;
}

const reply: fc.Arbitrary<Reply> = fc.record({
  written: fc.nat(WRITTEN.length - 1),
  half: fc.constantFrom('', '\ud800', ' \udc00'),
  extra: fc.array(hostileValue, { minLength: 2, maxLength: 2 }),
  list: fc.boolean(),
});

/**
 * A whole chat: two turns, strange fields everywhere, and up to 0.9 a second copy of its messages.
 */
export function hostileChat(copied: boolean): fc.Arbitrary<HostileChat> {
  return fc
    .record({
      replies: fc.array(reply, { minLength: 1, maxLength: 2 }),
      beside: fc.array(hostileValue, { minLength: 3, maxLength: 3 }),
      key: fc.constantFrom(...KEYS),
    })
    .map((parts) => ({
      dirty: chatOf(parts, DIRTY, copied),
      clean: chatOf(parts, CLEAN, copied),
    }));
}

function chatOf(
  {
    replies,
    beside,
    key,
  }: {
    readonly replies: readonly Reply[];
    readonly beside: readonly string[];
    readonly key: string;
  },
  text: string,
  copied: boolean,
): string {
  const [one, two, three] = beside;
  const messages = replies.flatMap(
    (each, i) =>
      [
        [
          `"q${i}"`,
          `{"id":"q${i}","role":"user","content":${JSON.stringify(DIRTY)},"x":${each.extra[1]}}`,
        ],
        // One of them under a key that objects inherit.
        [i === 0 ? key : `"a${i}"`, replyOf(each, i, text)],
      ] as const,
  );
  const history = `{"z":${one},"messages":{"9":${two},${messages.map(([id, message]) => `${id}: ${message}`).join(', ')}},"currentId":"a0","__proto__":${three}}`;
  const branch = copied
    ? `,"messages":[${one},${messages.map(([, message]) => message).join()}]`
    : '';
  return `{"__proto__":${two},"title":"A chat" , "title":"A chat","history":${history}${branch},"b":${three}}`;
}

function replyOf({ written, half, extra, list }: Reply, i: number, text: string): string {
  const literal = (WRITTEN[written] ?? JSON.stringify)(`${half}${text}`);
  const [one, two] = extra;
  const output = `[{"type":"reasoning","content":[{"type":"output_text","text":${JSON.stringify(DIRTY)}}],"x":${one}},{"x":${two},"type":"message","content":[{"type":"output_text","text":${literal},"x":${one}}]}]`;
  return `{"x":${one},"content":${one},"id":"a${i}","__proto__":${two},"role":"assistant",${list ? `"output":${output},` : ''}"content":${literal},"y":${two}}`;
}

/** The same with all of it at once, nested as deeply as is still read. */
export function mostHostileChat(copied: boolean): HostileChat {
  const all = `[${[...NUMBERS, ...STRINGS, members(KEYS.map((key) => [' ', key, '\t', '"x"', '']))].join(' , ')}]`;
  const deep = `${'{"d":['.repeat(480)}1.0${']}'.repeat(480)}`;
  const replies = WRITTEN.map((_, written): Reply => ({
    written,
    half: '\ud800',
    extra: [all, deep],
    list: true,
  }));
  const parts = { replies, beside: [all, deep, all], key: '"__proto__"' };
  return { dirty: chatOf(parts, DIRTY, copied), clean: chatOf(parts, CLEAN, copied) };
}

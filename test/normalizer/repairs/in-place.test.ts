import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALL_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import { bytesOf, normalizeCut, textOf } from '../splits.ts';
import { on } from '../../support/on.ts';

/**
 * JSON that parsing and writing would change: numbers, duplicate and integer-like keys, escapes,
 * `__proto__`, depth.
 */
const HOSTILE: readonly string[] = [
  '1.0',
  '1e400',
  '-1e-400',
  '12345678901234567890',
  '0.1000',
  '-0',
  '1E+2',
  '{"2":1,"1":2,"1":3}',
  '{"a":1,"a":{"b":[]}}',
  '{"__proto__":{"x":1},"toJSON":2}',
  '"\\ud800 \\u0041\\/ \\u00e9 é"',
  '"\\udc00"',
  '[ 1 , 2 ,\t{ } ]',
  `${'['.repeat(3000)}${']'.repeat(3000)}`,
  '{"tool_calls":[{"index":7}],"choices":null,"delta":{"role":"x"}}',
];

const member = fc
  .tuple(
    fc.constantFrom(
      'x',
      '7',
      '0',
      '__proto__',
      'extra_content',
      '\\u0078',
      'length',
      'toJSON',
      'é',
    ),
    fc.constantFrom(...HOSTILE),
  )
  .map(([key, json]) => `"${key}" : ${json}`);
const members = fc.array(member, { maxLength: 3 });

/**
 * One way to write an entry, a delta, a choice and a chunk, with a place for more members in each.
 */
interface Shape {
  readonly id: string;
  /** What the repair may rewrite: all other text of the frame must remain, in order. */
  readonly entries: readonly string[];
  readonly delta?: string;
  readonly choice?: string;
  readonly chunk?: string;
  readonly wrap?: (entry: string) => string;
}

const INDEX = '"index": 0';
const HEAD = '"index":0,"id":"a","type":"function","function":{"name":"f","arguments":""}';

/** For each repair, chunks that it changes; `@` takes the additional members. */
const SHAPES: readonly Shape[] = [
  { id: 'tool-call-index', entries: ['{"id":"a" , "function":{"name":"f","arguments":"" @}@}'] },
  {
    id: 'tool-call-index',
    entries: [`{${HEAD}@}`, '{"index": 0,"id":"b","function":{"name":"g","arguments":""}@}'],
  },
  {
    id: 'tool-call-empty-fields',
    entries: [`{${HEAD}}`, `{${INDEX},"id":"" @,"function":{ "name":null , "arguments":"{" @}}`],
  },
  {
    id: 'tool-call-arguments',
    entries: [
      `{${HEAD}}`,
      `{${INDEX}@,"function":{"arguments":{"a":1.0,"b":12345678901234567890,"c":1e400}@}}`,
    ],
  },
  {
    id: 'tool-call-repeats',
    entries: [
      `{${HEAD}}`,
      `{${INDEX},"id":"a","type":"function"@,"function":{"name":"f", "arguments":"{" @}}`,
    ],
  },
  { id: 'tool-call-bare-head', entries: ['{"index":0,"id":"a","function":{"name":"f"@}@}'] },
  { id: 'tool-call-container', entries: [`{${HEAD}@}`], wrap: (entry) => entry },
  { id: 'tool-call-container', entries: ['[ ]'], wrap: (entry) => entry, delta: '"content":"a"' },
  {
    id: 'tool-call-split',
    entries: ['{"index":0,"id":"a","function":{"name":"f","arguments":"{\\"a\\":1.0}"@}@}'],
    delta: '"content": "Hi"',
    choice: '"logprobs":{"a": 1.0}',
    chunk: '"usage":{"n":1.0}, "timings":{"ms":1.50}',
  },
  {
    id: 'content-arrays',
    entries: [],
    delta: '"content":[{"type":"text","text":"a"},{"type":"thinking","thinking":"b"}]',
  },
  { id: 'finish-tool-calls', entries: [], delta: '"content":"a"', choice: '"finish_reason": ""' },
  { id: 'null-choices', entries: [], chunk: '"choices": null' },
  { id: 'first-role', entries: [], delta: '"content":"a"', chunk: '"system_fingerprint":"b1-x"' },
];

function join(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part).join(' , ');
}

/** The data of one frame for each entry, and what must remain of it. */
function framesOf(
  { entries, delta, choice, chunk, wrap = (entry) => `[ ${entry} ]` }: Shape,
  more: readonly string[],
): string[] {
  const extra = more.map((each) => `,${each}`).join('');
  const said =
    entries.length > 0
      ? entries.map((entry) => `"tool_calls":${wrap(entry.replaceAll('@', extra))}`)
      : [''];
  return said.map((each) => {
    const written = `{ ${join(delta, each)}${delta || each ? extra : ''} }`;
    const choices = chunk?.includes('"choices"')
      ? ''
      : `"choices":[ {"index":0,"delta":${written},${choice?.includes('finish_reason') ? choice : join(choice, '"finish_reason":null')}${extra}} ]`;
    return `{ ${join(`"id":"c1"`, `"object":"chat.completion.chunk"`, chunk, choices)} ${extra}}`;
  });
}

/**
 * Checks that every text of a list is in a body, one after another.
 * @returns the first missing one, or null
 */
function missing(body: string, texts: readonly string[]): string | null {
  let at = 0;
  for (const text of texts) {
    const found = body.indexOf(text, at);
    if (found === -1) return text;
    at = found + text.length;
  }
  return null;
}

test.each(SHAPES.map((shape) => [shape.id, shape] as const))(
  '%s: anything not repaired keeps its bytes',
  (id, shape) => {
    let repairs = 0;
    fc.assert(
      fc.property(members, (more) => {
        const body = framesOf(shape, more)
          .map((data) => `data: ${data}\n\n`)
          .join('');
        const reported: string[] = [];
        const out = textOf(
          normalizeCut(bytesOf(body), [], {
            repairs: new Set([id]),
            report: on({ repair: (event) => reported.push(event.id) }),
          }).bytes,
        );
        repairs += reported.length;

        expect(reported.filter((repair) => repair !== id)).toEqual([]);
        // Each additional member is in every place where it was put, as it was written.
        for (const each of new Set(more))
          expect([each.slice(0, 80), out.split(each).length]).toEqual([
            each.slice(0, 80),
            body.split(each).length,
          ]);
        for (const frame of out.split('\n\n')) if (frame !== '') JSON.parse(frame.slice(6));
        expect(
          missing(
            out,
            ['{ "id":"c1"', '"object":"chat.completion.chunk"'].slice(
              0,
              id === 'tool-call-split' ? 0 : 2,
            ),
          ),
        ).toBeNull();
      }),
      { numRuns: 60 },
    );
    expect(repairs).toBeGreaterThan(0);
  },
);

test('arguments as an object become their original text, digit for digit', () => {
  const said = '{ "a":1.0,"b":1e400 ,"c":12345678901234567890,"2":0,"1":0,"a":"\\u00e9\\ud800" }';
  const body = `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":${said}}}]}}]}\n\n`;
  const out = textOf(normalizeCut(bytesOf(body), []).bytes);
  const [, rest] = out.split('\n\n').map((frame) =>
    frame === ''
      ? null
      : (JSON.parse(frame.slice(6)) as {
          choices: { delta: { tool_calls: { function: { arguments: string } }[] } }[];
        }),
  );
  expect(rest?.choices[0]?.delta.tool_calls[0]?.function.arguments).toBe(said);
});

test('a frame nested 9 800 deep is repaired, and so is what follows', () => {
  const deep = `${'{"a":['.repeat(4900)}1.0${']}'.repeat(4900)}`;
  const entry = `{"id":"a","function":{"name":"f","arguments":"{"},"extra":${deep}}`;
  const frame = (more: string): string =>
    `data: {"choices":[{"index":0,"delta":{"tool_calls":[${entry}]}}]${more}}\n\n`;
  for (const repairs of [undefined, ALL_REPAIRS]) {
    const reported: string[] = [];
    const out = textOf(
      normalizeCut(bytesOf(frame('') + frame(`,"deep":${deep}`)), [], {
        repairs,
        report: on({ repair: ({ id }) => reported.push(id) }),
      }).bytes,
    );
    expect(reported.filter((id) => id === 'tool-call-index').length).toBe(2);
    expect(out.split(deep).length).toBe(4);
  }
});

test("a page's `toJSON` on objects and strings changes nothing", () => {
  const lie = (): string => 'lie';
  const prototypes: object[] = [
    Object.prototype,
    Array.prototype,
    String.prototype,
    Number.prototype,
  ];
  const body =
    [
      '{"choices":[{"index":0,"delta":{"content":[{"type":"text","text":"a"}]}}],"x":1.0}',
      '{"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"tool_calls":[{"function":{"name":"f","arguments":{"a":[1.0]}}}]}}],"p":"x"}',
      '{"choices":null}',
      '[DONE]',
    ]
      .map((data) => `data: ${data}\n\n`)
      .join('') + 'error: {"code":1}\n\n';
  const clean = textOf(normalizeCut(bytesOf(body), [], { repairs: ALL_REPAIRS }).bytes);
  for (const prototype of prototypes)
    Object.defineProperty(prototype, 'toJSON', { value: lie, configurable: true });
  try {
    expect(textOf(normalizeCut(bytesOf(body), [], { repairs: ALL_REPAIRS }).bytes)).toBe(clean);
  } finally {
    for (const prototype of prototypes) Reflect.deleteProperty(prototype, 'toJSON');
  }
  expect(clean).not.toContain('lie');
});

test('parts of a chunk do not repeat excessively long fields', () => {
  const call = '{"function":{"name":"f","arguments":"{"}}';
  const body = `data: {"system_fingerprint":"${'x'.repeat(100_000)}","choices":[{"index":0,"delta":{"tool_calls":[${Array.from({ length: 5000 }, () => call).join()}]}}]}\n\n`;
  const { bytes } = normalizeCut(bytesOf(body), []);
  expect(bytes.length).toBeLessThan(20 * body.length);
});

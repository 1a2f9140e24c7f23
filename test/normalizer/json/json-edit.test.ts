import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  editJson,
  isObject,
  jsonString,
  parseJson,
  rawAt,
  rawElements,
  rawMembers,
  type JsonEdit,
  type JsonPath,
  type StringEdit,
} from '../../../src/normalizer/json/json-edit.ts';
import { runs } from '../../support/speed.ts';

test('a string is replaced and every other byte stays', () => {
  const rows: readonly (readonly [before: string, path: JsonPath, value: string, after: string])[] =
    [
      ['{"a":"x"}', ['a'], 'y', '{"a":"y"}'],
      [' {\n\t"a" :\r "x" , "b":1.0}\n', ['a'], 'y', ' {\n\t"a" :\r "y" , "b":1.0}\n'],
      [
        '[1e3,"x",12345678901234567890,"\\u00e9"]',
        [1],
        'y',
        '[1e3,"y",12345678901234567890,"\\u00e9"]',
      ],
      [
        '{"2":0,"1":"x","a\\"b":[{"c":"d"}]}',
        ['a"b', 0, 'c'],
        'y',
        '{"2":0,"1":"x","a\\"b":[{"c":"y"}]}',
      ],
      ['{"a":"x","a":"x"}', ['a'], 'y', '{"a":"x","a":"y"}'],
      ['{"a":{"b":"1"},"a":{"b":"2"}}', ['a', 'b'], 'y', '{"a":{"b":"1"},"a":{"b":"y"}}'],
      ['{"\\u0061":"x"}', ['a'], 'y', '{"\\u0061":"y"}'],
      ['{"a":"\\\\\\"","b":"x"}', ['b'], 'y', '{"a":"\\\\\\"","b":"y"}'],
      ['{"a":[[],{},"x"]}', ['a', 2], '', '{"a":[[],{},""]}'],
      [
        '{"a":null,"b":-1.5E+3,"c":true,"d":"x"}',
        ['d'],
        'y',
        '{"a":null,"b":-1.5E+3,"c":true,"d":"y"}',
      ],
      ['{"__proto__":{"a":"x"}}', ['__proto__', 'a'], 'y', '{"__proto__":{"a":"y"}}'],
      ['{"a":"x"}', ['a'], '"\\\n\u2028\u0000', '{"a":"\\"\\\\\\n\\u2028\\u0000"}'],
    ];
  for (const [before, path, value, after] of rows)
    expect(editJson(before, [{ path, value }])).toBe(after);
});

test('strings may end in any number of backslashes and quotes', () => {
  const odd = ['\\', '\\\\', '"', '\\"', '"\\', '\\\\"', '""', ''];
  for (const before of odd) {
    for (const behind of odd) {
      const json = (value: string): string =>
        JSON.stringify({ [before]: before, k: [behind, value, behind], [behind]: 1 });
      expect(editJson(json(before), [{ path: ['k', 1], value: 'new' }])).toBe(json('new'));
    }
  }
});

test('a pure ASCII literal stays pure ASCII, others keep their characters', () => {
  expect(editJson('{"a":"\\ud83d\\udcbb x"}', [{ path: ['a'], value: '💻é' }])).toBe(
    '{"a":"\\ud83d\\udcbb\\u00e9"}',
  );
  expect(editJson('{"a":"💻 x"}', [{ path: ['a'], value: '💻é' }])).toBe('{"a":"💻é"}');
  // Half an emoji cannot be encoded in UTF-8.
  expect(editJson('{"a":"é x"}', [{ path: ['a'], value: 'é\ud83d' }])).toBe('{"a":"é\\ud83d"}');
});

test('several edits are applied at once, in any order', () => {
  const text = '{"m":[{"c":"1"},{"c":"2","p":[{"t":"3"}]}],"z":"4"}';
  const edits: StringEdit[] = [
    { path: ['z'], value: 'D' },
    { path: ['m', 1, 'p', 0, 't'], value: 'C' },
    { path: ['m', 0, 'c'], value: 'A' },
  ];
  expect(editJson(text, edits)).toBe('{"m":[{"c":"A"},{"c":"2","p":[{"t":"C"}]}],"z":"D"}');
  expect(editJson(text, [])).toBe(text);
});

const drop = (...path: JsonPath): JsonEdit => ({ path, remove: true });
const put = (json: string, ...path: JsonPath): JsonEdit => ({ path, json });

test('values are replaced, members added and removed, and every other byte stays', () => {
  const rows: readonly (readonly [before: string, edits: readonly JsonEdit[], after: string])[] = [
    ['{"a" : 1.0 ,"b":2}', [put('[ 3 ]', 'a')], '{"a" : [ 3 ] ,"b":2}'],
    ['{ "a":1 }', [put('null', 'b')], '{ "a":1,"b":null }'],
    ['{ }', [put('1', 'b'), put('2', 'c')], '{"b":1,"c":2 }'],
    ['{"a":1,"a":2}', [put('3', 'a')], '{"a":1,"a":3}'],
    ['{"a":1, "b":2, "c":3}', [drop('a')], '{"b":2, "c":3}'],
    ['{"a":1, "b":2 , "c":3}', [drop('b')], '{"a":1 , "c":3}'],
    ['{"a":1, "b":2, "c":3 }', [drop('c')], '{"a":1, "b":2 }'],
    ['{"a":1, "b":2, "c":3 }', [drop('b'), drop('c'), put('4', 'd')], '{"a":1,"d":4 }'],
    ['{ "a":1, "b":2 }', [drop('a'), drop('b')], '{  }'],
    ['{ "a":1 }', [drop('a'), put('2', 'b')], '{ "b":2 }'],
    ['{"a":1,"b":2,"a":3}', [drop('a')], '{"b":2}'],
    ['[1, 2,3]', [drop(1)], '[1,3]'],
    ['[{"a":1},{"a":2}]', [drop(0), put('3', 1, 'a')], '[{"a":3}]'],
    ['{"a":{"b":1},"a":{"c":1}}', [put('2', 'a', 'b')], '{"a":{"b":1},"a":{"c":1,"b":2}}'],
    ['{"a":"é"}', [put('1', 'ü')], '{"a":"é","ü":1}'],
    ['{"a":1}', [put('1', 'ü')], '{"a":1,"\\u00fc":1}'],
    ['{"__proto__":1}', [drop('__proto__')], '{}'],
    // Missing places.
    [
      '{"a":1}',
      [drop('b'), put('1', 'b', 'c'), put('1', 'a', 'c'), { path: ['c'], value: 'x' }],
      '{"a":1}',
    ],
    ['[1]', [put('2', 1), put('2', 'a')], '[1]'],
    ['3', [put('2', 'a')], '3'],
  ];
  for (const [before, edits, after] of rows)
    expect([before, editJson(before, edits)]).toEqual([before, after]);
});

test('a value is returned as it was written', () => {
  const text = ' {"a":[1.0, {"b" : "\\u00e9"} ,[]], "a":[ 2e0 ,{"c":{}}],"\\u0062":3} ';
  expect([
    rawAt(text, []),
    rawAt(text, ['a', 1, 'c']),
    rawAt(text, ['a', 0]),
    rawAt(text, ['b']),
    rawAt(text, ['x']),
    rawAt(text, ['b', 'c']),
  ]).toEqual([text.trim(), '{}', '2e0', '3', null, null]);
  expect([
    rawElements(text, ['a']),
    rawElements(text, ['b']),
    rawElements('[]', []),
    rawElements(text, ['x']),
  ]).toEqual([['2e0', '{"c":{}}'], [], [], []]);
  expect([[...rawMembers('{"b":1.0,"a":2,"b": [ ]}')], [...rawMembers('[1]')]]).toEqual([
    [
      ['b', '[ ]'],
      ['a', '2'],
    ],
    [],
  ]);
  expect([jsonString('é', 'a'), jsonString('é', 'ü'), jsonString('"\ud800', 'a')]).toEqual([
    '"\\u00e9"',
    '"é"',
    '"\\"\\ud800"',
  ]);
});

test('deep nesting beside the path is skipped without recursion', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  expect(editJson(`{"d":${deep},"a":"x"}`, [{ path: ['a'], value: 'y' }])).toBe(
    `{"d":${deep},"a":"y"}`,
  );
});

test('text that is not JSON parses to undefined and never throws', () => {
  for (const text of [
    '',
    '{',
    '[DONE]',
    '{"a":1}{"b":2}',
    ': comment',
    "{'a':1}",
    '\ufeff{}',
    'undefined',
  ]) {
    expect(parseJson(text)).toBeUndefined();
  }
  expect(parseJson('null')).toBeNull();
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
});

test('only plain objects are objects', () => {
  expect([{}, { a: 1 }, [], null, undefined, 'x', 1].filter(isObject)).toEqual([{}, { a: 1 }]);
});

/** Values that survive JSON.stringify and JSON.parse unchanged. */
const { value: anyJson } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.constantFrom(null, true, false, 0, -1.5, 1e21, 1e-7),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', '', '1', '0', 'é', 'content', '💻'), tie('value'), {
      maxKeys: 4,
    }),
  ),
}));

/**
 * Writes JSON in an odd but valid way, from a stream of choices: spaces, escapes, duplicate keys,
 * number forms. Keys have no escapes, because V8 13.6 misreads them
 * (`{"b":0,"\\u0078":1,"\\u0078":2}` can parse to `{"b":0,"\\\\":1,"x":2}`), and JSON.parse is the
 * oracle here.
 */
function writeOddly(value: unknown, next: (below: number) => number): string {
  const space = (): string => ['', '', ' ', '\n\t', '\r\n  '][next(5)] ?? '';
  function text(string: string): string {
    return (
      '"' +
      string
        .split('')
        .map((unit) => {
          const code = unit.charCodeAt(0);
          const bare = JSON.stringify(unit).slice(1, -1);
          return next(4) === 0
            ? '\\u' + code.toString(16).padStart(4, '0')
            : unit === '/' && next(2) === 0
              ? '\\/'
              : bare;
        })
        .join('') +
      '"'
    );
  }
  function write(part: unknown): string {
    if (typeof part === 'string') return text(part);
    if (part === 0) return ['0', '0.0', '0e5', '-0'][next(4)] ?? '0';
    if (Array.isArray(part))
      return (
        '[' +
        part.map((item) => space() + write(item) + space()).join(',') +
        (part.length ? '' : space()) +
        ']'
      );
    if (isObject(part)) {
      const members = Object.entries(part).flatMap(([key, item]) => {
        const member =
          space() + JSON.stringify(key) + space() + ':' + space() + write(item) + space();
        // The last of duplicate keys counts.
        return next(6) === 0
          ? [`${JSON.stringify(key)}:${['"early"', '[["x"]]', '{"a":"b"}', '7'][next(4)]}`, member]
          : [member];
      });
      return '{' + members.join(',') + (members.length ? '' : space()) + '}';
    }
    return JSON.stringify(part);
  }
  return space() + write(value) + space();
}

function stringsOf(
  value: unknown,
  path: (string | number)[] = [],
): { path: (string | number)[]; value: string }[] {
  if (typeof value === 'string') return path.length > 0 ? [{ path, value }] : [];
  if (Array.isArray(value)) return value.flatMap((item, i) => stringsOf(item, [...path, i]));
  if (isObject(value))
    return Object.keys(value).flatMap((key) => stringsOf(value[key], [...path, key]));
  return [];
}

function edited(value: unknown, edits: readonly StringEdit[]): unknown {
  const root: unknown = structuredClone(value);
  for (const { path, value: text } of edits) {
    let at = root as Record<string | number, unknown>;
    for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
    const last = path[path.length - 1] as string | number;
    at[last] = text;
  }
  return root;
}

test('editing oddly written JSON equals parsing it and editing the value', () => {
  fc.assert(
    fc.property(
      anyJson,
      fc.infiniteStream(fc.nat(59)),
      fc.string({ unit: 'binary', maxLength: 8 }),
      (made, choices, fresh) => {
        const text = writeOddly(made, (below) => Number(choices.next().value) % below);
        const parsed = JSON.parse(text) as unknown;
        const edits = stringsOf(parsed)
          .filter((_, i) => i % 2 === 0)
          .map(({ path }) => ({ path, value: fresh }));

        expect(JSON.parse(editJson(text, edits))).toEqual(edited(parsed, edits));
      },
    ),
    { numRuns: runs(2000) },
  );
});

test('outside of the replaced strings oddly written JSON keeps every character', () => {
  fc.assert(
    fc.property(anyJson, fc.infiniteStream(fc.nat(59)), (made, choices) => {
      const text = writeOddly(made, (below) => Number(choices.next().value) % below);
      const [first] = stringsOf(JSON.parse(text));
      if (!first) return;
      const result = editJson(text, [{ path: first.path, value: '<<new>>' }]);
      const at = result.indexOf('"<<new>>"');

      const before = result.slice(0, at);
      const behind = result.slice(at + '"<<new>>"'.length);
      expect(at).toBeGreaterThan(-1);
      expect(text.startsWith(before)).toBe(true);
      expect(text.endsWith(behind)).toBe(true);
      expect(JSON.parse(text.slice(before.length, text.length - behind.length))).toBe(first.value);
    }),
    { numRuns: runs(2000) },
  );
});

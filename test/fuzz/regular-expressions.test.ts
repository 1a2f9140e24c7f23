import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  patternsIn,
  pythonPatternsIn,
  slowness,
  type Pattern,
} from '../support/regular-expressions.ts';

const root = resolve(import.meta.dirname, '../..');
const SOURCES = globSync('{src,entrypoints}/**/*.{ts,tsx,js,mjs}', { cwd: root }).toSorted();
const PYTHON = globSync('src/**/*.py', { cwd: root });

/** Expressions that look slow by their shape, each with the reason why no text makes them slow. */
const BOUNDED: Readonly<Record<string, string>> = {
  'src/normalizer/repairs/bare-json.ts /[^\\r\\n]*(?:\\r\\n|[\\r\\n]|$)/g':
    'it matches wherever it is tried, and goes on behind that',
  'src/tools/demo/servers/recordings.ts /[^]+?(?:\\n\\n|$)/g':
    'it matches wherever it is tried, and goes on behind that',
};

/** Modules that assemble theirs when the first is needed: what needs one. */
const NEED: Readonly<Record<string, (module: Record<string, unknown>) => void>> = {
  'src/normalizer/progress/outcome.ts': ({ outcomeOf }) =>
    ['x', '{"error": "x"}', '{"output": "x"}'].forEach(outcomeOf as (result: string) => unknown),
  'src/normalizer/text/written-calls.ts': ({ findWrittenCall }) =>
    void (findWrittenCall as (text: string, tools: readonly string[]) => unknown)(
      'a\n```json\n{}\n```',
      ['f'],
    ),
  'src/normalizer/text/marker-grammar.ts': ({ isHermesWorded }) =>
    void (isHermesWorded as (marker: object) => boolean)({ emoji: '⏰', label: 'list' }),
};

function read(file: string): string {
  return readFileSync(resolve(root, file), 'utf8');
}

function literalOf({ source, flags }: Pattern): string {
  return `/${source}/${flags}`;
}

test('no regular expression takes more than linear time, except those that a bound keeps short', () => {
  const found = SOURCES.flatMap((file) =>
    patternsIn(read(file), file).literals.map((pattern) => ({
      pattern,
      place: `${file} ${literalOf(pattern)}`,
    })),
  );
  expect(found.length).toBeGreaterThan(150);

  const slow = found.filter(({ pattern }) => slowness(pattern) !== '');
  expect(
    slow
      .filter(({ place }) => !(place in BOUNDED))
      .map(({ pattern, place }) => `${place}: ${slowness(pattern)}`),
  ).toEqual([]);
  expect(
    Object.keys(BOUNDED).filter((place) => !slow.some((each) => each.place === place)),
    'no longer slow',
  ).toEqual([]);
});

test('nor do those that a module assembles, and there are no others', async () => {
  const files = SOURCES.filter((file) => patternsIn(read(file), file).made > 0);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const made: Pattern[] = [];
    class Told extends RegExp {
      constructor(source: string | RegExp, flags?: string) {
        super(source, flags);
        made.push({ source: this.source, flags: this.flags });
      }
    }
    vi.resetModules();
    vi.stubGlobal('RegExp', Told);
    try {
      const module = (await import(resolve(root, file))) as Record<string, unknown>;
      NEED[file]?.(module);
    } finally {
      vi.unstubAllGlobals();
    }
    expect([file, made.length >= patternsIn(read(file), file).made]).toEqual([file, true]);
    expect(
      made
        .map((pattern) => `${file} ${literalOf(pattern)}: ${slowness(pattern)}`)
        .filter((each) => !each.endsWith(': ')),
    ).toEqual([]);
  }
});

test("nor do the companion's in Python", () => {
  const found = PYTHON.flatMap((file) => pythonPatternsIn(read(file)));
  expect(found.length).toBeGreaterThan(8);
  expect(
    found
      .map((pattern) => `${literalOf(pattern)}: ${slowness(pattern)}`)
      .filter((each) => !each.endsWith(': ')),
  ).toEqual([]);
});

test('slow ones are detected, in both languages', () => {
  const slow = [
    '(.*\\S.*)',
    '^(.*\\S.*)$',
    '(a+)+b',
    '^\\s+|\\s+$',
    'x*x*y',
    '\\d+-',
    '^(.*?),(.*?),(.*?)$',
    '^(?:a|ba+)+c$',
    'a+(?=b)',
  ];
  const quick = ['^.*\\S', '^[^,]*,[^,]*$', '`[^`]*`', '^a+b', 'a{1,16}b'];
  expect(
    [slow, quick].map((sources) => sources.map((source) => slowness({ source, flags: '' }) !== '')),
  ).toEqual([slow.map(() => true), quick.map(() => false)]);

  const python =
    'EMOJI = "💻⚙"\nMARKER = re.compile(rf"`[{EMOJI}]\\ufe0f? (.*\\S.*)`\\Z")\nSLOW = r"a+\\d?"\nTWICE = rf"{SLOW}{SLOW}"\nLINE = re.compile(\n    rf"{TWICE}"\n    rf"x{{3}}b"\n)\nMARKER.match(line)\nLINE.search(line)\n';
  expect(
    pythonPatternsIn(python).map((pattern) => [literalOf(pattern), slowness(pattern) !== '']),
  ).toEqual([
    ['/`[💻⚙]\\ufe0f? (.*\\S.*)`$/uy', true],
    ['/a+\\d?a+\\d?x{3}b/u', true],
  ]);
  expect(() => pythonPatternsIn('re.compile(pattern)')).toThrow('another way');
  expect(patternsIn('const a = /x/g; const b = new RegExp(a.source);', 'a.ts')).toEqual({
    literals: [{ source: 'x', flags: 'g' }],
    made: 1,
  });
});

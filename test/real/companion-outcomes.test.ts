/**
 * The verdicts of both languages: the page's TypeScript and the companion's Python judge by one
 * table.
 */
import { expect, test } from 'vitest';
import { maskSecrets } from '../../src/normalizer/json/mask.ts';
import { COMMANDS, readLabel } from '../../src/normalizer/progress/call-input.ts';
import { readResult } from '../../src/normalizer/progress/outcome.ts';
import LABELS from '../../src/normalizer/tables/hermes-labels.json' with { type: 'json' };
import { fitsTool, isHermesWorded } from '../../src/normalizer/text/marker-grammar.ts';
import {
  changedResult,
  KNOWN_RESULTS,
  type ToolResult,
} from '../companion/results/changed-results.ts';
import MASKED from '../companion/mask-cases.json' with { type: 'json' };
import { createRandom } from '../fuzz/random.ts';
import { carriedSecrets, ordinaryLines } from '../inspector/mask-corpus.ts';
import { runFilterOnce } from './run-filter.ts';

const CHANGED = 10_000;

/** What the companion reads in results, as the extension names it. */
function inPython(results: readonly ToolResult[]): unknown[] {
  const { read } = runFilterOnce<{ read: Record<string, unknown>[] }>({
    do: 'results',
    texts: [],
    results: results.map(({ result }) => result),
    tools: results.map(({ tool }) => tool),
  });
  return read.map(({ status, exit_code: exitCode, error, output, parts }) => ({
    phase: status,
    receipt: {
      ...(exitCode !== undefined && { exitCode }),
      ...(error !== '' && { error }),
      ...(output !== '' && { output }),
      ...(parts !== undefined && { parts }),
    },
  }));
}

function inTypeScript(results: readonly ToolResult[]): unknown[] {
  return results.map(({ tool, result }) => {
    const { phase, receipt } = readResult(result, tool);
    return { phase, receipt };
  });
}

test.each([
  ['recorded and written', KNOWN_RESULTS],
  ['changed', Array.from({ length: CHANGED }, (_, turn) => changedResult(turn))],
])('%s results are read alike in both languages', (_what, results) => {
  const [python, typescript] = [inPython(results), inTypeScript(results)];
  const differing = results.flatMap((asked, i) => {
    const pair = [python[i], typescript[i]].map((read) => JSON.stringify(sorted(read)));
    return pair[0] === pair[1] ? [] : [{ asked, python: pair[0], typescript: pair[1] }];
  });

  expect(python).toHaveLength(results.length);
  expect(differing.slice(0, 3)).toEqual([]);
});

/**
 * What tools have as labels, and names and keys: of changes of these, the verdicts are compared.
 */
const WORDED = LABELS.flatMap(({ words = '' }) => words.split('|')).filter(Boolean);
const LABELLED = [
  ...[
    'ls -la | wc',
    './a b',
    '~',
    'C:\\x',
    'a_b',
    'a.b',
    'https://x.y/z',
    'x.y',
    '@e12',
    'e7',
    '7',
  ],
  ...[
    'poll proc_1a2b3c4d',
    'poll proc_1a2b3c4d 3',
    'wait x',
    'lr=1',
    '==x',
    'stopping x',
    '12 steps',
  ],
  ...[
    'recall: "x"',
    '+memory: "y"',
    'to #a: "b"',
    'planning 3 task(s)',
    'Why?',
    '为什么？',
    'Ünï/cödé',
  ],
  ...['display.preview.shell_plus_one', 'display.x', 'execute_command', 'run_a_command', 'bash'],
];
const PIECES = [
  ...[
    '',
    ' ',
    '.',
    '/',
    '=',
    '"',
    '`',
    '\t',
    '\r',
    '\u00a0',
    '\ufeff',
    '\u2028',
    '\u0085',
    '\u001c',
  ],
  ...['٣', 'é', '😀', '_', 'x', '?', '\\', ':', '3', ' x'],
];

function changedLabel(turn: number): { readonly emoji: string; readonly label: string } {
  const random = createRandom('labels', turn);
  let label = random.pick(random.oneIn(2) ? LABELLED : WORDED);
  for (let left = random.below(3); left > 0; left--) {
    const at = random.below(label.length + 1);
    label = label.slice(0, at) + random.pick(PIECES) + label.slice(at + random.below(3));
  }
  const { emoji } = random.pick(LABELS);
  return { emoji: random.oneIn(2) ? emoji : `${emoji}\ufe0f`, label };
}

test('labels, names of tools and keys of texts are read alike in both languages', () => {
  const markers = Array.from({ length: CHANGED }, (_, turn) => changedLabel(turn));
  const names = markers.map(({ label }) => label);
  const lines = markers.map(({ emoji, label }) => `\`${emoji} ${label}\``);
  const python = runFilterOnce<{ markers: boolean[][]; calls: boolean[][] }>({
    do: 'labels',
    lines,
    names,
  });
  const typescript = {
    markers: markers.map((marker) => [isHermesWorded(marker), fitsTool(marker)]),
    calls: names.map((name) => [COMMANDS.test(name), readLabel(name) === null]),
  };
  const differing = (['markers', 'calls'] as const).flatMap((what) =>
    lines.flatMap((line, i) =>
      String(python[what][i]) === String(typescript[what][i])
        ? []
        : [{ line, python: python[what][i], typescript: typescript[what][i] }],
    ),
  );

  expect(differing.slice(0, 5)).toEqual([]);
  expect(new Set(python.markers.map(String)).size).toBe(3);
  expect(new Set(python.calls.map(String)).size).toBe(3);
});

test('secrets are masked alike in both languages', () => {
  const texts = [
    ...MASKED.map(({ text }) => text),
    ...carriedSecrets().map(({ text }) => text),
    ...ordinaryLines(),
    ...KNOWN_RESULTS.map(({ result }) => String(result)),
  ];
  const { masked } = runFilterOnce<{ masked: string[] }>({
    do: 'results',
    texts,
    results: [],
    tools: [],
  });
  const differing = texts.flatMap((text, i) => {
    const ours = maskSecrets(text);
    return ours === masked[i] ? [] : [{ text, python: masked[i], typescript: ours }];
  });

  expect(differing.slice(0, 3)).toEqual([]);
});

/** The same with keys in order. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

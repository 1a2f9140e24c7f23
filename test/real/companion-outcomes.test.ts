/** The verdicts of both languages: the page's TypeScript and the companion's Python judge by one table. */
import { expect, test } from 'vitest';
import { maskSecrets } from '../../src/normalizer/json/mask.ts';
import { readResult } from '../../src/normalizer/progress/outcome.ts';
import {
  changedResult,
  KNOWN_RESULTS,
  type ToolResult,
} from '../companion/results/changed-results.ts';
import MASKED from '../companion/mask-cases.json' with { type: 'json' };
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

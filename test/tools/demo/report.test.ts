import { expect, test } from 'vitest';
import { createReport } from '../../../src/tools/demo/report.ts';

test('it is clean if all checks pass, whatever the facts are', () => {
  const lines: string[] = [];
  const report = createReport((line) => lines.push(line));
  report.section('Old chat');
  report.fact('markers', 4);
  report.check('markers sent', 0, true);

  expect(report.verdict()).toBe(true);

  expect(lines.at(-1)).toBe('Verdict: clean. All 1 checks hold.');
});

test('one failed check makes the verdict bad and is named again at the end', () => {
  const lines: string[] = [];
  const report = createReport((line) => lines.push(line));
  report.section('New chat');
  report.check('markers sent', 1, false);
  report.check('markers kept', 0, true);

  expect(report.verdict()).toBe(false);

  expect(lines.at(-1)).toBe('  ✗ New chat: markers sent (1)');
});

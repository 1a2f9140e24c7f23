import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readResponse } from '../../src/tools/cli/http-response.ts';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { diagnosisText } from '../../src/doctor/diagnosis-text.ts';
import { bytesOf } from '../normalizer/splits.ts';
import { REPORTS, type Report } from './reports.ts';

const LLAMA = new URL('../recordings/llama.cpp/', import.meta.url);

function bytesOfReport({ recording }: Report): Uint8Array {
  return typeof recording === 'string' ? bytesOf(recording) : recording;
}

test('every report occurs once', () => {
  expect(new Set(REPORTS.map(({ from }) => from)).size).toBe(REPORTS.length);
  for (const { from } of REPORTS) expect(from).toMatch(/^[\w.-]+\/[\w.-]+#\d+[a-z]?$/);
});

test.each(REPORTS.map((report) => [report.from, report.what, report] as const))(
  '%s: %s',
  (_, __, report) => {
    const bytes = bytesOfReport(report);
    const diagnosis = diagnose(readResponse(bytes));
    const ids = diagnosis.findings.map(({ id }) => id);

    const text = diagnosisText(diagnosis);
    expect(ids[0] ?? null).toBe(report.first);
    if (report.says) expect(diagnosis.findings[0]?.defect ?? text).toMatch(report.says);
    if (report.all) expect(ids).toEqual(report.all);
    expect(text).toContain(
      report.first === null ? '\nNo defects found.' : `\n1. ${diagnosis.findings[0]?.defect}`,
    );
  },
);

test('real streams of llama.cpp: what cut them comes first, and the one that it gave up says so', () => {
  const firsts = readdirSync(LLAMA)
    .toSorted()
    .map((name) => {
      const [first] = diagnose(readResponse(readFileSync(new URL(name, LLAMA)))).findings;
      return [name.replace(/^b\d+-|\.txt$/g, ''), first?.id, first?.defect.slice(0, 60)];
    });

  expect(firsts).toEqual([
    ['emoji-first', 'first-role', expect.any(String)],
    [
      'long-args',
      'tool-call-split',
      'One delta has the name of a tool call and its first argument',
    ],
    ['one-tool', 'token-limit', 'The reply stopped at the token limit, so its end is missing.'],
    ['parallel', 'cut-call', 'The reply stopped at the token limit in the middle of a tool'],
    [
      'reasoning-tool',
      'token-limit',
      'The reply stopped at the token limit, so its end is missing.',
    ],
    [
      'template-GLM-4.6',
      'server-error',
      'The server reported an error: The model produced output that',
    ],
    [
      'template-Qwen3-Coder',
      'tool-call-split',
      'One delta has the name of a tool call and its first argument',
    ],
  ]);
});

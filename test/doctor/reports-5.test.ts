import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Diagnosis } from '../../src/doctor/diagnosis.ts';
import { outcomeOf } from '../../src/normalizer/progress/outcome.ts';
import type { Outcome } from '../../src/normalizer/progress/progress-types.ts';
import { chunk, sse } from '../normalizer/repairs/repaired.ts';
import { diagnosed } from './diagnosed.ts';

// Public reports of 2025 and 2026, each completed to a stream as its server sends it, sound streams
// as servers document them, texts that talk about calls and markers, and results of tools. What is
// right was decided before anything here read them; ids of findings were added behind.

const FOLDER = new URL('../recordings/reports-5/', import.meta.url);

interface Case {
  readonly file: string;
  readonly report: string;
  readonly right: string;
  /** It must find something, or nothing; or both are right. */
  readonly doctor: 'find' | 'clear' | 'any';
  /** Id of the first finding, and a pattern of what it says. */
  readonly first?: string;
  readonly says?: string;
  /** Ids of findings that are true of a named reader. */
  readonly known?: string;
}

function listOf<T>(name: string): readonly T[] {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as readonly T[];
}

/** @returns the ids of findings that are none of the known ones */
function strange({ findings }: Diagnosis, known = ''): readonly string[] {
  return findings.map(({ id }) => id).filter((id) => !known.split('|').includes(id));
}

test.each(listOf<Case>('cases.json').map((one) => [one.report, one.right, one] as const))(
  '%s: %s',
  (_report, _right, one) => {
    const diagnosis = diagnosed(one.file, readFileSync(new URL(`cases/${one.file}`, FOLDER)));
    const [found] = diagnosis.findings;
    if (one.doctor === 'clear') expect(strange(diagnosis, one.known)).toEqual([]);
    if (one.doctor !== 'find') return;
    expect(found?.id).toBe(one.first);
    expect(`${found?.defect} ${found?.id}`).toMatch(new RegExp(one.says ?? '', 'i'));
  },
);

test.each(
  listOf<{ file: string; server: string; source: string; known?: string }>('sound.json').map(
    (one) => [one.server, one.source, one] as const,
  ),
)('sound: %s, %s', (_server, _source, { file, known }) => {
  const diagnosis = diagnosed(file, readFileSync(new URL(`sound/${file}`, FOLDER)));
  expect(strange(diagnosis, known)).toEqual([]);
});

test.each(listOf<{ name: string; lang: string; text: string }>('texts.json'))(
  'nobody is accused of text $name ($lang)',
  ({ text }) => {
    const pieces = text.match(/.{1,9}/gsu) ?? [];
    const body = sse(
      chunk({ role: 'assistant', content: '' }),
      ...pieces.map((content) => chunk({ content })),
      chunk({}, 'stop'),
      '[DONE]',
    );
    const diagnosis = diagnosed(
      'a text',
      Buffer.from(`HTTP/1.1 200 OK\nContent-Type: text/event-stream\n\n${body}`),
    );
    expect([strange(diagnosis), diagnosis.isUnchanged]).toEqual([[], true]);
  },
);

test.each(
  listOf<{ name: string; tool: string; result: string; right: readonly Outcome[] }>('results.json'),
)('the result of $name is right', ({ tool, result, right }) => {
  expect(right).toContain(outcomeOf(result, tool));
});

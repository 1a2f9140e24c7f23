import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { diagnosed } from './diagnosed.ts';
import { REAL_REPORTS, type RealReport } from './real-reports.ts';

// Recordings rebuilt from public reports: each has its right verdict, written from the report and
// not from the doctor.

const FOLDER = new URL('../recordings/reports/', import.meta.url);

const ROWS = Object.entries(REAL_REPORTS).map(
  ([name, report]) => [name, report.what, report] as const,
);

function expectVerdict(name: string, _: string, { first, says, helped }: RealReport): void {
  const { findings, isUnchanged, exitStatus } = diagnosed(
    name,
    readFileSync(new URL(name, FOLDER)),
  );
  expect([findings[0]?.id ?? null, exitStatus]).toEqual([first, first === null ? 0 : 1]);
  if (says) expect(findings[0]?.defect).toMatch(says);
  // What may become a marker waits, which changes packets of a socket, but no text.
  expect(!isUnchanged && findings.length > 0).toBe(helped ?? false);
}

test('there is a verdict on every recording', () => {
  const names = readdirSync(FOLDER).flatMap((folder) =>
    readdirSync(new URL(folder, FOLDER)).map((file) => `${folder}/${file}`),
  );
  expect(Object.keys(REAL_REPORTS).toSorted()).toEqual(names.toSorted());
});

test.each(ROWS)('%s: %s', expectVerdict);

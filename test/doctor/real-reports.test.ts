import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runNormalize } from '../../src/tools/cli/normalize-command.ts';
import type { Diagnosis } from '../../src/doctor/diagnosis.ts';
import { REAL_REPORTS } from './real-reports.ts';

// Recordings rebuilt from public reports: each has its right verdict, written from the report and not from the doctor.

const FOLDER = new URL('../recordings/reports/', import.meta.url);

function diagnosed(name: string): { readonly diagnosis: Diagnosis; readonly status: number } {
  let text = '';
  const status = runNormalize(['--doctor', '--json', name], {
    read: (file) => readFileSync(new URL(file, FOLDER)),
    print: (bytes) => void (text = Buffer.from(bytes).toString()),
    error: (line) => expect.fail(line),
  });
  return { diagnosis: JSON.parse(text) as Diagnosis, status };
}

test('there is a verdict on every recording', () => {
  const names = readdirSync(FOLDER).flatMap((folder) =>
    readdirSync(new URL(folder, FOLDER)).map((file) => `${folder}/${file}`),
  );
  expect(Object.keys(REAL_REPORTS).toSorted()).toEqual(names.toSorted());
});

test.each(Object.entries(REAL_REPORTS).map(([name, report]) => [name, report.what, report] as const))(
  '%s: %s',
  (name, _, { first, says, helped }) => {
    const { diagnosis, status } = diagnosed(name);
    const { findings, isUnchanged } = diagnosis;
    expect([findings[0]?.id ?? null, status]).toEqual([first, first === null ? 0 : 1]);
    if (says) expect(findings[0]?.defect).toMatch(says);
    expect(!isUnchanged).toBe(helped ?? false);
  },
);

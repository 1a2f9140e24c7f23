import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Measured } from './measure.ts';

test('ten megabytes leave little alive, whatever their content and carrier', () => {
  const out = execFileSync(
    process.execPath,
    ['--expose-gc', join(import.meta.dirname, 'measure.ts')],
    {
      encoding: 'utf8',
      maxBuffer: 1e7,
    },
  );
  const measured = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Measured);
  const [control, others] = [true, false].map((is) =>
    measured.filter(({ carrier }) => (carrier === 'control') === is),
  );

  // A leak of everything is detected.
  expect(control?.map(({ bytes, allowed }) => bytes > allowed)).toEqual(
    Array.from({ length: 7 }, () => true),
  );
  expect(others?.length).toBeGreaterThan(100);
  expect(others?.filter(({ bytes, allowed }) => bytes > allowed)).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { leanRepair, leanRepairs } from '../../../../src/tools/cli/vite-plugins/lean-repairs.ts';
import { REPAIRS } from '../../../../src/normalizer/repairs/all-repairs.ts';

const FOLDER = new URL('../../../../src/normalizer/repairs/', import.meta.url);
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(new URL(file, FOLDER), 'utf8'));

test('the words of every repair are left out, and its code stays', () => {
  const lean = FILES.map(leanRepair).join('');

  for (const { id, about } of REPAIRS) {
    expect([id, lean.includes(about.whatWeDo), lean.includes(about.source)]).toEqual([
      id,
      false,
      false,
    ]);
    expect(lean).toContain(`'${id}'`);
  }
  const starts = (files: readonly string[]): number =>
    files.join('').match(/^ {2}(?:repair|start)[(:]/gm)?.length ?? 0;
  expect(starts(FILES.map(leanRepair))).toBe(starts(FILES));
});

test('other files stay', () => {
  const { transform } = leanRepairs();

  expect(transform('const a = {\n  about: {\n  },\n};', '/src/doctor/defects.ts')).toBeUndefined();
});

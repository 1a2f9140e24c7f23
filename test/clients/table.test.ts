import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { ALL_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import { tryClients } from './before-after.ts';
import { DEFECTS } from './defects.ts';
import { writePage, type Row } from './table.ts';

const PAGE = new URL('README.md', import.meta.url);

const rows: Row[] = [];

// More than a thousand readings, a few milliseconds each.
beforeAll(async () => {
  for (const defect of DEFECTS) rows.push({ defect, results: await tryClients(defect) });
}, 60_000);

/** The clients, by name, that break. */
function stumbling({ results }: Row, over: 'before' | 'after' | 'without'): string[] {
  return results.flatMap((result) =>
    result[over] === null || result[over] === 'ok' ? [] : [result.client.name],
  );
}

test('a defect names a repair of all-repairs.ts, or says in words what else handles it', () => {
  expect(
    DEFECTS.filter(
      ({ repair }) => /^[a-z]+(?:-[a-z]+)+$/.test(repair) && !ALL_REPAIRS.has(repair),
    ).map(({ what, repair }) => `${repair}: ${what}`),
    'missing in src/normalizer/repairs/all-repairs.ts',
  ).toEqual([]);
});

test.each(DEFECTS.map(({ what }, i) => [what, i] as const))('read correctly: %s', (_, i) => {
  const row = rows[i];
  expect(row && stumbling(row, 'after')).toEqual(DEFECTS[i]?.left?.clients ?? []);
});

test('every repair helps a client that no other repair helps', () => {
  const helpful = rows.filter(
    (row) => stumbling(row, 'without').length > stumbling(row, 'after').length,
  );
  const ids = new Set(helpful.map(({ defect }) => defect.repair));
  expect(
    [...ALL_REPAIRS].filter((id) => !ids.has(id)),
    'their streams in test/clients/defects.ts break no client, so there is nothing to repair',
  ).toEqual([]);
});

test('the page is up to date', () => {
  const page = writePage(rows);
  if (process.env.UPDATE_TABLE === '1') writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
});

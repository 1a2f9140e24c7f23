import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALL_REPAIRS, DEFAULT_REPAIRS, OPTIONAL_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';

/** Modules that repairs consist of. */
const PARTS = ['all-repairs', 'frame-repair', 'frame-repairs', 'stray-frames', 'stream-repairs', 'tool-call'];

/** The files of the repairs, without `.ts`, by name. */
const FILES = new Map(
  ['', 'tool-calls/'].flatMap((folder) =>
    readdirSync(new URL(`../../../src/normalizer/repairs/${folder}`, import.meta.url)).flatMap((file) => {
      const name = file.slice(0, -'.ts'.length);
      return file.endsWith('.ts') && !PARTS.includes(name) ? [[name, `${folder}${name}`] as const] : [];
    }),
  ),
);

test('every repair is named like its file', () => {
  expect([...ALL_REPAIRS].sort(), 'ids in src/normalizer/repairs/all-repairs.ts').toEqual([...FILES.keys()].sort());
});

test.each([...ALL_REPAIRS])('its code has the same id: %s', async (id) => {
  const module = (await import(/* @vite-ignore */ `/src/normalizer/repairs/${FILES.get(id)}.ts`)) as Record<
    string,
    unknown
  >;
  const ids = Object.values(module).map((part) => (typeof part === 'object' && part && 'id' in part ? part.id : part));

  expect(ids).toContain(id);
});

test('a repair is either on by default or optional', () => {
  expect([...DEFAULT_REPAIRS].filter((id) => OPTIONAL_REPAIRS.has(id))).toEqual([]);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { linesOf, readPieces } from '../../../src/tools/cli/input.ts';
import { inPieces } from './fake-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'input-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a file is read completely, in pieces', () => {
  const content = Buffer.alloc(1_000_000, 'abc');
  writeFileSync(join(folder, 'a'), content);
  const pieces = [...readPieces(join(folder, 'a'))];

  expect([pieces.length > 1, Buffer.concat(pieces).equals(content)]).toEqual([true, true]);
});

test("a missing file throws the system's message", () => {
  expect(() => [...readPieces(join(folder, 'none'))]).toThrow(/ENOENT/);
  expect(() => [...readPieces(folder)]).toThrow(/EISDIR/);
});

test('lines are whole however the pieces split them', () => {
  const bytes = Buffer.from('a\n\né💻\r\nlast');
  for (const size of [1, 2, 100]) expect([...linesOf(inPieces(bytes, size))]).toEqual(['a', '', 'é💻\r', 'last']);
});

import { expect, test } from 'vitest';
import { repairText, repairWords } from '../../src/languages/repair-words.ts';
import { MARKERS, TOOL_EVENTS } from '../../src/normalizer/reply/frame-trace.ts';
import { DEFECTS } from '../../src/doctor/defects.ts';
import { ALL_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';

test.each([MARKERS, TOOL_EVENTS, ...ALL_REPAIRS])('%s has a name for a switch and one sentence', (id) => {
  const stem = `repairs_${id.replaceAll('-', '_')}`;
  const { name, words } = repairWords[id] ?? {};

  expect(name, `${stem}_name in src/public/_locales/en/messages.json`).toMatch(/^\S.{3,38}[^.]$/);
  expect(words, `${stem}_words in src/public/_locales/en/messages.json`).toMatch(/^\S.{10,}\.$/);
});

test('two switches never have the same name', () => {
  const names = Object.values(repairWords).map(({ name }) => name);

  expect(new Set(names).size).toBe(names.length);
});

test('the doctor uses the same words as the popup', () => {
  expect(Object.fromEntries(DEFECTS.map(({ id, defect }) => [id, defect]))).toEqual(
    Object.fromEntries(Object.entries(repairWords).map(([id, { words }]) => [id, words])),
  );
});

test('an unknown id has no words, whatever its name', () => {
  expect(repairText(MARKERS)).toEqual(repairWords[MARKERS]);
  expect(repairText('of-a-later-version')).toBeNull();
  expect(repairText('constructor')).toBeNull();
});

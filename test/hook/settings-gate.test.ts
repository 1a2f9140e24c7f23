import './browser-shape.ts';
import { expect, test } from 'vitest';
import { createSettingsGate } from '../../src/hook/settings-gate.ts';

test('callers wait for the settings only until they arrive', async () => {
  const word = createSettingsGate(60_000);
  let waited = false;
  const due = word.due()?.then(() => (waited = true));

  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(waited).toBe(false);
  word.open();
  expect(word.due()).toBeNull();
  await due;
  word.open();
  expect(word.due()).toBeNull();
});

test('callers wait no longer than the limit for settings that never arrive', async () => {
  const word = createSettingsGate(5);
  await word.due();
  expect(word.due()).toBeNull();
});

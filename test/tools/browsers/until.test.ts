import { expect, test } from 'vitest';
import { until } from '../../../src/tools/browsers/until.ts';

test('what is empty or blank is asked for again, the first words are the answer', async () => {
  const answers = [null, '', ' \n', 'words', 'late'];
  expect(await until(() => answers.shift(), 'the words')).toBe('words');
});

test('if nothing comes in time, the error says what did not come', async () => {
  await expect(until(() => ' ', 'the words', 0)).rejects.toThrow(/Waited 0 s for the words/);
});

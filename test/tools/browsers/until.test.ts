import { expect, test } from 'vitest';
import { until } from '../../../src/tools/browsers/until.ts';

test('polling continues until there is an answer, which is returned', async () => {
  const answers = [null, false, 0, '', 'here'];

  expect(await until(() => answers.shift(), 'an answer')).toBe('here');
  expect(answers).toEqual([]);
});

test('if no answer comes in time the error names what was waited for', async () => {
  await expect(until(() => null, 'the bus', 100)).rejects.toThrow('Waited 0.1 s for the bus; it did not come.');
});

test('an error of the callback ends the wait', async () => {
  await expect(until(() => Promise.reject(new Error('broken')), 'an answer')).rejects.toThrow('broken');
});

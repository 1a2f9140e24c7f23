import { afterEach, expect, test, vi } from 'vitest';
import { reportFailure } from '../../src/sites/report.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a failure is reported once, with what did not happen and why', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const reason = new Error('No more room');

  reportFailure('add to the counts')(reason);

  expect(error).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^Stream Fixer could not add to the counts\. If this goes on, .+\.$/),
    reason,
  );
});

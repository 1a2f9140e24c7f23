import { afterEach, expect, test, vi } from 'vitest';
import { createQueue, reportFailure, within } from '../../src/extension/promises.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

test('jobs run one after another, in order, however long they take', async () => {
  const inTurn = createQueue();
  const log: string[] = [];

  const jobs = [9, 1, 5].map((time) =>
    inTurn(async () => {
      log.push(`${time} begins`);
      await sleep(time);
      log.push(`${time} ends`);
      return time;
    }),
  );

  expect(await Promise.all(jobs)).toEqual([9, 1, 5]);
  expect(log).toEqual(['9 begins', '9 ends', '1 begins', '1 ends', '5 begins', '5 ends']);
});

test('a failed job rejects for its caller and does not hold up the next', async () => {
  const inTurn = createQueue();
  const failed = inTurn(() => Promise.reject(new Error('No')));
  const thrown = inTurn(() => {
    throw new Error('Not even a promise');
  });
  const next = inTurn(async () => 'done');

  await expect(failed).rejects.toThrow('No');
  await expect(thrown).rejects.toThrow('Not even a promise');
  expect(await next).toBe('done');
});

test('two queues do not wait for each other', async () => {
  const [first, second] = [createQueue(), createQueue()];
  void first(() => new Promise(() => {}));

  expect(await second(async () => 'done')).toBe('done');
});

test('a result in time is passed on', async () => {
  vi.useFakeTimers();
  expect(await within(Promise.resolve(7), 100)).toBe(7);
  expect(vi.getTimerCount()).toBe(0);
});

test('a result that takes too long is null', async () => {
  vi.useFakeTimers();
  const late = within(new Promise<number>(() => {}), 100);
  await vi.advanceTimersByTimeAsync(100);

  expect(await late).toBeNull();
});

test('a failure remains a failure', async () => {
  await expect(within(Promise.reject(new Error('no')), 100)).rejects.toThrow('no');
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

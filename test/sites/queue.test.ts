import { expect, test } from 'vitest';
import { createQueue } from '../../src/sites/queue.ts';

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

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { within } from '../../src/sites/within.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('a result in time is passed on', async () => {
  expect(await within(Promise.resolve(7), 100)).toBe(7);
  expect(vi.getTimerCount()).toBe(0);
});

test('a result that takes too long is null', async () => {
  const late = within(new Promise<number>(() => {}), 100);
  await vi.advanceTimersByTimeAsync(100);

  expect(await late).toBeNull();
});

test('a failure remains a failure', async () => {
  await expect(within(Promise.reject(new Error('no')), 100)).rejects.toThrow('no');
});

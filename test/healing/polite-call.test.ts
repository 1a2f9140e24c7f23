import { expect, test } from 'vitest';
import { createPoliteCall } from '../../src/healing/polite-call.ts';

test('two at a time, and in order', async () => {
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  const call = createPoliteCall(({ path }) => {
    asked.push(path);
    return new Promise((resolve) => waiting.push(() => resolve({ status: 200, body: path })));
  }, 0);

  const answers = ['/1', '/2', '/3'].map((path) => call({ method: 'GET', path }));
  await Promise.resolve();
  expect(asked).toEqual(['/1', '/2']);

  waiting[1]?.();
  expect((await answers[1])?.body).toBe('/2');
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(asked).toEqual(['/1', '/2', '/3']);
  for (const answer of waiting) answer();
  expect((await answers[2])?.body).toBe('/3');
});

test('a call that rejects or throws counts as no connection, and others continue', async () => {
  const call = createPoliteCall(({ path }) => {
    if (path === '/throws') throw new Error('no');
    return path === '/rejects' ? Promise.reject(new Error('no')) : Promise.resolve({ status: 200, body: null });
  }, 0);

  expect(
    await Promise.all(
      ['/throws', '/rejects', '/fine', '/throws', '/fine'].map((path) => call({ method: 'GET', path })),
    ),
  ).toEqual([0, 0, 200, 0, 200].map((status) => ({ status, body: null })));
});

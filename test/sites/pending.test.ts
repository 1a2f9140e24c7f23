import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { addPending, forgetUnanswered, isUnanswered, readPending, removePending } from '../../src/sites/pending.ts';

const FIVE_MINUTES = 300_000;

beforeEach(() => {
  fakeBrowser.reset();
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('only the notes are read, because everything else may be large', async () => {
  await addPending('http://localhost:3000');
  await fakeBrowser.storage.session.set({ 'tab:1': {} });
  vi.spyOn(fakeBrowser.storage.session, 'getKeys').mockResolvedValue([
    'tab:1',
    'pending:http://localhost:3000',
    'unanswered:http://localhost:3000',
  ] as never);
  const get = vi.spyOn(fakeBrowser.storage.session, 'get');
  onTestFinished(() => void vi.restoreAllMocks());

  expect(await readPending()).toEqual(['http://localhost:3000']);
  expect(get.mock.calls).toEqual([[['pending:http://localhost:3000', 'unanswered:http://localhost:3000']]]);
});

test('a prompt is unanswered for five minutes, until it is granted, withdrawn or forgotten', async () => {
  const [site, other] = ['http://localhost:3000', 'https://chat.example.com'] as const;
  expect(await isUnanswered(site)).toBe(false);

  await addPending(site);
  await addPending(other);
  expect([await isUnanswered(site), await isUnanswered(other)]).toEqual([true, true]);
  await forgetUnanswered(site);
  expect([await isUnanswered(site), await isUnanswered(other)]).toEqual([false, true]);
  // The prompt may still be open.
  expect(await readPending()).toEqual([site, other]);

  await addPending(site);
  await removePending(site);
  expect(await isUnanswered(site)).toBe(false);
  vi.setSystemTime(Date.now() + FIVE_MINUTES + 1);
  expect(await isUnanswered(other)).toBe(false);
});

test.each([
  ['pending:http://localhost:3000', 'yesterday'],
  ['pending:http://localhost:3000', Number.NaN],
  ['pending:nonsense', 'now'],
  ['other:http://localhost:3000', 'now'],
])('%s stored as %s is no note', async (key, value) => {
  await fakeBrowser.storage.session.set({ [key]: value === 'now' ? Date.now() : value });

  expect(await readPending()).toEqual([]);
});

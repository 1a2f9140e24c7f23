import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { addPending, readPending, removePending } from '../../src/sites/pending.ts';

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
  ] as never);
  const get = vi.spyOn(fakeBrowser.storage.session, 'get');
  onTestFinished(() => void vi.restoreAllMocks());

  expect(await readPending()).toEqual(['http://localhost:3000']);
  expect(get.mock.calls).toEqual([[['pending:http://localhost:3000']]]);
});

test('a note counts for five minutes, until it is removed', async () => {
  const [site, other] = ['http://localhost:3000', 'https://chat.example.com'] as const;
  await addPending(site);
  await addPending(other);
  expect(await readPending()).toEqual([site, other]);

  await removePending(site);
  expect(await readPending()).toEqual([other]);
  vi.setSystemTime(Date.now() + FIVE_MINUTES + 1);
  expect(await readPending()).toEqual([]);
  expect(await fakeBrowser.storage.session.get(null)).toEqual({});
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

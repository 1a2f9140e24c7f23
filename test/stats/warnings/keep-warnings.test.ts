import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { extension, popup } from '../../sites/set-up.ts';
import { pageSender, POPUP, privateSender, quiet } from '../../support/fake-extension-apis.ts';
import { addDays, dayOf } from '../../../src/stats/calendar.ts';
import { readWarningsOf } from '../../../src/stats/warnings/read-warnings.ts';
import { MAX_WARNINGS, WARNED_DAYS } from '../../../src/stats/warnings/warnings.ts';

const SITE = 'http://localhost:3000';
const OTHER = 'https://chat.example.com';
const KEY = `warned:${SITE}`;

beforeEach(async () => {
  vi.setSystemTime(new Date('2026-11-23T12:00:00'));
  extension.granted.add('*://*/*');
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true }, [`site:${OTHER}`]: { enabled: true } });
  await quiet();
});

async function report(
  message: unknown,
  dismissed: boolean | null = null,
  sender = pageSender(1, `${SITE}/c/1`),
): Promise<void> {
  await extension.send({ type: 'faked-call', message, dismissed }, sender);
  await quiet();
}

async function kept(origin = SITE): Promise<string[]> {
  return (await readWarningsOf(origin)).map(({ message, dismissed }) => (dismissed ? `(${message})` : message));
}

async function storedKeys(): Promise<string[]> {
  return Object.keys(await fakeBrowser.storage.local.get(null)).filter((key) => key.startsWith('warned:'));
}

test('for a faked call only the id of its message is stored, for its site', async () => {
  await report('a1');
  await report('b1', null, pageSender(2, `${OTHER}/c/1`));
  await report('a2', true);

  expect([await kept(), await kept(OTHER)]).toEqual([['a1', '(a2)'], ['b1']]);
  expect((await fakeBrowser.storage.local.get(KEY))[KEY]).toEqual([
    { message: 'a1', day: '2026-11-23', dismissed: false },
    { message: 'a2', day: '2026-11-23', dismissed: true },
  ]);
});

test('simultaneous reports are all stored', async () => {
  await Promise.all(['a1', 'a2', 'a3'].map((message) => report(message)));

  expect((await kept()).toSorted()).toEqual(['a1', 'a2', 'a3']);
});

test('nothing is stored of a private window, of a site that is off, or of anything but a page', async () => {
  await report('private', null, privateSender(1, `${SITE}/`));
  await report('off', null, pageSender(1, 'https://off.example/'));
  await report('popup', null, POPUP);
  await report('<b>');

  expect(await storedKeys()).toEqual([]);
});

test('a page that floods fills only its own list, and slowly', async () => {
  await Promise.all(Array.from({ length: 500 }, (_, i) => report(`flood-${i}`)));
  expect((await kept()).length).toBeLessThanOrEqual(6);

  for (let i = 0; i < MAX_WARNINGS + 20; i += 1) {
    vi.advanceTimersByTime(1000);
    await report(`slow-${i}`);
  }
  expect((await kept()).at(-1)).toBe(`slow-${MAX_WARNINGS + 19}`);
  expect(await kept()).toHaveLength(MAX_WARNINGS);
  expect(await kept(OTHER)).toEqual([]);
});

test('a site that is switched off, or whose access is withdrawn, is forgotten, and no other', async () => {
  await report('a1');
  await report('b1', null, pageSender(2, `${OTHER}/`));

  await popup.switchOff(SITE);
  await quiet();
  expect(await storedKeys()).toEqual([`warned:${OTHER}`]);

  await extension.revoke('*://*/*');
  await quiet();
  expect(await storedKeys()).toEqual([]);
});

test('deleting the statistics of a site deletes its warnings', async () => {
  await report('a1');
  await report('b1', null, pageSender(2, `${OTHER}/`));

  await extension.send({ type: 'forget-figures', origin: SITE }, POPUP);
  expect(await storedKeys()).toEqual([`warned:${OTHER}`]);
  await extension.send({ type: 'forget-figures', origin: null }, POPUP);
  expect(await storedKeys()).toEqual([]);
});

test('old ones are deleted when the browser starts', async () => {
  await report('a1');
  await report('b1', null, pageSender(2, `${OTHER}/`));
  vi.setSystemTime(new Date(`${addDays(dayOf(new Date()), WARNED_DAYS - 1)}T12:00:00`));
  await report('a2');
  vi.setSystemTime(new Date(`${addDays(dayOf(new Date()), 1)}T12:00:00`));

  await fakeBrowser.runtime.onStartup.trigger();
  await quiet();

  expect(await storedKeys()).toEqual([KEY]);
  expect((await fakeBrowser.storage.local.get(KEY))[KEY]).toMatchObject([{ message: 'a2' }]);
});

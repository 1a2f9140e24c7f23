import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { isStillThere, readOpenTabs } from '../../../src/pages/inspector/open-tabs.ts';

const ON = 'http://localhost:3000';

beforeEach(async () => {
  fakeBrowser.reset();
  vi.restoreAllMocks();
  await fakeBrowser.storage.local.set({
    [`site:${ON}`]: { enabled: true },
    'site:http://localhost:4000': { enabled: false },
    'site:https://chat.example': { enabled: true },
  });
  vi.spyOn(fakeBrowser.tabs, 'query').mockResolvedValue([
    { id: 1, title: 'Chat', url: `${ON}/c/1` },
    { id: 2, title: 'Off', url: 'http://localhost:4000/' },
    { id: 3, title: 'Other port', url: 'http://localhost:3001/' },
    { id: 4, url: 'https://chat.example/' },
    { id: 5, title: 'No address' },
    { title: 'No id', url: ON },
  ] as never);
});

test('pages of sites that are on are listed, by their exact origin', async () => {
  expect(await readOpenTabs(null)).toEqual([
    { id: 1, title: 'Chat', site: ON },
    { id: 4, title: '', site: 'https://chat.example' },
  ]);
  expect(await readOpenTabs(ON)).toEqual([{ id: 1, title: 'Chat', site: ON }]);
});

test('a tab is still there while it shows a page of the same site', async () => {
  const tab = { id: 1, title: '', site: ON };
  const get = vi.spyOn(fakeBrowser.tabs, 'get');

  get.mockResolvedValueOnce({ url: `${ON}/other` } as never);
  expect(await isStillThere(tab)).toBe(true);
  get.mockResolvedValueOnce({ url: 'http://localhost:3001/' } as never);
  expect(await isStillThere(tab)).toBe(false);
  get.mockRejectedValueOnce(new Error('No tab with id: 1.'));
  expect(await isStillThere(tab)).toBe(false);
});

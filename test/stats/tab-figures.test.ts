import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { addToTab, forgetNamelessPage, forgetTab } from '../../src/stats/tab-figures.ts';

beforeEach(() => {
  fakeBrowser.reset();
});

test('calls on one page of one tab add up', async () => {
  await addToTab(1, 'page', 2);
  await addToTab(2, 'page', 40);

  expect(await addToTab(1, 'page', 3)).toBe(5);
});

test('another page in the tab starts at zero, even when the first one returns', async () => {
  await addToTab(1, 'first', 2);

  expect(await addToTab(1, 'second', 3)).toBe(3);
  expect(await addToTab(1, 'first', 1)).toBe(1);
});

test('a forgotten tab starts at zero and leaves nothing', async () => {
  await addToTab(1, 'page', 2);
  await forgetTab(1);

  expect(await fakeBrowser.storage.session.get(null)).toEqual({});
  expect(await addToTab(1, 'page', 3)).toBe(3);
});

test('loading deletes the count of a page without an id and no other', async () => {
  await addToTab(1, '', 2);
  await addToTab(2, 'page', 2);
  await forgetNamelessPage(1);
  await forgetNamelessPage(2);
  await forgetNamelessPage(3);

  expect(await addToTab(1, '', 1)).toBe(1);
  expect(await addToTab(2, 'page', 1)).toBe(3);
});

test.each([7, 'x', { page: 5, calls: 1 }, { page: 'page', calls: '1' }, { page: 'page' }])(
  'invalid data stored for a tab (%j) counts as nothing',
  async (rubbish) => {
    await fakeBrowser.storage.session.set({ 'tab:1': rubbish });

    expect(await addToTab(1, 'page', 2)).toBe(2);
  },
);

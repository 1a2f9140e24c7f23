import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { EXTENSION_ID, pageSender, POPUP, privateSender } from '../support/fake-extension-apis.ts';
import { isExtensionPage, pageOf } from '../../src/extension/messages.ts';

const SITE = 'http://localhost:3000';

beforeEach(() => {
  fakeBrowser.reset();
});

test('the popup is a page of the extension, even in a tab', () => {
  expect(isExtensionPage(POPUP)).toBe(true);
  expect(isExtensionPage({ ...POPUP, tab: pageSender(1, SITE).tab })).toBe(true);
});

test.each([
  ['a page of a site', pageSender(1, `${SITE}/`)],
  ['another extension', { ...POPUP, id: 'other' }],
  ['a page without an address', { id: EXTENSION_ID }],
  [
    'an address that only begins alike',
    { ...POPUP, url: `${SITE}/?chrome-extension://${EXTENSION_ID}/` },
  ],
])('%s is no page of the extension', (_, sender) => {
  expect(isExtensionPage(sender)).toBe(false);
});

test('the top page of a tab is identified by its site', () => {
  expect(pageOf(pageSender(7, `${SITE}/c/1?x#y`))).toEqual({
    origin: SITE,
    tabId: 7,
    framed: false,
    incognito: false,
  });
  expect(pageOf(privateSender(7, SITE))?.incognito).toBe(true);
});

test('a page in a frame is identified by its own site, whatever is around it', () => {
  const sender = pageSender(7, `${SITE}/c/1`, { frameId: 5 });
  expect(
    pageOf({
      ...sender,
      tab: { ...sender.tab, url: 'https://dashboard.example/' } as typeof sender.tab,
    }),
  ).toMatchObject({ origin: SITE, tabId: 7, framed: true });
});

test.each([
  ['no frame', pageSender(1, SITE, { frameId: undefined })],
  ['no tab', pageSender(1, SITE, { tab: undefined })],
  ['another extension', pageSender(1, SITE, { id: 'other' })],
  ['no address', pageSender(1, SITE, { url: undefined })],
  ['the popup', POPUP],
  ['a popup in a tab', { ...POPUP, tab: pageSender(1, SITE).tab, frameId: 0 }],
])('%s is no page of a site', (_, sender) => {
  expect(pageOf(sender)).toBeNull();
});

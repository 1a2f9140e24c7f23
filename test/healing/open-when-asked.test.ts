import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { openHealingWhenAsked } from '../../src/healing/open-when-asked.ts';
import { writeSite } from '../../src/settings/store.ts';
import {
  installFakeExtension,
  pageSender,
  POPUP,
  privateSender,
  quiet,
  type FakeExtension,
} from '../support/fake-extension-apis.ts';

const SITE = 'http://localhost:3000';
const ASK = { type: 'clean-chat', chat: 'chat-1' };
const PAGE = `healing.html?site=${encodeURIComponent(SITE)}&tab=7&chat=chat-1`;

let extension: FakeExtension;
let opened: string[];
let time: number;

beforeEach(async () => {
  extension = installFakeExtension();
  opened = [];
  time = 0;
  vi.spyOn(fakeBrowser.tabs, 'create').mockImplementation(async ({ url }) => {
    opened.push(String(url).replace(/^.*\/(?=\w+\.html)/, ''));
    return {} as never;
  });
  await writeSite(SITE, { enabled: true, choices: {} });
  openHealingWhenAsked(() => time);
});

test.each([
  ['in a tab', 0],
  ['in a frame', 3],
])('a badge of a site that is on opens the page for its chat, %s', async (_, frameId) => {
  await extension.send(ASK, pageSender(7, `${SITE}/c/chat-1`, { frameId }));
  await quiet();
  expect(opened).toEqual([PAGE]);
});

test.each([
  ['a site that is off', ASK, pageSender(7, 'http://localhost:3001/c/chat-1')],
  ['a private window', ASK, privateSender(7, `${SITE}/c/chat-1`)],
  ['another extension', ASK, pageSender(7, `${SITE}/`, { id: 'other' })],
  ['our own popup', ASK, POPUP],
  ['no id of a chat', { type: 'clean-chat', chat: '../settings' }, pageSender(7, `${SITE}/`)],
  ['no text', { type: 'clean-chat', chat: 7 }, pageSender(7, `${SITE}/`)],
  ['another message', { type: 'heal', chat: 'chat-1' }, pageSender(7, `${SITE}/`)],
])('%s opens nothing', async (_, message, sender) => {
  await extension.send(message, sender);
  await quiet();
  expect(opened).toEqual([]);
});

test('a page that asks repeatedly gets one page, and another after some time', async () => {
  for (let i = 0; i < 50; i++) await extension.send(ASK, pageSender(7, `${SITE}/`));
  time = 2000;
  await extension.send(ASK, pageSender(7, `${SITE}/`));
  await quiet();
  expect(opened).toEqual([PAGE, PAGE]);
});

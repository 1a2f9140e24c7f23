import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { FakedMessage } from '../../src/badges/kept-notes.ts';
import { createKeptWarnings } from '../../src/bridge/kept-warnings.ts';
import { dayOf } from '../../src/stats/calendar.ts';
import { installFakeExtension, quiet } from '../support/fake-extension-apis.ts';

const SITE = 'http://chat.example:3000';

let sent: unknown[];

beforeEach(() => {
  installFakeExtension();
  sent = [];
  fakeBrowser.runtime.onMessage.addListener((message) => void sent.push(message));
});

function open(onLost: () => void = () => {}) {
  const reported: string[][] = [];
  const life = new AbortController();
  onTestFinished(() => life.abort());
  const warnings = createKeptWarnings(SITE, {
    onChange: (all: readonly FakedMessage[]) =>
      void reported.push(all.map(({ message }) => message)),
    onLost,
    signal: life.signal,
  });
  return { warnings, reported, life };
}

async function store(origin: string, ...messages: readonly string[]): Promise<void> {
  const day = dayOf(new Date());
  const entries = messages.map((message) => ({ message, day, dismissed: false }));
  await fakeBrowser.storage.local.set({ [`warned:${origin}`]: entries });
  await quiet();
}

test('the warnings of the site are reported now and after each change, until the end', async () => {
  await store(SITE, 'a1');
  const { reported, life } = open();
  await quiet();
  await store('http://chat.example:3001', 'other');
  await store(SITE, 'a1', 'a2');
  expect(reported).toEqual([['a1'], ['a1', 'a2']]);

  life.abort();
  await store(SITE, 'a3');
  expect(reported).toHaveLength(2);
});

test('what a page makes up is reported within bounds, and impossible ids are not', async () => {
  const { warnings } = open();
  warnings.report('<b>', null);
  warnings.report('x'.repeat(101), true);
  for (let i = 0; i < 200; i += 1) warnings.report(`m${i}`, null);
  warnings.report('m0', true);
  await quiet();

  expect(sent).toHaveLength(51);
  expect(sent.at(-1)).toEqual({ type: 'faked-call', message: 'm0', dismissed: true });
});

test('in a private window nothing is read and nothing reported', async () => {
  vi.spyOn(fakeBrowser.extension, 'inIncognitoContext', 'get').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  await store(SITE, 'a1');
  const { warnings, reported } = open();
  warnings.report('a2', null);
  await quiet();

  expect([reported, sent]).toEqual([[], []]);
});

test('if the call itself throws, the page has lost its extension', () => {
  const send = vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockImplementation(() => {
    throw new Error('Extension context invalidated.');
  });
  onTestFinished(() => send.mockRestore());
  const lost = vi.fn();
  open(lost).warnings.report('a1', null);

  expect(lost).toHaveBeenCalledOnce();
});

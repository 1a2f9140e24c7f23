import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { lateExtension } from './late-extension.ts';

/** Runs in the background of the late copy. */
const BACKGROUND = `
  chrome.storage.local.get('a').then((value) => told.push(value));
  chrome.storage.onChanged.addListener((value) => told.push(value));
  chrome.runtime.onMessage.addListener((value) => { told.push(value); return Promise.resolve('done'); });
`;

type Listener = (value: unknown, sender?: unknown, send?: (answer: unknown) => void) => unknown;

function event() {
  const listeners: Listener[] = [];
  return {
    listeners,
    addListener: (listener: Listener) => void listeners.push(listener),
    removeListener() {},
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('in a late copy answers, events and messages come later, in their order, to every part', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-late-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'chunks'));
  for (const name of ['background.js', 'page-bridge.js', 'page-badges.js'])
    writeFileSync(join(folder, name), BACKGROUND);
  writeFileSync(join(folder, 'popup.html'), '<head><script type="module" src="/a.js"></script>');
  const [onChanged, onMessage] = [event(), event()];
  const local = { get: () => Promise.resolve('stored') };
  const told: unknown[] = [];
  const answered: unknown[] = [];

  const copy = lateExtension(folder, 300);
  const chrome = { storage: { local, onChanged }, runtime: { onMessage } };
  runInNewContext(readFileSync(join(copy, 'background.js'), 'utf8'), {
    chrome,
    told,
    performance,
    setTimeout,
  });
  for (const value of ['first', 'second']) onChanged.listeners.forEach((hear) => hear(value));
  onMessage.listeners.forEach((hear) => hear('asked', {}, (answer) => void answered.push(answer)));
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);

  expect(told.toSorted()).toEqual(['asked', 'first', 'second', 'stored']);
  expect(told.indexOf('first')).toBeLessThan(told.indexOf('second'));
  expect(answered).toEqual(['done']);
  expect(readFileSync(join(copy, 'popup.html'), 'utf8')).toBe(
    '<head><script src="/late.js"></script><script type="module" src="/a.js"></script>',
  );
});

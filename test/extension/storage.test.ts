import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { DATA_VERSION, DATA_VERSION_KEY, isDataNewer } from '../../src/extension/storage.ts';
import { countsRequest } from '../stats/counts-request.ts';
import { pageSender, POPUP, quiet } from '../support/fake-extension-apis.ts';
import { PATTERN, SITE } from '../sites/fake-popup.ts';
import { extension, install, popup } from '../sites/set-up.ts';

const root = resolve(import.meta.dirname, '../..');

interface Recording {
  readonly now: string;
  readonly stored: Readonly<Record<string, unknown>>;
}

/** Every kind of value that a build has ever stored, after a year of use. */
const RECORDINGS = globSync('test/recordings/storage/*', { cwd: root }).map(
  (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Recording,
);
const { now } = RECORDINGS[0]!;
const STORED: Readonly<Record<string, unknown>> = {
  ...Object.assign({}, ...RECORDINGS.map(({ stored }) => stored)),
  [`site:${SITE}`]: { enabled: true, choices: {} },
  [`paused:${SITE}`]: 1,
  [`warned:${SITE}`]: [{ message: 'a', day: '2020-01-01', dismissed: true }],
  [`left:${SITE}:0123456789abcdef`]: [{ number: 1 }],
  [`hermes:${SITE}`]: ['hermes-agent'],
  managed: { 'chat-badges': false },
  'managed-sites': ['https://chat.example.org'],
};

/** As a newer build may store them: of other shapes. */
const CHANGED = Object.fromEntries(
  Object.keys(STORED).map((key, i) => [key, [{ v: i }, [i], `${i}`, -i, true][i % 5]]),
);

/** Everything that makes the background write. */
const REQUESTS = [
  { type: 'site-off', origin: SITE },
  { type: 'site-on', origin: SITE },
  { type: 'site-pause', origin: SITE },
  { type: 'site-on', origin: 'http://localhost:4000' },
  { type: 'choose', origin: SITE, change: { 'chat-badges': false } },
  { type: 'choose', origin: null, change: { 'chat-badges': false } },
  { type: 'unchoose', origin: null, keys: ['badges'] },
  { type: 'replace-choices', choices: { everywhere: {}, sites: {}, packs: [] } },
  { type: 'delete-pack', id: 'any' },
  { type: 'healed', origin: SITE, chat: 'a' },
  { type: 'unhealed', origin: SITE, chat: 'a' },
  { type: 'forget-figures', origin: null },
];

async function useEverything(): Promise<void> {
  await popup.restart();
  await fakeBrowser.runtime.onStartup.trigger();
  await fakeBrowser.runtime.onInstalled.trigger({ reason: 'update' } as never);
  await extension.grant(PATTERN);
  await extension.revoke(PATTERN);
  await extension.grant('*://*/*');
  await quiet();
  await extension.send(countsRequest({ tools: 1, markers: 1 }), pageSender(1, `${SITE}/c/1`));
  await extension.send(
    { type: 'faked-call', message: 'b', dismissed: null },
    pageSender(1, `${SITE}/c/1`),
  );
  for (const request of REQUESTS) {
    await extension.send(request, POPUP);
    await quiet();
  }
}

beforeEach(async () => {
  vi.setSystemTime(new Date(now));
  await install();
  extension.granted.add('*://*/*');
});

describe.each([
  ['as this build stores it', STORED],
  ['of other shapes', CHANGED],
])('data of a newer version, %s,', (_, stored) => {
  test.each([DATA_VERSION + 1, 99, '2', { major: 2 }])(
    'is left as it is: version %j',
    async (version) => {
      const all = { ...stored, [DATA_VERSION_KEY]: version };
      await fakeBrowser.storage.local.clear();
      await fakeBrowser.storage.local.set(all);

      await useEverything();

      expect(await popup.stored('local')).toEqual(all);
      expect(await isDataNewer()).toBe(true);
    },
  );
});

test.each([undefined, DATA_VERSION])('data of version %j is read and written', async (version) => {
  await fakeBrowser.storage.local.clear();
  await fakeBrowser.storage.local.set({
    ...STORED,
    ...(version !== undefined && { [DATA_VERSION_KEY]: version }),
  });

  await useEverything();

  // Every kind of key was changed or deleted by what was done.
  const after = await popup.stored('local');
  const kinds = new Set(Object.keys(STORED).map((key) => key.split(':')[0]!));
  // Nothing reads what builds before the first release kept there.
  for (const former of ['day', 'applied', 'left', 'seen-days']) kinds.delete(former);
  const untouched = [...kinds].filter((kind) =>
    Object.keys(STORED).every(
      (key) =>
        key.split(':')[0] !== kind || JSON.stringify(STORED[key]) === JSON.stringify(after[key]),
    ),
  );
  // What an administrator chose is copied when it changes, and there is nothing here.
  expect(untouched).toEqual(['managed', 'managed-sites']);
  expect(await isDataNewer()).toBe(false);
});

test('nothing else writes to the storage', () => {
  const writers = globSync('{src,entrypoints}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/^src\/(?:browsers|demo|cli)\//.test(file))
    .filter((file) =>
      /storage\.(?:local|sync)\s*\.(?:set|remove|clear)\(/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    );

  expect(writers.toSorted()).toEqual(['src/extension/storage.ts']);
});

import { afterEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { installFakeExtension, quiet } from '../support/fake-extension-apis.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** The registrations after a fresh start of the background. */
async function load() {
  vi.resetModules();
  const { syncRegistrations } = await import('../../src/sites/registration.ts');
  return syncRegistrations;
}

/** Registers what is to be registered, after a fresh start of the background. */
async function startAgain(): Promise<void> {
  const sync = await load();
  await sync();
}

async function store(sites: Record<string, boolean>): Promise<void> {
  await fakeBrowser.storage.local.set(
    Object.fromEntries(
      Object.entries(sites).map(([origin, enabled]) => [`site:${origin}`, { enabled }]),
    ),
  );
}

test.each([
  {
    browser: 'Chromium',
    granted: ['http://localhost:3000/*', 'http://localhost:8080/*', 'https://chat.example.com/*'],
    matches: ['http://localhost:3000/*', 'http://localhost:8080/*', 'https://chat.example.com/*'],
  },
  {
    browser: 'Firefox',
    granted: ['http://localhost/*', 'https://chat.example.com/*'],
    matches: ['http://localhost/*', 'https://chat.example.com/*'],
  },
])(
  'in $browser three scripts are registered for all enabled sites, the hook first',
  async ({ browser, granted, matches }) => {
    const firefox = browser === 'Firefox';
    const extension = installFakeExtension({ firefox });
    for (const pattern of granted) extension.granted.add(pattern);
    await store({
      'https://chat.example.com': true,
      'http://localhost:8080': true,
      'http://localhost:3000': true,
      'https://off.example': false,
    });

    await startAgain();

    const common = {
      matches,
      runAt: 'document_start',
      allFrames: true,
      persistAcrossSessions: true,
    };
    expect(extension.scripts()).toEqual([
      { ...common, id: '1-page-hook', js: ['page-hook.js'], world: 'MAIN' },
      { ...common, id: '2-page-bridge', js: ['page-bridge.js'], world: 'ISOLATED' },
      {
        ...common,
        id: '3-page-badges',
        js: ['page-badges.js'],
        world: 'ISOLATED',
        runAt: 'document_end',
      },
    ]);
  },
);

test.each([false, true])('calling again changes nothing (Firefox: %s)', async (firefox) => {
  const extension = installFakeExtension({ firefox });
  extension.granted.add('*://*/*');
  await store({ 'https://b.example': true, 'https://a.example': true });
  const sync = await load();

  await sync();
  await sync();
  await startAgain();

  expect(extension.scriptCalls).toEqual(['register']);
});

test.each([false, true])(
  'adding and removing a site are updates in place, the hook still first (Firefox: %s)',
  async (firefox) => {
    const extension = installFakeExtension({ firefox });
    extension.granted.add('*://*/*');
    await store({ 'https://a.example': true });
    const sync = await load();
    await sync();

    await store({ 'https://b.example': true });
    await sync();
    await store({ 'https://a.example': false });
    await sync();

    expect(extension.scriptCalls).toEqual(['register', 'update', 'update']);
    expect(extension.scripts().map(({ id, matches }) => [id, matches])).toEqual([
      ['1-page-hook', ['https://b.example/*']],
      ['2-page-bridge', ['https://b.example/*']],
      ['3-page-badges', ['https://b.example/*']],
    ]);
  },
);

test('without sites nothing is registered, and nothing is unregistered twice', async () => {
  const extension = installFakeExtension();
  extension.granted.add('*://*/*');
  await store({ 'https://a.example': true });
  const sync = await load();
  await sync();

  await store({ 'https://a.example': false });
  await sync();
  await sync();

  expect(extension.scriptCalls).toEqual(['register', 'unregister']);
  expect(extension.scripts()).toEqual([]);
});

test('an enabled site without permission is left out', async () => {
  const extension = installFakeExtension();
  extension.granted.add('https://a.example/*');
  await store({ 'https://a.example': true, 'https://b.example': true });

  await startAgain();

  expect(extension.scripts()[0]?.matches).toEqual(['https://a.example/*']);
});

test('a site without a valid pattern does not stop the others', async () => {
  const extension = installFakeExtension();
  extension.granted.add('*://*/*');
  await store({ 'https://a.example': true, 'https://b.example': true });
  const { contains } = fakeBrowser.permissions;
  // As Firefox does: synchronously.
  fakeBrowser.permissions.contains = ((asked: { origins?: string[] }) => {
    if (asked.origins?.includes('https://b.example/*')) throw new Error('Type error');
    return contains(asked);
  }) as typeof contains;

  await startAgain();

  expect(extension.scripts()[0]?.matches).toEqual(['https://a.example/*']);
});

test.each([
  ['only the bridge', ['2-page-bridge']],
  ['scripts of another version', ['hook', 'bridge', 'third']],
])('%s found registered: all is registered again, the hook first', async (_, ids) => {
  const extension = installFakeExtension({ firefox: true });
  extension.granted.add('*://*/*');
  await store({ 'https://a.example': true });
  await fakeBrowser.scripting.registerContentScripts(
    ids.map((id) => ({ id, js: ['old.js'], matches: ['https://a.example/*'] })),
  );

  await startAgain();

  expect(extension.scripts().map(({ id }) => id)).toEqual([
    '1-page-hook',
    '2-page-bridge',
    '3-page-badges',
  ]);
});

test('many calls at once run one after another and end in the latest state of the storage', async () => {
  const extension = installFakeExtension();
  extension.granted.add('*://*/*');
  const sync = await load();

  const calls = ['https://a.example', 'https://b.example', 'https://c.example'].map(
    async (origin) => {
      await store({ [origin]: true });
      await Promise.all([sync(), sync()]);
    },
  );
  await Promise.all(calls);
  await quiet();

  expect(extension.scripts()[0]?.matches).toEqual([
    'https://a.example/*',
    'https://b.example/*',
    'https://c.example/*',
  ]);
  expect(extension.scriptCalls.filter((call) => call === 'register')).toHaveLength(1);
});

test('a failed call does not hold up the next', async () => {
  const extension = installFakeExtension();
  extension.granted.add('*://*/*');
  await store({ 'https://a.example': true });
  const sync = await load();
  const { registerContentScripts } = fakeBrowser.scripting;
  fakeBrowser.scripting.registerContentScripts = () => Promise.reject(new Error('Busy'));
  const failing = sync();
  const next = failing.catch(() => {
    fakeBrowser.scripting.registerContentScripts = registerContentScripts;
  });

  await expect(failing).rejects.toThrow('Busy');
  await next;
  await sync();

  expect(extension.scripts()).toHaveLength(3);
});

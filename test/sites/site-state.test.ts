import { beforeEach, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { BUILT_IN } from '../../src/settings/settings.ts';
import { readSiteState } from '../../src/sites/site-state.ts';
import { figuresKey } from '../../src/stats/figures.ts';
import { installFakeExtension, type FakeExtension } from '../support/fake-extension-apis.ts';

const SITE = 'http://localhost:3000';

let extension: FakeExtension;

beforeEach(() => {
  extension = installFakeExtension();
});

test('a site without choices has the defaults', async () => {
  expect(await readSiteState(SITE)).toEqual({
    origin: SITE,
    enabled: false,
    permitted: false,
    resumesAt: null,
    counts: { markers: 0, tools: 0, imitated: 0 },
    findings: [],
    settings: BUILT_IN,
  });
});

test("the site's own choices override those for all sites, an administrator's override both", async () => {
  extension.granted.add(`${SITE}/*`);
  await fakeBrowser.storage.local.set({
    settings: { badges: false, history: false, replies: false },
    [`site:${SITE}`]: { enabled: true, choices: { badges: true, replies: true } },
    managed: { replies: false },
    [figuresKey(SITE)]: { markers: 1, tools: 2, imitated: 3 },
  });

  expect(await readSiteState(SITE)).toMatchObject({
    enabled: true,
    permitted: true,
    counts: { markers: 1, tools: 2, imitated: 3 },
    settings: { badges: true, history: false, replies: false },
  });
});

test('a site that is on without permission is off', async () => {
  await fakeBrowser.storage.local.set({ [`site:${SITE}`]: { enabled: true } });

  expect(await readSiteState(SITE)).toMatchObject({ enabled: false, permitted: false });
});

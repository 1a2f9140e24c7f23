/**
 * Settings of an administrator, where Firefox looks for them. In Chromium:
 * test/real/managed-settings.test.ts.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sleep } from '../../src/tools/browsers/until.ts';
import { reloadExtension, stopBackground } from '../support/driving/background.ts';
import { freshBrowser } from '../support/browsers.ts';
import {
  expectLocked,
  expectNamed,
  expectReply,
  FREE_REPLY,
  lockedOn,
  NONSENSE,
  openChat,
  openSettings,
  POLICY,
  taken,
} from '../support/managed-settings.ts';

const ADD_ON = 'stream-fixer@addons';
/**
 * In the person's home folder. On Windows it is in the registry, which is shared by the whole
 * machine.
 */
const FOLDER =
  process.platform === 'darwin'
    ? 'Library/Application Support/Mozilla/ManagedStorage'
    : '.mozilla/managed-storage';
const testWithHome = test.skipIf(process.platform === 'win32');
/** Each starts a browser of its own. */
const LONG = { timeout: 120_000 };

interface Home {
  readonly folder: string;
  /** Writes the file that Firefox reads. */
  write(content: string): void;
}

/** A home folder of its own, removed after the test. */
function makeHome(): Home {
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-home-'));
  const file = join(folder, FOLDER, `${ADD_ON}.json`);
  mkdirSync(dirname(file), { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, write: (content) => writeFileSync(file, content) };
}

function manifest(data: unknown): string {
  return JSON.stringify({
    name: ADD_ON,
    description: 'Set by the administrator',
    type: 'storage',
    data,
  });
}

async function firefoxWith(home: Home) {
  const driver = await freshBrowser('firefox', { home: home.folder });
  onTestFinished(() => driver.close());
  return driver;
}

testWithHome(
  'in firefox what an administrator set is shown as such, cannot be changed, and holds in a reply',
  LONG,
  async () => {
    const home = makeHome();
    home.write(manifest(POLICY));
    const driver = await firefoxWith(home);
    const chat = await openChat(driver);

    await expectLocked(driver, chat, await openSettings(driver, chat));
  },
);

testWithHome(
  'in firefox nonsense of an administrator changes nothing, and what is right beside it holds',
  LONG,
  async () => {
    const home = makeHome();
    home.write(manifest(NONSENSE));
    const driver = await firefoxWith(home);
    const chat = await openChat(driver);

    for (const content of [
      null,
      '{"name": ',
      '[]',
      manifest(null),
      manifest({ settings: 'none' }),
      manifest(POLICY).replace(ADD_ON, 'another@addons'),
    ]) {
      if (content !== null) {
        home.write(content);
        await reloadExtension(driver);
      }
      await sleep(500);
      expect(await taken(driver), String(content)).toEqual({});
    }
    const settings = await openSettings(driver, chat);
    expect(await lockedOn(settings)).toEqual([]);
    await expectReply(driver, chat, 'free', FREE_REPLY);

    home.write(manifest({ ...NONSENSE, settings: { ...NONSENSE.settings, badges: false } }));
    await reloadExtension(driver);
    await expect.poll(() => taken(driver)).toEqual({ badges: false });
    await expectReply(driver, chat, 'locked', { ...FREE_REPLY, hasBadge: false });
  },
);

testWithHome(
  'in firefox what an administrator changes counts when the browser, or the extension, starts the next time',
  LONG,
  async () => {
    const home = makeHome();
    home.write(manifest(POLICY));
    const driver = await firefoxWith(home);
    await expect.poll(() => taken(driver)).toEqual(POLICY.settings);

    home.write(manifest({ settings: { history: true } }));
    await stopBackground(driver);
    await sleep(500);
    expect(await taken(driver)).toEqual(POLICY.settings);

    await reloadExtension(driver);
    await expect.poll(() => taken(driver)).toEqual({ history: true });
  },
);

testWithHome(
  'in firefox chats that an administrator names are turned on from the welcome page and the popup, which say whose set-up it is',
  LONG,
  async () => {
    await expectNamed((sites) => {
      const home = makeHome();
      home.write(manifest({ sites }));
      return firefoxWith(home);
    });
  },
);

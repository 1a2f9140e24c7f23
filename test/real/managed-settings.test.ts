/**
 * Settings of an administrator, where Chromium looks for them: in a folder of the machine, so this
 * does not belong among the tests that everybody runs. In Firefox:
 * test/e2e/managed-settings.test.ts.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { marker, ROLE, text } from '../e2e/frames.ts';
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
import { chromiumPolicies, createPolicyFile, mayWrite } from '../support/policy-file.ts';

const FOLDER = chromiumPolicies();
const NAME = 'stream-fixer-test-';
const file = createPolicyFile(FOLDER, `${NAME}${process.pid}.json`);
/** Chromium reads a file that has not changed for 5 s. */
const READ = { timeout: 20_000 };

const testAsAdministrator = test.runIf(mayWrite(FOLDER));

let driver: Driver;

function set(policy: unknown): void {
  const id = new URL(driver.base).host;
  file.write(JSON.stringify({ '3rdparty': { extensions: { [id]: policy } } }));
}

beforeAll(async () => {
  if (!mayWrite(FOLDER)) return;
  // Left by a run that was killed.
  const left = existsSync(FOLDER)
    ? readdirSync(FOLDER).filter((name) => name.startsWith(NAME))
    : [];
  for (const name of left) rmSync(join(FOLDER, name));
  // The browser watches a folder that is there when it starts.
  file.write('{}');
  driver = await freshBrowser('chromium');
});

afterAll(async () => {
  file.leaveAsFound();
  await driver?.close();
});

/** The policy, once the extension has read it. */
async function setAndWait(policy: unknown, expected: unknown): Promise<void> {
  set(policy);
  await expect.poll(() => taken(driver), READ).toEqual(expected);
}

testAsAdministrator(
  'what an administrator sets while the browser runs is shown as such, cannot be changed, and holds in a reply',
  async () => {
    await setAndWait({}, {});
    const chat = await openChat(driver);
    const settings = await openSettings(driver, chat);
    onTestFinished(() => settings.close());
    expect(await lockedOn(settings)).toEqual([]);
    await expectReply(driver, chat, 'before', FREE_REPLY);

    await setAndWait(POLICY, POLICY.settings);
    await expectLocked(driver, chat, settings);
  },
);

testAsAdministrator('a policy that comes and goes counts in the middle of a reply', async () => {
  await setAndWait({}, {});
  const { page, site } = await openChat(driver);
  await page.evaluate(`window.start('middle')`);
  const stream = await site.stream('middle');
  const badges = async () => {
    const { lines, folds } = await readBadges(driver, page);
    return lines.length + folds.length;
  };
  await stream.write(ROLE, text('Begun.\n'), marker('💻', 'first'));
  await until(async () => (await badges()) === 1, 'the badge');

  set({ settings: { badges: false } });
  await expect.poll(badges, READ).toBe(0);
  await stream.write(marker('💻', 'second'), text('Between.'));
  await until(
    () => page.evaluate(`window.reads.middle.text.includes('Between.')`),
    'the rest of the reply',
  );
  expect(await badges()).toBe(0);

  file.remove();
  await expect.poll(() => taken(driver), READ).toEqual({});
  await stream.write(marker('💻', 'third'), text('Over.'));
  await until(async () => (await badges()) > 0, 'the badge of a later tool');
  stream.end();
  expect(await page.evaluate('window.faults')).toEqual([]);
});

testAsAdministrator(
  'nonsense of an administrator changes nothing: one wrong value voids a policy, an unknown key does not',
  async () => {
    await setAndWait(
      { settings: { history: true, volume: 11, repairs: { 'non sense': true } }, more: 1 },
      { history: true },
    );

    await setAndWait(NONSENSE, {});
    await setAndWait({ settings: { history: true } }, { history: true });
    await setAndWait({ settings: { history: true, storedChats: 'never' } }, {});
    await setAndWait({ settings: { history: true } }, { history: true });
    file.write('{"3rdparty": ');
    await expect.poll(() => taken(driver), READ).toEqual({});

    const chat = await openChat(driver);
    const settings = await openSettings(driver, chat);
    onTestFinished(() => settings.close());
    expect(await lockedOn(settings)).toEqual([]);
    await expectReply(driver, chat, 'free', FREE_REPLY);
  },
);

testAsAdministrator(
  'a chat that an administrator names is turned on by one button: on the welcome page, and in the popup',
  async () => {
    await expectNamed(async (sites) => {
      set({ sites });
      return driver;
    });
  },
);

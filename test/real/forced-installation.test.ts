/**
 * The policies of docs/policies as an administrator uses them, with nothing filled in but the id
 * and where the archive is: the browser installs the extension, and locks its settings. They are in
 * folders of the machine, so this does not belong among the tests that everybody runs.
 */
import { createHash, createPublicKey } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { zipSync } from 'fflate';
import puppeteer, { type Browser, type LaunchOptions, type Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { createChromeScope } from '../../src/tools/browsers/chrome-scope.ts';
import { findBrowser } from '../../src/tools/browsers/find.ts';
import { isRoot } from '../../src/tools/browsers/install.ts';
import { build, filesUnder } from '../../src/tools/cli/build.ts';
import { listen } from '../support/listen.ts';
import { lockedOn } from '../support/managed-settings.ts';
import { chromiumPolicies, createPolicyFile, mayWrite } from '../support/policy-file.ts';

const root = resolve(import.meta.dirname, '../..');
/** What the examples lock, in the order of the page. */
const LOCKED = ['badges', 'imitation'];
const INSTALLED = { timeout: 60_000 };

function exampleFor(browser: string): string {
  return readFileSync(join(root, `docs/policies/${browser}.json`), 'utf8');
}

/** A folder of the test's own, removed after it. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-forced-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a policy for the time of the test. */
function setPolicy(folder: string, name: string, text: string): void {
  const file = createPolicyFile(folder, name);
  onTestFinished(file.leaveAsFound);
  file.write(text);
}

async function start(options: LaunchOptions): Promise<Browser> {
  const browser = await puppeteer.launch({ headless: true, userDataDir: makeFolder(), ...options });
  onTestFinished(() => browser.close());
  return browser;
}

/** @returns the settings that the page for all sites shows as set by an administrator */
async function lockedIn(page: Page, base: string): Promise<string[]> {
  // In Firefox the navigation switches to the extension's process, so for the protocol it never
  // finishes loading.
  page.goto(`${base}options.html#settings`, { timeout: 0 }).catch(() => null);
  await expect.poll(() => lockedOn(page).catch(() => []), { timeout: 20_000 }).not.toEqual([]);
  return lockedOn(page);
}

const CHROMIUM = chromiumPolicies();

test.runIf(mayWrite(CHROMIUM))(
  'Chromium installs the extension by the example, and locks its settings',
  { timeout: 120_000 },
  async () => {
    const program = findBrowser('chromium') ?? '';
    const sandbox = isRoot() ? ['--no-sandbox'] : [];
    const folder = makeFolder();
    const unpacked = join(folder, 'extension');
    cpSync(await build('chromium'), unpacked, { recursive: true });
    spawnSync(program, [
      ...sandbox,
      '--headless',
      `--user-data-dir=${folder}/pack`,
      `--pack-extension=${unpacked}`,
    ]);
    const id = idOf(`${unpacked}.pem`);
    const { version } = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as {
      version: string;
    };

    const server = createServer((request, response) => {
      if (request.url === '/extension.crx')
        return void response.end(readFileSync(`${unpacked}.crx`));
      const archive = `http://${request.headers.host}/extension.crx`;
      response.setHeader('content-type', 'text/xml');
      response.end(
        `<?xml version="1.0"?><gupdate xmlns="http://www.google.com/update2/response" protocol="2.0"><app appid="${id}"><updatecheck codebase="${archive}" version="${version}"/></app></gupdate>`,
      );
    });
    const { port, close } = await listen(server);
    onTestFinished(close);
    const origin = `http://127.0.0.1:${port}`;
    const policy = exampleFor('chrome')
      .replaceAll('EXTENSION_ID', id)
      .replace(/"update_url": "[^"]+"/, `"update_url": "${origin}/updates.xml"`);
    setPolicy(CHROMIUM, `stream-fixer-test-${process.pid}-forced.json`, policy);
    // Otherwise no test sees pages of an extension that is installed by force.
    setPolicy(
      CHROMIUM,
      `stream-fixer-test-${process.pid}-tools.json`,
      '{"DeveloperToolsAvailability": 1}',
    );

    const browser = await start({
      executablePath: program,
      pipe: true,
      enableExtensions: true,
      // It keeps the browser from downloading extensions, too.
      ignoreDefaultArgs: ['--disable-background-networking'],
      args: [
        ...sandbox,
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--no-pings',
      ],
    });
    const base = `chrome-extension://${id}/`;

    await browser.waitForTarget((target) => target.url().startsWith(base), INSTALLED);
    expect(await lockedIn(await browser.newPage(), base)).toEqual(LOCKED);
  },
);

/**
 * @returns the id that Chromium derives from the key of an archive: its digest, in letters from "a"
 * for 0 on
 */
function idOf(key: string): string {
  const spki = createPublicKey(readFileSync(key)).export({ type: 'spki', format: 'der' });
  const digest = createHash('sha256').update(spki).digest('hex').slice(0, 32);
  return digest.replaceAll(/./g, (digit) => String.fromCharCode(97 + parseInt(digit, 16)));
}

const FIREFOX = '/etc/firefox/policies';

test.runIf(mayWrite(FIREFOX) && !existsSync(join(FIREFOX, 'policies.json')))(
  'Firefox installs the archive of a release by the example, and locks its settings',
  { timeout: 120_000 },
  async () => {
    const built = await build('firefox');
    const archive = join(makeFolder(), 'stream-fixer.xpi');
    const files = filesUnder(built, '.').map((path) => [path, readFileSync(join(built, path))]);
    writeFileSync(archive, zipSync(Object.fromEntries(files)));
    const policy = exampleFor('firefox').replace(
      /"install_url": "[^"]+"/,
      `"install_url": "file://${archive}"`,
    );
    setPolicy(FIREFOX, 'policies.json', policy);

    const browser = await start({
      browser: 'firefox',
      executablePath: findBrowser('firefox') ?? '',
      args: ['-remote-allow-system-access'],
      // Only ESR obeys it: the archive is not signed here.
      extraPrefsFirefox: { 'xpinstall.signatures.required': false },
    });
    const chrome = createChromeScope(browser);
    const found = `WebExtensionPolicy.getByID('stream-fixer@addons')`;

    await expect
      .poll(() => chrome(`${found}?.mozExtensionHostname ?? ''`).catch(() => ''), INSTALLED)
      .not.toBe('');
    const base = `moz-extension://${String(await chrome(`${found}.mozExtensionHostname`))}/`;
    expect(await lockedIn(await browser.newPage(), base)).toEqual(LOCKED);
    const mayRemove = `ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs').AddonManager
      .getAddonByID('stream-fixer@addons').then(({ permissions }) => (permissions & 1) !== 0)`;
    // `PERM_CAN_UNINSTALL` is 1.
    expect(await chrome(mayRemove)).toBe(false);
  },
);

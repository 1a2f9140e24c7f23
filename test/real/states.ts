/** What can become of a call, how real Hermes is brought to it, and what it says then. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { readBadges } from '../../src/tools/demo/badges-seen.ts';
import { POPUP_READY } from '../../src/tools/demo/popup-counts.ts';
import { installHermes, startHermes, type Hermes, type HermesVersion } from '../../src/tools/demo/servers/hermes.ts';
import { shell, type Call, type Scripts } from '../../src/tools/demo/servers/scripted-model.ts';
import { sharedBrowser } from '../support/browsers.ts';
import { watchAgent, type WatchedAgent } from './watched-agent.ts';

/** What a person is told of a call. */
export type Told = 'ran' | 'failed' | 'not allowed' | 'not reported' | 'nothing';

export interface State {
  /** The question that leads to it. */
  readonly question: string;
  readonly call: Call;
  /** What a person answers, if the agent asks. */
  readonly answer?: 'once' | 'deny';
  /** The result in the agent's record. */
  readonly record: RegExp;
  readonly told: Told;
}

/** Seconds that Hermes waits for an answer; 300 by default. */
const TIMEOUT = 25;
const SETTINGS = { approvals: { mode: 'manual', timeout: TIMEOUT, deny: ['*forbidden*'] } };

/** Each call has a canary in what it is asked, and if it runs, one in what it returns. */
export const STATES = {
  ran: {
    question: 'Let it run',
    call: shell('echo canary-$((40 + 2))'),
    record: /"output": "canary-42", "exit_code": 0/,
    told: 'ran',
  },
  failed: {
    question: 'Let it fail',
    call: shell('exit 3 # canary'),
    record: /"exit_code": 3/,
    told: 'failed',
  },
  'unknown tool': {
    question: 'Use a tool that is unknown',
    call: { name: 'no_such_tool', arguments: { text: 'canary' } },
    record: /^Tool 'no_such_tool' does not exist/,
    // No event tells of it.
    told: 'nothing',
  },
  allowed: {
    question: 'Ask, and I allow it',
    call: shell('rm -rf canary-allowed'),
    answer: 'once',
    record: /"exit_code": 0.*was approved by the user/,
    told: 'ran',
  },
  denied: {
    question: 'Ask, and I deny it',
    call: shell('rm -rf canary-denied'),
    answer: 'deny',
    record: /BLOCKED: Command denied by user/,
    told: 'not allowed',
  },
  blocked: {
    question: 'Do what is forbidden',
    call: shell('echo forbidden canary'),
    record: /"status": "blocked"/,
    told: 'not allowed',
  },
  'timed out': {
    question: 'Ask, and I am not there',
    call: shell('rm -rf canary-ignored'),
    record: /BLOCKED: Command timed out without user response/,
    told: 'not allowed',
  },
  pending: {
    question: 'Ask nobody',
    call: shell('rm -rf canary-pending'),
    record: /"approval_pending": true/,
    told: 'not allowed',
  },
} satisfies Readonly<Record<string, State>>;

export type StateName = keyof typeof STATES;

/** What the model says, before and behind the call. */
const TEXTS = ['Let me see. ', 'That is all.'] as const;
/** Hermes puts a blank line between them, if it has told of the call. */
export function replyOf({ told }: State): string {
  return TEXTS.join(told === 'nothing' ? '' : '\n\n');
}

/** A folder that the agent is asked to remove. */
export const SCRATCH = 'old';

/** Characters that would be markup, or that nobody sees. */
const HOSTILE = `rm -rf ${SCRATCH} # <b>\`x\`</b> $a$ \u202Egnp.\u200b **bold** <img src=x onerror=alert(1)>\necho "</pre>"`;
export const SHOWN = `rm -rf ${SCRATCH} # <b>\`x\`</b> $a$ [U+202E]gnp.[U+200B] **bold** <img src=x onerror=alert(1)>\necho "</pre>"`;

/** The longer question first: the first one that fits is taken. */
const SCRIPTS: Scripts = Object.fromEntries(
  [
    { question: 'Clean up secretly', call: shell(HOSTILE) },
    { question: 'Clean up', call: shell(`rm -rf ${SCRATCH}`) },
    ...Object.values(STATES),
  ].map(({ question, call }) => [
    question,
    [
      { text: TEXTS[0], calls: [call] },
      { text: TEXTS[1], calls: [] },
    ],
  ]),
);

/** Real Hermes, watched. */
export interface AskingHermes {
  readonly hermes: Hermes;
  readonly agent: WatchedAgent;
  readonly scratch: { make(): void; isThere(): boolean };
}

/** On the worker's global object, because all files of a run share them, even if this module is reloaded. */
const cache = globalThis as typeof globalThis & { askingHermes?: Map<HermesVersion, Promise<AskingHermes>> };

/** @returns the one of this release, which ends with the worker; pages may ask it */
export function askingHermes(version: HermesVersion): Promise<AskingHermes> {
  async function start(): Promise<AskingHermes> {
    const logFile = fileURLToPath(new URL(`../../.demo/real/asking-${version}.log`, import.meta.url));
    const options = { logFile, scripts: SCRIPTS, settings: SETTINGS, allowedOrigins: ['*'] };
    const hermes = await startHermes({ programs: installHermes(version), ...options });
    const folder = join(hermes.work, SCRATCH);
    const scratch = { make: () => void mkdirSync(folder, { recursive: true }), isThere: () => existsSync(folder) };
    return { hermes, agent: await watchAgent(hermes.upstream), scratch };
  }
  cache.askingHermes ??= new Map();
  const known = cache.askingHermes.get(version) ?? start();
  cache.askingHermes.set(version, known);
  return known;
}

export interface Talk extends AskingHermes {
  readonly driver: Driver;
  readonly page: Page;
}

/** Opens the page that asks this Hermes, and switches its site on; it closes with the test. */
export async function openTalk(version: HermesVersion, kind: BrowserKind): Promise<Talk> {
  const [asking, driver] = await Promise.all([askingHermes(version), sharedBrowser(kind)]);
  const page = await driver.newPage();
  onTestFinished(async () => {
    if (!page.isClosed()) await page.close();
  });
  // Each with an address of its own, by which the tools for closed shadow roots tell tabs apart.
  await page.goto(`${asking.agent.site}/?${Math.random()}`);
  await enableSite(driver, page);
  return { driver, page, ...asking };
}

/** The words of badge and popup, and of nothing else. */
const WORDS: readonly (readonly [told: Told, inBadge: RegExp, inPopup: RegExp])[] = [
  ['failed', /failed \(exit code 3\)/, /(\d+) failed/],
  ['not allowed', /not allowed/, /(\d+) not allowed/],
  ['ran', /^Ran /, /(\d+) ran/],
  ['not reported', /./, /(\d+) outcomes? not reported/],
];

/** What the badges of the page say of the one call of its last reply. */
export async function badgeOf(driver: Driver, page: Page): Promise<readonly [told: Told, words: string]> {
  const words = (await readBadges(driver, page)).folds.at(-1) ?? '';
  return [WORDS.find(([, inBadge]) => inBadge.test(words))?.[0] ?? 'nothing', words];
}

/** How many calls the popup over the page counts, by what became of them. */
export async function popupOf(driver: Driver, page: Page): Promise<ReadonlyMap<Told, number>> {
  const popup = await driver.openPopup(page, POPUP_READY);
  const words = await popup.evaluate(() => document.querySelector('.outcomes')?.textContent ?? '');
  await popup.close();
  await page.bringToFront();
  return new Map(WORDS.map(([told, , inPopup]) => [told, Number(inPopup.exec(words)?.[1] ?? 0)]));
}

/** Waits until the popup counts one more of this, and of nothing else. */
export async function expectCounted(
  driver: Driver,
  page: Page,
  before: ReadonlyMap<Told, number>,
  told: Told,
): Promise<void> {
  const wanted = [...before].map(([each, count]) => [each, each === told ? count + 1 : count]);
  await expect.poll(async () => [...(await popupOf(driver, page))], { timeout: 20_000, interval: 500 }).toEqual(wanted);
}

/** All storage of the extension knows of counts, and of no command, argument or result. */
export async function expectNothingStored(driver: Driver): Promise<void> {
  const kept = await storedAnywhere(driver);
  expect(kept).toContain('counts:');
  expect(kept).not.toMatch(/canary|rm -rf|echo|exit 3|BLOCKED|chatcmpl/);
}

function storedAnywhere(driver: Driver): Promise<string> {
  return driver.background(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: { storage: Record<string, { get(keys: null): Promise<object> }> };
    };
    const areas = ['local', 'session', 'sync'].map(async (area) => chrome.storage[area]?.get(null));
    const databases = (await indexedDB.databases()).map(async ({ name = '' }) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(new Error(name));
      });
      const stores = [...database.objectStoreNames].map(async (store) => {
        const reading = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => (reading.onsuccess = resolve));
        return [store, reading.result as unknown];
      });
      const all = await Promise.all(stores);
      database.close();
      return all;
    });
    return JSON.stringify(await Promise.all([...areas, ...databases]));
  });
}

/** Prints one line of the table, once its parts say the same. */
export function printRow(...cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

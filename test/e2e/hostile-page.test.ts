import { createHash } from 'node:crypto';
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { HOST_NAME } from '../../src/badges/look/host-name.ts';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { siteStatus } from '../../src/tools/browsers/enable-site.ts';
import { readShadowRoots } from '../../src/tools/browsers/shadow-roots.ts';
import { sleep, until } from '../../src/tools/browsers/until.ts';
import { POPUP_READY } from '../../src/tools/demo/popup-counts.ts';
import { MESSAGES_PER_SECOND } from '../../src/lib/rate-limit.ts';
import { MOST_TOLD } from '../../src/stats/figures.ts';
import { MAX_WARNINGS } from '../../src/stats/warnings.ts';
import { BROWSERS, inTurn } from '../support/browsers.ts';
import { validMessages } from '../support/hostile/valid-messages.ts';
import { MOST_HOSTS, readShadowElements, strangersIn } from '../support/hostile/shadow-elements.ts';
import { enabledSites, openEnabledSite, type EnabledSite } from './enabled-site.ts';
import { stored, storedCounts } from './figures.ts';
import { compare, DONE, marker, ROLE, STOP, text, toolEvent, type Frame } from './frames.ts';
import { html, openerFiles, openVictim, script, source } from './hostile-opener.ts';

const HTML = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>';
const FRAMES: readonly Frame[] = [
  ROLE,
  text('Let me look. '),
  marker('💻', `ls ${HTML}`),
  text('\n\nTwo files. '),
  toolEvent('first', 'running', HTML),
  toolEvent('first', 'completed'),
  text('That is “all”.'),
  STOP,
  DONE,
];

const NO_COUNTS = { markers: 0, tools: 0, imitated: 0 };

/** Half of each flood is what the bridge admits. */
const VALID = `window.validMessages = ${JSON.stringify(validMessages(1100))};\n`;

const FILES = {
  '/hostile': html(
    '<script src="/attack.js"></script><script src="/run.js"></script><article data-role="assistant"></article>',
  ),
  '/attack.js': script(VALID + source('attack.js')),
  '/run.js': script(source('run.js')),
  ...openerFiles(VALID + source('attack.js')),
};

/** One hostile site for each browser, switched on by an unsuspecting person. */
const hostileSite = enabledSites({ files: FILES });

interface Report {
  readonly errors: string[];
  readonly heard: string[];
  readonly ports: number;
  readonly runtime: string[];
  readonly pwned: boolean;
}

interface Result {
  readonly length: number;
  readonly hash: string;
  readonly text: string;
  readonly failure: string;
}

async function openHostile({ driver, site }: EnabledSite, query = ''): Promise<Page> {
  const page = await driver.newPage();
  onTestFinished(() => page.close());
  await page.goto(`${site.origin}/hostile${query}`);
  return page;
}

/** Strings only: in such a page nothing else can be read reliably. */
async function report(page: Page): Promise<Report> {
  return JSON.parse(String(await page.evaluate('window.report()'))) as Report;
}

async function resultOf(page: Page, name: string, ms = 20_000): Promise<Result> {
  const json = await until(
    () => page.evaluate(`window.results[${JSON.stringify(name)}] ?? ''`),
    `the page to read "${name}"`,
    ms,
  );
  return JSON.parse(String(json)) as Result;
}

/**
 * All that is stored, but that sites were greeted: this is stored once their servers have answered,
 * which for the site of the test before may be now.
 */
async function storedButGreetings(driver: Driver): Promise<Record<string, unknown>> {
  const all = Object.entries(await stored(driver));
  return Object.fromEntries(all.filter(([key]) => !key.startsWith('greeted:')));
}

/** Settings, sites, counts and warnings of everything but the hostile site itself. */
async function othersStored({ driver, site }: EnabledSite): Promise<Record<string, unknown>> {
  const all = Object.entries(await storedButGreetings(driver));
  const isOwn = (key: string) =>
    /^(?:counts|day|chats|applied|left|hermes|warned):/.test(key) && key.includes(site.origin);
  return Object.fromEntries(all.filter(([key]) => !isOwn(key)));
}

/** A page of its own on another site still gets clean replies. */
async function expectWorksElsewhere(driver: Driver): Promise<void> {
  const { site, page } = await openEnabledSite(driver);
  await page.evaluate("window.start('elsewhere')");
  const stream = await site.stream('elsewhere');
  await stream.write(...FRAMES);
  stream.end();
  await until(
    () => page.evaluate("window.reads.elsewhere.state === 'done'"),
    'the other page to read its stream',
    15_000,
  );
  expect(compare(String(await page.evaluate('window.reads.elsewhere.text')), FRAMES)).toEqual({
    through: [],
    fault: null,
  });
  await expect
    .poll(() => storedCounts(driver, site.origin), { timeout: 10_000 })
    .toEqual({ markers: 1, tools: 2, imitated: 0 });
}

const AFTER_US = ['0', '1', '2', '3', '4', 'pollute', 'wiretap', 'forge', 'squat'];

test.each(BROWSERS.flatMap((kind) => AFTER_US.map((attack) => [kind, attack] as const)))(
  'in %s a page that ruins its realm after us (%s) gets every byte and no error of ours',
  async (kind, attack) => {
    const hostile = await hostileSite(kind);
    const before = await othersStored(hostile);
    const page = await openHostile(hostile, `?attack=${attack}`);

    for (const name of [`early-${attack}`, `late-${attack}`]) {
      const stream = await hostile.site.stream(name);
      await stream.write(...FRAMES);
      stream.end();
    }

    for (const name of [`early-${attack}`, `late-${attack}`]) {
      const { text: read, failure } = await resultOf(page, name);
      expect(failure).toBe('');
      expect(compare(read, FRAMES).fault).toBeNull();
    }
    const { errors, heard, pwned, ports } = await report(page);
    expect(errors).toEqual([]);
    expect(pwned).toBe(false);
    // Our own ports were handed over before the page could act; those it has are its own forgeries.
    if (attack !== 'forge')
      expect({ heard: heard.filter((name) => name.includes(':')), ports }).toEqual({
        heard: [],
        ports: 0,
      });
    expect(await othersStored(hostile)).toEqual(before);
  },
);

test.each(BROWSERS)(
  'in %s forged events and floods add nothing, switch nothing and leave replies clean',
  async (kind) => {
    const hostile = await hostileSite(kind);
    const { driver, site } = hostile;
    const page = await openHostile(hostile);
    const before = {
      others: await othersStored(hostile),
      counts: await storedCounts(driver, site.origin),
    };

    await page.evaluate('window.attacks.forge()');
    await page.evaluate("window.go('forged')");
    const stream = await site.stream('forged');
    await stream.write(...FRAMES);
    stream.end();

    const { text: read, failure } = await resultOf(page, 'forged');
    expect(failure).toBe('');
    expect(compare(read, FRAMES)).toEqual({ through: [], fault: null });
    const was = before.counts ?? NO_COUNTS;
    await expect
      .poll(() => storedCounts(driver, site.origin), { timeout: 10_000 })
      .toEqual({ ...was, markers: was.markers + 1, tools: was.tools + 2 });
    // Two more rounds of counts: nothing forged arrives later either.
    await sleep(2500);
    expect(await storedCounts(driver, site.origin)).toEqual({
      ...was,
      markers: was.markers + 1,
      tools: was.tools + 2,
    });
    expect(await othersStored(hostile)).toEqual(before.others);
    expect(await report(page)).toMatchObject({ errors: [], pwned: false });
  },
);

test.each(BROWSERS)(
  'in %s markup in labels stays text, in the page and in the popup',
  async (kind) => {
    const hostile = await hostileSite(kind);
    const page = await openHostile(hostile);
    await page.evaluate("window.go('markup')");
    const stream = await hostile.site.stream('markup');

    await stream.write(...FRAMES.slice(0, 5));
    await until(
      async () => (await readShadowElements(hostile.driver, page)).names.includes('li'),
      'the badges',
      10_000,
    );
    const shadow = await readShadowElements(hostile.driver, page);
    await stream.write(...FRAMES.slice(5));
    stream.end();
    await resultOf(page, 'markup');

    expect(strangersIn(shadow)).toEqual([]);
    expect(await report(page)).toMatchObject({ errors: [], pwned: false });
    const popup = await hostile.driver.openPopup(page, POPUP_READY);
    const strange = await popup.evaluate(
      () => document.querySelectorAll('[onerror], script:not([src]), img[src="x"]').length,
    );
    await popup.close();
    expect(strange).toBe(0);
  },
);

test.each(BROWSERS.flatMap((kind) => ['before', 'after'].map((when) => [kind, when] as const)))(
  'in %s a page that defines our element, %s there is one, cannot reach a root of ours',
  async (kind, when) => {
    const hostile = await hostileSite(kind);
    const page = await openHostile(hostile);
    if (when === 'before') await page.evaluate('window.attacks.grab()');
    const name = `grab-${when}`;
    await page.evaluate(`window.go('${name}')`);
    const stream = await hostile.site.stream(name);
    await stream.write(...FRAMES.slice(0, 5));

    const rootsIn = (host: string) => readShadowRoots(hostile.driver, page, host);
    await until(
      async () =>
        JSON.stringify([await rootsIn(HOST_NAME), await rootsIn('span')]).includes('"li"'),
      'the badges',
      10_000,
    );
    if (when === 'after') await page.evaluate('window.attacks.grab()');
    await stream.write(...FRAMES.slice(5));
    stream.end();
    await resultOf(page, name);

    expect(await page.evaluate('window.grabbedRoots()')).toBe(0);
    expect(await report(page)).toMatchObject({ errors: [], pwned: false });
  },
);

test.each(
  BROWSERS.flatMap((kind) => ['pollute', 'wiretap'].map((attack) => [kind, attack] as const)),
)(
  'in %s a page whose opener was in its realm before us (%s) loses no byte and sees no error',
  async (kind, attack) => {
    const hostile = await hostileSite(kind);
    const before = await othersStored(hostile);
    const { opener } = await openVictim(hostile, attack);
    const name = `victim-${attack}`;
    await opener.evaluate(`window.victimWindow.start('${name}')`);
    const stream = await hostile.site.stream(name);
    await stream.write(...FRAMES);
    stream.end();

    const read = `window.victimWindow.reads['${name}']`;
    await until(
      () => opener.evaluate(`${read}.state !== 'open'`),
      'the window to read its stream',
      15_000,
    );
    expect(await opener.evaluate(`${read}.state + ${read}.error`)).toBe('done');
    // Clean or unchanged: whoever owns the realm first can keep us out of it.
    expect(compare(String(await opener.evaluate(`${read}.text`)), FRAMES).fault).toBeNull();
    expect(await opener.evaluate('window.victimWindow.faults.join()')).toBe('');
    expect(await opener.evaluate('(window.victimWindow.loot?.errors ?? []).join()')).toBe('');
    expect(await othersStored(hostile)).toEqual(before);
  },
);

test.each(BROWSERS)(
  'in %s a stolen port can flood the counts of its own site within bounds, and nothing else',
  async (kind) => {
    const hostile = await hostileSite(kind);
    const { driver, site } = hostile;
    const before = await othersStored(hostile);
    const was = (await storedCounts(driver, site.origin)) ?? NO_COUNTS;
    const began = performance.now();
    const { opener, victim } = await openVictim(hostile, 'wiretap');
    const ports = 'window.victimWindow.loot?.ports ?? []';
    const stolen = Number(await opener.evaluate(`(${ports}).length`));
    // Both ends of the one channel: the realm's own getters were the opener's when our hook
    // captured them.
    expect(stolen).toBe(2);

    // 100 000 messages in batches: a page that hangs itself would prove nothing.
    for (let round = 0; round < 20; round += 1) {
      await opener.evaluate(
        `for (const port of ${ports}) window.victimWindow.attacks.flood(port, 5000 / ${stolen})`,
      );
    }
    await sleep(2500);

    const seconds = Math.ceil((performance.now() - began) / 1000) + 1;
    const counts = (await storedCounts(driver, site.origin)) ?? NO_COUNTS;
    for (const key of ['markers', 'tools', 'imitated'] as const) {
      expect(counts[key] - was[key]).toBeLessThanOrEqual(seconds * MOST_TOLD);
    }
    expect(await othersStored(hostile)).toEqual(before);
    const warned = (await stored(driver))[`warned:${site.origin}`] ?? [];
    expect((warned as readonly unknown[]).length).toBeLessThanOrEqual(MAX_WARNINGS);
    expect(await opener.evaluate("'pwned' in window.victimWindow")).toBe(false);
    const shadow = await readShadowElements(driver, victim!);
    expect(strangersIn(shadow)).toEqual([]);
    expect(shadow.hosts).toBeLessThanOrEqual(MOST_HOSTS);
    await expectWorksElsewhere(driver);
  },
);

test.each(BROWSERS)('in %s a page cannot reach the extension: no API, no files', async (kind) => {
  const hostile = await hostileSite(kind);
  const { driver, site } = hostile;
  const page = await openHostile(hostile);
  const before = await storedButGreetings(driver);

  await page.evaluate(`window.attacks.knock(${JSON.stringify(driver.base)})`);

  const { runtime } = await report(page);
  expect(runtime.filter((line) => line.endsWith(':read'))).toEqual([]);
  expect(runtime.filter((line) => line.endsWith(':refused'))).toHaveLength(5);
  expect(runtime.filter((line) => /function|threw/.test(line))).toEqual([]);
  expect(await storedButGreetings(driver)).toEqual(before);
  expect(await siteStatus(driver, site.origin)).toMatchObject({ enabled: true, permitted: true });
});

interface Big {
  readonly frames: readonly Frame[];
  /** What the page must read; null if any of the progress may come through. */
  readonly clean: string;
}

const BIG: Readonly<Record<string, () => Big>> = {
  'a hundred thousand markers and events': () => {
    const frames: Frame[] = [ROLE];
    for (let i = 0; i < 50_000; i += 1) {
      frames.push(marker('💻', `call ${i}`), toolEvent(`id-${i}`, 'running'));
      if (i % 100 === 0) frames.push(text(`\n\nLine ${i} `));
    }
    frames.push(STOP, DONE);
    return { frames, clean: joined(frames.filter(({ progress }) => !progress)) };
  },
  'a label of 50 megabytes': () => {
    const huge = marker('💻', 'x'.repeat(50_000_000));
    // More than is held of one frame, so it passes unchanged.
    const frames = [ROLE, text('Before. '), huge, text('After.'), STOP, DONE];
    return { frames, clean: joined(frames) };
  },
  'ten thousand choices': () => {
    const choices = Array.from({ length: 10_000 }, (_, index) => ({
      index,
      delta: { content: `Choice ${index}. ` },
      finish_reason: null,
    }));
    const wide: Frame = {
      bytes: `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices })}\n\n`,
      progress: false,
    };
    const frames = [ROLE, wide, text('After.'), marker('💻', 'ls'), text('\n\nEnd.'), STOP, DONE];
    return { frames, clean: joined(frames.filter(({ progress }) => !progress)) };
  },
};

function joined(frames: readonly Frame[]): string {
  return frames.map(({ bytes }) => bytes).join('');
}

test.each(inTurn(Object.keys(BIG)))(
  'in %s %s neither hang the page nor cost it a byte',
  async (kind, name) => {
    const hostile = await hostileSite(kind);
    const page = await openHostile(hostile);
    const { frames, clean } = BIG[name]!();
    const stream = `big-${Object.keys(BIG).indexOf(name)}`;
    await page.evaluate(`window.go('${stream}')`);
    const open = await hostile.site.stream(stream);
    const was = (await storedCounts(hostile.driver, hostile.site.origin)) ?? NO_COUNTS;
    const began = performance.now();

    await open.write({ bytes: joined(frames), progress: false });
    open.end();

    const { length, hash, failure } = await resultOf(page, stream, 45_000);
    expect(failure).toBe('');
    expect({ length, hash }).toEqual({
      length: clean.length,
      hash: createHash('sha256').update(clean).digest('hex'),
    });
    expect(await report(page)).toMatchObject({ errors: [], pwned: false });
    const seconds = Math.ceil((performance.now() - began) / 1000) + 1;
    const counts = (await storedCounts(hostile.driver, hostile.site.origin)) ?? was;
    expect(counts.markers - was.markers).toBeLessThanOrEqual(seconds * MESSAGES_PER_SECOND);
    expect(counts.tools - was.tools).toBeLessThanOrEqual(seconds * MESSAGES_PER_SECOND);
    const shadow = await readShadowElements(hostile.driver, page);
    expect(shadow.count).toBeLessThan(2000);
  },
  90_000,
);

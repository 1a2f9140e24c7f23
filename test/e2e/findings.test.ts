import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { enableSite } from '../../src/tools/browsers/enable-site.ts';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { POPUP_READY } from '../../src/tools/demo/popup-counts.ts';
import { DEFECTS } from '../../src/doctor/defects.ts';
import { MAX_NAMES, MAX_SERVERS } from '../../src/stats/findings.ts';
import { BROWSERS, sharedBrowser } from '../support/browsers.ts';
import { stored, storedFindings } from './figures.ts';
import { DONE, ROLE, STOP, text, type Frame } from './frames.ts';
import { serveStreams, type StreamSite } from './stream-site.ts';

/** Findings wait a second in the hook and one in the bridge, and the machine may be busy. */
const FOUND_MS = 15_000;
const HTML = '<img src=x onerror="window.pwned=1">';

function frame(bytes: string): Frame {
  return { bytes, progress: false };
}

/** As llama.cpp sends it: name and arguments in one delta. The `id` is of no particular server. */
function call(number: number, index = 0): Frame {
  const calls = [
    { index, id: `call-${number}`, type: 'function', function: { name: 'ls', arguments: '{"path":"."}' } },
  ];
  const choices = [{ index: 0, delta: { tool_calls: calls }, finish_reason: null }];
  return frame(`data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices })}\n\n`);
}

const HI = frame(
  'data: {"id":"x","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}\n\n',
);

interface Site {
  readonly driver: Driver;
  readonly site: StreamSite;
  readonly page: Page;
}

async function openSite(kind: BrowserKind, files = {}): Promise<Site> {
  const site = await serveStreams({ files });
  onTestFinished(() => site.close());
  const driver = await sharedBrowser(kind);
  const page = await driver.newPage();
  onTestFinished(() => page.close());
  await page.goto(site.origin);
  await enableSite(driver, page);
  return { driver, site, page };
}

/** @returns what the page read */
async function stream({ site, page }: Site, name: string, frames: readonly Frame[]): Promise<string> {
  await page.evaluate(`window.start('${name}')`);
  const open = await site.stream(name);
  await open.write(...frames);
  open.end();
  await until(() => page.evaluate(`window.reads['${name}'].state === 'done'`), `the page to read "${name}"`, FOUND_MS);
  return String(await page.evaluate(`window.reads['${name}'].text`));
}

/** What the popup over a page shows of repairs. */
async function popupRepairs({ driver, page }: { driver: Driver; page: Page }) {
  const popup = await driver.openPopup(page, POPUP_READY);
  const shown = await popup.evaluate(() => {
    const all = (selector: string) =>
      [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');
    return {
      line: all('.repairs summary'),
      open: document.querySelector('.repairs details[open]') !== null,
      servers: all('.repairs h2'),
      made: all('.repairs li'),
      besides: all('.repairs p'),
      switches: document.querySelectorAll('[role="switch"]').length,
      strangers: document.querySelectorAll('[onerror], script:not([src]), img[src="x"]').length,
      width: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
  });
  await popup.close();
  await page.bringToFront();
  return shown;
}

function wordsOf(id: string): string {
  return DEFECTS.find((defect) => defect.id === id)?.defect ?? 'no words';
}

test.each(BROWSERS)(
  'in %s the popup shows repairs, by kind of server if there are several, and nothing if there were none',
  async (kind) => {
    const opened = await openSite(kind);
    const { driver, site } = opened;

    await stream(opened, 'clean', [ROLE, text('Hello.'), STOP, DONE]);
    expect(await popupRepairs(opened)).toMatchObject({ line: [], made: [], switches: 3 });

    const read = await stream(opened, 'broken', [HI, call(1), call(2, 1), frame('data: [DONE]\n\n')]);
    expect(read.match(/^data: /gm)).toHaveLength(6);
    await expect
      .poll(() => storedFindings(driver, site.origin), { timeout: FOUND_MS })
      .toEqual([{ server: 'openai-chat', repairs: { 'tool-call-split': 2 }, events: 0, unknown: {} }]);
    expect(await popupRepairs(opened)).toMatchObject({
      line: ['2 repairs so far'],
      open: false,
      servers: [],
      made: [`2 ×${wordsOf('tool-call-split')}`],
      besides: [],
      width: 0,
    });

    await stream(opened, 'hermes', [frame(`\uFEFF${ROLE.bytes}`), text('Hello.'), STOP, DONE]);
    await expect.poll(async () => (await storedFindings(driver, site.origin)).length, { timeout: FOUND_MS }).toBe(2);
    expect(await popupRepairs(opened)).toMatchObject({
      line: ['3 repairs so far'],
      servers: ['OpenAI chat completions', 'Hermes'],
      made: [`2 ×${wordsOf('tool-call-split')}`, `1 ×${wordsOf('byte-order-mark')}`],
    });
  },
);

test.each(BROWSERS)(
  'in %s ten thousand repairs and as many made-up events are counted, and the reply stays intact',
  async (kind) => {
    const opened = await openSite(kind);
    const { driver, site } = opened;
    const frames = [HI];
    for (let i = 0; i < 10_000; i++) frames.push(call(i), frame(`event: ${HTML} ${i}\ndata: {"percent":${i}}\n\n`));
    frames.push(DONE);

    const read = await stream(opened, 'flood', [frame(frames.map(({ bytes }) => bytes).join(''))]);

    expect(read.match(/"call-\d+"/g)).toHaveLength(10_000);
    await expect
      .poll(async () => (await storedFindings(driver, site.origin))[0]?.repairs['tool-call-split'], {
        timeout: FOUND_MS,
      })
      .toBe(10_000);
    const [found] = await storedFindings(driver, site.origin);
    expect(Object.keys(found?.unknown ?? {}).length).toBeLessThanOrEqual(MAX_NAMES);
    expect(await popupRepairs(opened)).toMatchObject({ switches: 3, strangers: 0, width: 0 });
  },
);

function script(body: string) {
  return { type: 'text/javascript; charset=utf-8', body };
}

const ATTACK = readFileSync(new URL('../support/hostile/attack.js', import.meta.url), 'utf8');
const OPENER = readFileSync(new URL('../support/hostile/opener.js', import.meta.url), 'utf8');
const FILES = {
  '/opener': {
    type: 'text/html; charset=utf-8',
    body: '<!doctype html><title>Hostile</title><script src="/source.js"></script><script src="/opener.js"></script>',
  },
  '/opener.js': script(OPENER),
  '/source.js': script(`window.attackSource = ${JSON.stringify(ATTACK).replaceAll('</', '<\\/')};`),
};

/**
 * Posts made-up findings through every port that the opener took from its window: some plausible, some beyond all
 * belief.
 */
const FORGE = `
for (const port of window.victimWindow.loot.ports) {
  for (let i = 0; i < 1000; i++) {
    const many = i < 60 ? 7 : 1e15;
    const unknown = JSON.parse('{"__proto__":{"polluted":1},"constructor":7}');
    for (let n = 0; n < 30; n++) unknown[${JSON.stringify(HTML)} + i + n + 'n'.repeat(500)] = many;
    const repairs = JSON.parse('{"__proto__":5,"tool-call-split":' + many + ',"done":-3,"bare-json":"7"}');
    repairs['made up ' + i] = 1;
    const server = ['hermes', 'ollama', '__proto__', 'constructor', ${JSON.stringify(HTML)}, 'made up ' + i][i % 6];
    MessagePort.prototype.postMessage.call(port, { type: 'findings', server, repairs, events: many, unknown });
    MessagePort.prototype.postMessage.call(port, { type: 'findings', server: i, repairs: [i], events: {}, unknown: 'x'.repeat(1000) });
  }
}`;

test.each(BROWSERS)(
  'in %s made-up findings through a stolen port stay within bounds, and the popup is unchanged',
  async (kind) => {
    const opened = await openSite(kind, FILES);
    const { driver, site } = opened;
    const opener = await driver.newPage();
    onTestFinished(() => opener.close());
    await opener.goto(`${site.origin}/opener`);
    // A page may make up the counts of its own site.
    const isOwn = (key: string) => /^(?:counts|day|chats|applied|left):/.test(key) && key.includes(site.origin);
    const others = async () => Object.entries(await stored(driver)).filter(([key]) => !isOwn(key));
    const before = await others();
    const popped = new Promise<Page | null>((resolve) => opener.once('popup', resolve));
    await opener.evaluate("window.openVictim('wiretap', '/?victim')");
    const victim = await popped;
    onTestFinished(async () => victim?.close());
    await until(
      () =>
        opener.evaluate(
          "typeof window.victimWindow.start === 'function' && window.victimWindow.loot.ports.length === 2",
        ),
      'the stolen ports',
      FOUND_MS,
    );

    for (let round = 0; round < 5; round++) await opener.evaluate(FORGE);

    await expect
      .poll(async () => (await storedFindings(driver, site.origin)).length, { timeout: FOUND_MS })
      .toBeGreaterThan(2);
    const found = await storedFindings(driver, site.origin);
    expect(found.length).toBeLessThanOrEqual(MAX_SERVERS);
    expect(found.map(({ server }) => server).toSorted()).toEqual(['', 'hermes', 'ollama']);
    for (const { repairs, unknown } of found) {
      expect(Object.keys(repairs)).toEqual(['tool-call-split']);
      expect(Object.keys(unknown).length).toBeLessThanOrEqual(MAX_NAMES);
      for (const name of Object.keys(unknown)) expect(name.length).toBeLessThanOrEqual(100);
    }
    expect(await others()).toEqual(before);
    const shown = await popupRepairs({ driver, page: opener });
    expect(shown).toMatchObject({
      open: false,
      switches: 3,
      strangers: 0,
      width: 0,
      made: Array.from({ length: 3 }, () => expect.stringContaining(wordsOf('tool-call-split'))),
    });
    expect(shown.line).toEqual([expect.stringMatching(/^[\d.,]+[KMBT]? repairs so far$/)]);
    expect(JSON.stringify(shown)).not.toContain('onerror');
  },
);

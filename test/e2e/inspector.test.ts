import type { Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../src/tools/browsers/until.ts';
import { inspectorTexts as texts } from '../../src/inspector/texts.ts';
import { DEFECTS } from '../../src/doctor/defects.ts';
import { popupTexts } from '../../src/pages/popup/texts.ts';
import { openPage } from '../support/driving/own-pages.ts';
import { violationsIn } from '../support/axe.ts';
import { BROWSERS, EITHER } from '../support/browsers.ts';
import { DONE, marker, ROLE, STOP, text, toolEvent, type Frame } from './frames.ts';
import { isFocused, reach } from './keyboard.ts';
import { press, shown, textsOf } from './own-page.ts';
import { openerFiles, openVictim, portsStolen } from './hostile-opener.ts';
import { openEnabledSite, type EnabledPage } from './enabled-site.ts';

/** Frames are sent four times a second, and the machine may be busy. */
const TOLD_MS = 15_000;
/** Words that occur nowhere else. */
const SECRET = 'sk-inspected-1234567890abcdef';
const WORDS = 'Quokkas by the dozen';
const FRAMES: readonly Frame[] = [
  ROLE,
  text(`${WORDS}, ada@example.org, ${SECRET}. `),
  marker('⏰', 'list'),
  toolEvent('call-1', 'running', 'ls'),
  toolEvent('call-1', 'completed', 'ls'),
  text('\n\nDone.'),
  STOP,
  DONE,
];
const INSPECT = '[data-step="inspect"]';
const RESPONSE = '[data-way="response"]';

function nameOf(id: string): string | undefined {
  return DEFECTS.find((defect) => defect.id === id)?.name;
}

async function openInspector({
  driver,
  site,
}: Pick<EnabledPage, 'driver' | 'site'>): Promise<Page> {
  const inspector = await openPage(
    driver,
    `options.html#inspector?site=${encodeURIComponent(site.origin)}`,
    '.card h2',
  );
  onTestFinished(async () => {
    if (!inspector.isClosed()) await inspector.close();
  });
  return inspector;
}

/**
 * A whole reply passes through the page, which reads it.
 * @param view where the page's script runs
 */
async function reply(
  { site }: Pick<EnabledPage, 'site'>,
  page: Page,
  name: string,
  view = 'window',
  frames = FRAMES,
): Promise<void> {
  const messages = [
    { role: 'user', content: 'My question' },
    { role: 'assistant', content: 'Earlier.\n`⏰ list`\n\n\nOne is due.' },
    { role: 'user', content: 'Go' },
  ];
  await page.evaluate(`${view}.start('${name}', ${JSON.stringify(messages)})`);
  const stream = await site.stream(name);
  await stream.write(...frames);
  stream.end();
  await until(
    () => page.evaluate(`${view}.reads['${name}'].state === 'done'`),
    `the page to read "${name}"`,
    TOLD_MS,
  );
}

interface Areas {
  readonly chrome: {
    readonly storage: Record<
      'local' | 'session',
      { get(key: null): Promise<Record<string, unknown>> }
    >;
  };
}

/** Everything that the extension stores, as text. */
async function kept({ driver }: EnabledPage, inspector: Page): Promise<string> {
  const areas = await driver.beside(async () => {
    const { chrome } = globalThis as unknown as Areas;
    return {
      ...(await chrome.storage.session.get(null)),
      ...(await chrome.storage.local.get(null)),
    };
  });
  const others = await inspector.evaluate(async () => [
    await indexedDB.databases(),
    { ...localStorage },
    { ...sessionStorage },
  ]);
  return JSON.stringify([areas, others]);
}

/** The names of what it stores, without the statistics. */
function namesOf(keptText: string): unknown {
  const [areas, others] = JSON.parse(keptText) as [object, unknown];
  return [
    Object.keys(areas)
      .filter((key) => !/^(?:counts|applied|days?|tab|statistics|hermes):/.test(key))
      .toSorted(),
    others,
  ];
}

test.each(BROWSERS)(
  'in %s a reply is shown frame by frame, with reasons; nothing of it is stored, and everything is gone at the end',
  async (kind) => {
    const opened = await openEnabledSite(kind);
    const { page } = opened;
    const inspector = await openInspector(opened);
    const icons = async (): Promise<number> =>
      (await kept(opened, inspector)).split('"icon:').length;
    const others = await icons();
    // The icon remembers the tools of its page, seen by an inspector or not; so do those of other
    // tabs.
    await reply(opened, page, 'earlier');
    await until(async () => (await icons()) > others, 'the icon to count', TOLD_MS);
    const before = await kept(opened, inspector);
    expect(await violationsIn(inspector)).toEqual([]);
    await press(inspector, INSPECT);
    await shown(inspector, '[data-state="recording"]');

    await reply(opened, page, 'seen');

    await shown(inspector, `${RESPONSE} [data-step="show"]`);
    await until(
      async () => (await textsOf(inspector, `${RESPONSE} .fact`)).includes('8 frames'),
      'all frames',
      TOLD_MS,
    );
    expect((await textsOf(inspector, `${RESPONSE} .fact`)).slice(1)).toEqual([
      'Hermes',
      '8 frames',
      '3 changed',
    ]);
    expect(await textsOf(inspector, `${RESPONSE} code`)).toEqual(['/v1/chat/completions']);
    await press(inspector, `${RESPONSE} [data-step="show"]`);
    await shown(inspector, '[data-why="markers"]');
    expect(await textsOf(inspector, '[data-line] .small')).toEqual([
      nameOf('markers'),
      nameOf('tool-events'),
      nameOf('tool-events'),
    ]);
    expect(await textsOf(inspector, '.why .name')).toEqual([nameOf('markers')]);
    expect(await textsOf(inspector, '[data-frame="3"] pre')).toEqual([
      expect.stringContaining('`⏰ list`'),
      texts.nothingLeft,
    ]);
    await press(inspector, `${RESPONSE} [data-choice="changed-only"]`);
    await press(inspector, '[data-line="2"]');
    await shown(inspector, '[data-frame="2"]');
    expect(await textsOf(inspector, '[data-frame="2"] pre')).toEqual([
      expect.stringContaining(WORDS),
    ]);
    await inspector.bringToFront();
    await inspector.type(`${RESPONSE} .find`, 'LIST');
    await until(
      async () => (await textsOf(inspector, '[data-line]')).length === 1,
      'one frame',
      TOLD_MS,
    );
    await shown(inspector, '[data-frame="3"]');
    expect(await isFocused(inspector, `${RESPONSE} .find`)).toBe(true);
    await inspector.type(`${RESPONSE} .find`, ' of nothing');
    await until(
      async () =>
        (await textsOf(inspector, RESPONSE)).some((said) => said.includes(texts.noneFound)),
      'that none is found',
      TOLD_MS,
    );
    for (const _ of 'LIST of nothing') await inspector.keyboard.press('Backspace');
    await until(
      async () => (await textsOf(inspector, '[data-line]')).length === 8,
      'all frames',
      TOLD_MS,
    );

    await press(inspector, `${RESPONSE} [data-step="copy"]`);
    await shown(inspector, '[data-shown="fixture"]');
    const [fixture = ''] = await textsOf(inspector, '[data-shown="fixture"]');
    expect(fixture.startsWith('HTTP/1.1 200 OK\ncontent-type: text/event-stream\n\n')).toBe(true);
    expect(fixture).toContain('`⏰ list`');
    expect(fixture).toContain('sk-xxxxxxxxx-xxxxxxxxxxxxxxxx');
    expect(fixture).not.toContain(SECRET);
    expect(fixture).not.toContain('ada@');
    await press(inspector, '[data-way="request"] [data-step="show"]');
    await shown(inspector, '[data-way="request"] del');
    expect((await textsOf(inspector, '[data-way="request"] pre'))[0]?.split('\n').length).toBe(1);
    expect(await textsOf(inspector, '[data-way="request"] del')).toEqual([
      expect.stringContaining('`⏰ list`'),
    ]);
    await press(inspector, '[data-way="request"] [data-choice="hide-person"]');
    await press(inspector, '[data-way="request"] [data-step="copy"]');
    await shown(inspector, '[data-way="request"] [data-shown="fixture"]');
    const [request = ''] = await textsOf(inspector, '[data-way="request"] [data-shown="fixture"]');
    expect(request).toContain('Earlier.');
    expect(request).toContain('xx xxxxxxxx');
    expect(request).not.toContain('My question');
    expect(await violationsIn(inspector)).toEqual([]);
    const after = await kept(opened, inspector);
    expect(namesOf(after)).toEqual(namesOf(before));
    for (const said of [WORDS, SECRET, 'My question', 'chat.completion.chunk'])
      expect(after).not.toContain(said);

    await press(inspector, '[data-step="stop"]');
    await shown(inspector, INSPECT);
    expect(await inspector.evaluate(() => document.body.textContent)).not.toContain(WORDS);
    await press(inspector, INSPECT);
    await shown(inspector, '[data-state="recording"]');
    expect(await inspector.evaluate(() => document.querySelectorAll('[data-stream]').length)).toBe(
      0,
    );
  },
);

test.each(BROWSERS)(
  'in %s with the keyboard alone a page is inspected, and a stream is examined and copied',
  async (kind) => {
    const opened = await openEnabledSite(kind);
    const inspector = await openInspector(opened);
    await inspector.bringToFront();
    await reach(inspector, INSPECT);
    await inspector.keyboard.press('Enter');
    await until(
      () => isFocused(inspector, '[data-step="stop"]'),
      'the focus on the button that ends it',
      TOLD_MS,
    );
    await opened.page.bringToFront();
    await reply(opened, opened.page, 'by-keys');
    await inspector.bringToFront();
    await until(
      async () => (await textsOf(inspector, `${RESPONSE} .fact`)).includes('8 frames'),
      'all frames',
      TOLD_MS,
    );

    await reach(inspector, `${RESPONSE} [data-step="show"]`);
    await inspector.keyboard.press('Enter');
    await reach(inspector, `${RESPONSE} [data-choice="changed-only"]`);
    await inspector.keyboard.press(' ');
    await reach(inspector, '[data-line="1"]');
    for (const line of [2, 3]) {
      await inspector.keyboard.press('ArrowDown');
      await until(() => isFocused(inspector, `[data-line="${line}"]`), `line ${line}`, TOLD_MS);
      await shown(inspector, `[data-frame="${line}"]`);
    }
    await inspector.keyboard.press('End');
    await until(() => isFocused(inspector, '[data-line="8"]'), 'the last line', TOLD_MS);
    await inspector.keyboard.press('Home');
    await until(() => isFocused(inspector, '[data-line="1"]'), 'the first line', TOLD_MS);
    // A key that is held down does not wait either.
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'] as const)
      await inspector.keyboard.press(key);
    await until(() => isFocused(inspector, '[data-line="3"]'), 'line 3', TOLD_MS);
    await shown(inspector, '[data-frame="3"]');
    await reach(inspector, '[data-why] a');
    // Content wider or taller than its box is scrolled with the arrows.
    await reach(inspector, '[data-frame="3"] pre');
    await reach(inspector, `${RESPONSE} [data-step="copy"]`, true);
    await inspector.keyboard.press('Enter');
    await reach(inspector, '[data-shown="fixture"]');
    await reach(inspector, '[data-step="stop"]', true);
    await inspector.keyboard.press('Enter');
    await until(
      () => isFocused(inspector, '#open-pages'),
      'the focus on the list of pages',
      TOLD_MS,
    );
  },
);

/** The server forgot the end, which a repair adds. */
const ENDLESS: readonly Frame[] = [ROLE, text('Hello.'), STOP];

test.each(EITHER)(
  'in %s a repair is switched off for the site where it is seen, and on again in its settings',
  async (kind) => {
    const opened = await openEnabledSite(kind);
    const { page, site } = opened;
    let replies = 0;
    const isRepaired = async (): Promise<boolean> => {
      const name = `endless-${++replies}`;
      await reply(opened, page, name, 'window', ENDLESS);
      return String(await page.evaluate(`window.reads['${name}'].text`)).includes('[DONE]');
    };
    const inspector = await openInspector(opened);
    await press(inspector, INSPECT);
    await shown(inspector, '[data-state="recording"]');
    expect(await isRepaired()).toBe(true);
    await press(inspector, `${RESPONSE} [data-step="show"]`);

    await press(inspector, '[data-why="done"] [data-step="not-here"]');
    await shown(inspector, '[data-why="done"] [aria-pressed="true"]');
    expect(await textsOf(inspector, '[data-why="done"] [role="status"]')).toEqual([texts.notDone]);
    expect(await violationsIn(inspector)).toEqual([]);
    await until(async () => !(await isRepaired()), 'the repair to be off', TOLD_MS);

    const settings = `#settings?site=${encodeURIComponent(site.origin)}`;
    await inspector.evaluate((hash: string) => void (location.hash = hash), settings);
    await press(inspector, '[data-exception="repairs.done"] button');
    await until(isRepaired, 'the repair to be on', TOLD_MS);
    await expect.poll(() => textsOf(inspector, '[data-exception]')).toEqual([]);
  },
);

test.each(EITHER)('in %s a rule can be tried once on the reply that was recorded', async (kind) => {
  const opened = await openEnabledSite(kind);
  const inspector = await openInspector(opened);
  await press(inspector, INSPECT);
  await shown(inspector, '[data-state="recording"]');
  await reply(opened, opened.page, 'tried');
  await shown(inspector, `${RESPONSE} [data-step="show"]`);
  await until(
    async () => (await textsOf(inspector, `${RESPONSE} .fact`)).includes('8 frames'),
    'all frames',
    TOLD_MS,
  );
  await press(inspector, `${RESPONSE} [data-step="show"]`);

  await press(inspector, '[data-step="try-rule"]');
  await shown(inspector, 'textarea');
  const read = (): Promise<string> =>
    inspector.evaluate(() => document.querySelector('textarea')?.value ?? '');
  expect(await read()).toContain('`⏰ list`');
  expect(await read()).toContain(WORDS);
  await press(inspector, 'a[href^="#inspector"]');
  await shown(inspector, INSPECT);
  await press(inspector, 'a[href^="#rules"]');
  await shown(inspector, 'textarea');
  expect(await read()).toBe('');
});

test.each(BROWSERS)(
  'in %s a page that is reloaded is recorded from its start, and one that is closed is given up',
  async (kind) => {
    const opened = await openEnabledSite(kind);
    const { page } = opened;
    const inspector = await openInspector(opened);
    await press(inspector, INSPECT);
    await shown(inspector, '[data-state="recording"]');
    await reply(opened, page, 'first');
    await shown(inspector, RESPONSE);

    await page.reload();
    await until(
      () => inspector.evaluate(() => document.querySelectorAll('[data-stream]').length === 0),
      'the recording to disappear',
      TOLD_MS,
    );
    await shown(inspector, '[data-state="recording"]');
    await reply(opened, page, 'second');
    await shown(inspector, RESPONSE);
    await page.close();

    await shown(inspector, '[data-state="gone"]');
    expect(await inspector.evaluate(() => document.querySelectorAll('[data-stream]').length)).toBe(
      0,
    );
  },
);

/**
 * Something we rely on and the page does not; locked, so that it cannot be restored for the time of
 * a call.
 */
const LOCK =
  "Object.defineProperty(Array.prototype, 'map', { value() { throw new Error('locked'); }, configurable: false, writable: false })";

const EVENT = '{"choices":[{"index":0,"delta":{"content":"One."}}]}';
const PACKET = `42["events",{"chat_id":"c","message_id":"m","data":{"type":"chat:completion","data":${EVENT}}}]`;

/** Opens a socket, which nobody answers, and an event source; notes what they deliver. */
const LISTEN_ALL = `
window.got = [];
const socket = new WebSocket(location.origin.replace('http', 'ws') + '/socket.io/?EIO=4&transport=websocket');
socket.onmessage = ({ data }) => void got.push(data);
socket.dispatchEvent(new MessageEvent('message', { data: ${JSON.stringify(PACKET)} }));
window.events = new EventSource('/events');
events.onmessage = ({ data }) => {
  got.push(data);
  if (data === 'last') events.close();
};`;

test.each(EITHER)(
  'in %s the inspector and the popup report each stream whose cleaning failed',
  async (kind) => {
    const opened = await openEnabledSite(kind, {
      files: { '/events': { type: 'text/event-stream', body: `data: ${EVENT}\n\ndata: last\n\n` } },
    });
    const { driver, site, page } = opened;
    const inspector = await openInspector(opened);
    await press(inspector, INSPECT);
    await shown(inspector, '[data-state="recording"]');
    await page.bringToFront();
    await page.evaluate("window.start('broken')");
    const stream = await site.stream('broken');
    await stream.write(ROLE, text('Before. '));
    await until(
      () => page.evaluate("reads.broken.text.includes('Before.')"),
      'the first words',
      TOLD_MS,
    );
    await shown(inspector, RESPONSE);
    expect(await textsOf(inspector, '[data-stopped]')).toEqual([]);

    await page.evaluate(LOCK);
    await stream.write(marker('⏰', 'list'), text('After.'), STOP, DONE);
    stream.end();
    await until(() => page.evaluate("reads.broken.state === 'done'"), 'the reply to end', TOLD_MS);
    await page.evaluate(LISTEN_ALL);
    await until(() => page.evaluate("got.includes('last')"), 'the events', TOLD_MS);
    expect(await page.evaluate('got')).toEqual([PACKET, EVENT, 'last']);

    expect(await page.evaluate('reads.broken.text')).toContain('`⏰ list`');
    await shown(inspector, `${RESPONSE} [data-stopped]`);
    await shown(inspector, '[data-way="events"] [data-stopped]');
    await shown(inspector, '[data-way="socket"] [data-stopped]');
    expect(await textsOf(inspector, `${RESPONSE} [data-stopped]`)).toEqual([texts.stopped]);
    const popup = await driver.openPopup(page, '.works');
    await until(
      async () => (await popup.text('.works')) === popupTexts.stopped(3),
      'the popup to count all three',
    );
    await popup.close();
    expect(await page.evaluate('faults')).toEqual([]);
  },
);

/** Records what the hook sends to the bridge. */
const LISTEN = `
window.said = [];
for (const port of window.victimWindow.loot.ports) port.addEventListener('message', (event) => void said.push(event.data));`;

/** How often the hook itself reported streams: the page's lies have higher numbers. */
const TOLD =
  "said.filter(({ type, streams }) => type === 'inspected' && streams[0]?.stream < 1000).length";

/** Sends to the bridge what the hook would, and what it never would. */
const FORGE = `
for (const port of window.victimWindow.loot.ports) {
  const frame = { before: '<img src=x onerror="window.pwned=1">', after: '', why: ['markers', '<b>', 'javascript:alert(1)'], from: 0, cut: 0 };
  for (let i = 0; i < 300; i++) {
    const streams = [{ stream: 1000 + i, way: 'response', address: '<script>x</script>' + i, type: '', server: '__proto__', frames: [frame, { ...frame, before: 'x'.repeat(1e5) }, 7], dropped: 0, over: false }];
    MessagePort.prototype.postMessage.call(port, { type: 'inspected', streams });
    MessagePort.prototype.postMessage.call(port, { type: 'inspected', streams: i });
  }
}`;

test.each(BROWSERS)(
  'in %s the hook reports nothing of a stream while nobody inspects, and lies of a page to the inspector are shown as text and within bounds',
  async (kind) => {
    const opened = await openEnabledSite(kind, { files: openerFiles() });
    const { site } = opened;
    await opened.page.close();
    const { opener } = await openVictim(opened, 'wiretap');
    await portsStolen(opener);
    await opener.evaluate(LISTEN);

    await opener.evaluate(FORGE);
    await reply({ site }, opener, 'unseen', 'window.victimWindow');
    await until(
      () => opener.evaluate("said.some(({ type }) => type === 'reply-end')"),
      'the hook to send something',
      TOLD_MS,
    );
    expect(await opener.evaluate(TOLD)).toBe(0);
    // The beginning of a reply is sent up for its badges only (README, Privacy).
    expect(
      await opener.evaluate("JSON.stringify(said.filter(({ type }) => type !== 'reply-text'))"),
    ).not.toContain(WORDS);

    const inspector = await openInspector(opened);
    await until(
      async () => (await textsOf(inspector, '.rows bdi')).toSorted().join() === 'Hostile,Streams',
      'both pages',
      TOLD_MS,
    );
    await press(inspector, `[aria-label="${texts.inspect}: Streams"]`);
    await shown(inspector, '[data-state="recording"]');
    expect(await inspector.evaluate(() => document.querySelectorAll('[data-stream]').length)).toBe(
      0,
    );
    await reply({ site }, opener, 'inspected', 'window.victimWindow');
    await until(() => opener.evaluate(`${TOLD} > 0`), 'the hook to report', TOLD_MS);
    await shown(inspector, RESPONSE);

    await opener.evaluate(FORGE);
    await until(
      async () =>
        (await textsOf(inspector, `${RESPONSE} code`)).some((address) =>
          address.startsWith('<script>'),
        ),
      'the lies',
      TOLD_MS,
    );
    await press(inspector, `${RESPONSE} [data-step="show"]`);
    await shown(inspector, '[data-frame]');
    const found = await inspector.evaluate(() => ({
      strangers: document.querySelectorAll('[onerror], img[src="x"], main script, main b').length,
      streams: document.querySelectorAll('[data-stream]').length,
      reasons: [...document.querySelectorAll('[data-why]')].map((element) =>
        element.getAttribute('data-why'),
      ),
      longest: Math.max(
        ...[...document.querySelectorAll('.pane pre')].map(
          ({ textContent }) => textContent?.length ?? 0,
        ),
      ),
      width: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }));
    expect(found.strangers).toBe(0);
    expect(found.streams).toBeLessThanOrEqual(20);
    expect(new Set(found.reasons)).toEqual(new Set(['markers']));
    expect(found.longest).toBeLessThan(17_000);
    expect(found.width).toBeLessThanOrEqual(0);
    expect(await violationsIn(inspector)).toEqual([]);
  },
);

/** What is kept of a site, that Hermes runs there, comes from its own server and not from what anybody can show there. */
import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { until } from '../../src/tools/browsers/until.ts';
import { BROWSERS } from '../support/browsers.ts';
import { openSocketSite } from './enabled-site.ts';
import { stored } from './figures.ts';
import { DONE, ROLE, STOP, text, toolEvent } from './frames.ts';

const HERMES = [ROLE, toolEvent('c', 'running'), text('Two files.'), STOP, DONE].map(({ bytes }) => bytes).join('');
const CALL = { tool: 'terminal', emoji: '💻', label: 'ls', toolCallId: 'c', status: 'running' };
const PAGE = '<!doctype html><meta charset="utf-8"><title>Carriers</title><article></article>';
/** Reads an address in a frame of its own, and says so. */
const READER = `<!doctype html><script>
  fetch(ADDRESS).then((answer) => answer.text()).then((text) =>
    parent.postMessage([text.length, Function.prototype.toString.call(fetch)], '*'));
</script>`;

interface Site {
  readonly driver: Driver;
  readonly page: Page;
  readonly origin: string;
}

/** A site that is on. Its server answers as Hermes at `/hermes`, for any origin, and sends `packets` over sockets. */
function openSite(kind: (typeof BROWSERS)[number], packets: readonly string[] = []): Promise<Site> {
  return openSocketSite(kind, 'carriers', {
    answer(request, response) {
      const isStream = request.url === '/hermes';
      response.setHeader('content-type', isStream ? 'text/event-stream' : 'text/html; charset=utf-8');
      response.setHeader('access-control-allow-origin', '*');
      response.end(isStream ? HERMES : request.url === '/frame' ? readerOf('/hermes') : PAGE);
    },
    frames: () => packets,
  });
}

function readerOf(address: string): string {
  return READER.replace('ADDRESS', JSON.stringify(address));
}

const read = (page: Page, address: string): Promise<unknown> =>
  page.evaluate((at) => fetch(at).then((answer) => answer.text()), address);

/** Adds a sandboxed frame. @returns the length of what it read, and the code of its `fetch` */
function readInFrame(page: Page, frame: { readonly src?: string; readonly srcdoc?: string }): Promise<unknown> {
  return page.evaluate(
    (given) =>
      new Promise((resolve) => {
        addEventListener('message', ({ data }) => resolve(data), { once: true });
        const element = Object.assign(document.createElement('iframe'), given);
        element.setAttribute('sandbox', 'allow-scripts');
        document.body.append(element);
      }),
    frame,
  );
}

/** Receives all packets over a socket of the kind that Open WebUI has. */
function receive(page: Page, count: number): Promise<unknown> {
  return page.evaluate(
    (all) =>
      new Promise<void>((resolve) => {
        const socket = new WebSocket(
          `${location.origin.replace('http', 'ws')}/ws/socket.io/?EIO=4&transport=websocket`,
        );
        let received = 0;
        socket.addEventListener('message', ({ data }) => {
          received += String(data).length > 0 ? 1 : 0;
          if (received === all) resolve();
        });
      }),
    count,
  );
}

function packet(envelope: object, type: string, data: object): string {
  return `42${JSON.stringify(['events', { message_id: 'm', ...envelope, data: { type, data } }])}`;
}

async function isKept({ driver, origin }: Site): Promise<boolean> {
  return (await stored(driver))[`hermes:${origin}`] === true;
}

/** Nothing is kept, although whatever pages told has had its time; then the server itself answers. */
async function expectKeptOnlyOfServer(site: Site, ofServer: () => Promise<unknown>): Promise<void> {
  // Pages send what they know once a second.
  await new Promise((done) => setTimeout(done, 2500));
  expect(await isKept(site)).toBe(false);
  await ofServer();
  await until(() => isKept(site), 'the site to be known', 15_000);
}

const CARRIERS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'a data URL': (page) => read(page, `data:text/event-stream,${encodeURIComponent(HERMES)}`),
  'a blob': (page) =>
    page.evaluate((body) => {
      const url = URL.createObjectURL(new Blob([body], { type: 'text/event-stream' }));
      return fetch(url).then((answer) => answer.text());
    }, HERMES),
  'a sandboxed document of the site': async (page) =>
    expect(await readInFrame(page, { src: '/frame' })).toEqual([
      HERMES.length,
      expect.stringMatching(/function fetch\(/),
    ]),
  'a sandboxed document without an address': async (page) =>
    expect(await readInFrame(page, { srcdoc: readerOf(`${new URL(page.url()).origin}/hermes`) })).toEqual([
      HERMES.length,
      expect.stringMatching(/function fetch\(/),
    ]),
};

test.each(BROWSERS.flatMap((kind) => Object.keys(CARRIERS).map((name) => [kind, name] as const)))(
  'in %s nothing is kept of a site because of %s',
  async (kind, name) => {
    const site = await openSite(kind);
    await CARRIERS[name]!(site.page);
    await expectKeptOnlyOfServer(site, () => read(site.page, '/hermes'));
  },
  60_000,
);

test.each(BROWSERS)(
  'in %s nothing is kept of a site because of channels, titles and notifications, which others write, too',
  async (kind) => {
    const words = 'Done.\n`⏰ list`\n\n\nNow.';
    const message = {
      id: 'm',
      channel_id: 'k',
      content: words,
      meta: { model_id: 'hermes-agent', done: true },
      data: {},
    };
    const packets = [
      packet({ channel_id: 'k' }, 'message', message),
      packet({ channel_id: 'k' }, 'hermes.tool.progress', CALL),
      packet({ chat_id: 'channel:k' }, 'hermes.tool.progress', CALL),
      packet({ chat_id: 'a' }, 'notification', { type: 'info', content: words }),
      packet({ chat_id: 'b' }, 'chat:title', words as unknown as object),
    ];
    const site = await openSite(kind, packets);
    await receive(site.page, packets.length);
    await expectKeptOnlyOfServer(site, async () => {
      packets.push(packet({ chat_id: 'c' }, 'hermes.tool.progress', CALL));
      await receive(site.page, packets.length);
    });
  },
  60_000,
);

import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { BROWSERS } from '../support/browsers.ts';
import { openSocketSite } from './enabled-site.ts';
import { MOST_HOSTS, readShadowElements, strangersIn } from '../support/hostile/shadow-elements.ts';

const MEGABYTE = 'x'.repeat(1_000_000);
const HTML = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>';
const ODD_IDS = ['__proto__', 'constructor', '', '\u0000\u001b\u202e', HTML, '"]#\\', MEGABYTE];
/** Total number of elements. */
const MOST_ELEMENTS = 2000;
/** The frame that ends a run. */
const LAST = '42["last"]';

/** Messages that the page shows, at which badges are placed. */
const SHOWN = JSON.stringify(['m', ...Array.from({ length: 40 }, (_, i) => `m${i}`), ...ODD_IDS]).replaceAll(
  '<',
  '\\u003c',
);

const PAGE = `<!doctype html><meta charset="utf-8"><title>Socket</title><body><script>
  for (const id of ${SHOWN}) {
    const message = document.createElement('div');
    message.id = 'message-' + id;
    message.innerHTML = '<div class="chat-assistant"><p>words</p></div>';
    document.body.append(message);
  }
  const frames = [];
  const faults = [];
  addEventListener('error', ({ message }) => faults.push(message));
  addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
  function listen() {
    frames.length = 0;
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws/socket.io/?EIO=4&transport=websocket');
    return new Promise((resolve) => {
      socket.onmessage = ({ data }) => {
        frames.push(typeof data === 'string' ? data : 'binary ' + data.size);
        if (data === ${JSON.stringify(LAST)}) resolve();
      };
    });
  }
</script>`;

interface Site {
  readonly page: Page;
  readonly driver: Driver;
  /** Sends frames over a new socket. @returns what the page read of them */
  send(frames: readonly (string | Buffer)[]): Promise<string[]>;
}

/** A site that is on, whose server sends whatever it likes. */
async function openSite(kind: (typeof BROWSERS)[number]): Promise<Site> {
  let queue: readonly (string | Buffer)[] = [];
  const { driver, page } = await openSocketSite(kind, 'hostile-socket', {
    answer: (_request, response) => response.setHeader('content-type', 'text/html').end(PAGE),
    frames: () => [...queue, LAST],
  });
  return {
    page,
    driver,
    async send(frames) {
      queue = frames;
      await page.evaluate('listen()');
      const read = JSON.parse(String(await page.evaluate('JSON.stringify(frames)'))) as string[];
      expect(read.pop()).toBe(LAST);
      return read;
    },
  };
}

function packet(type: string, data: unknown, message: unknown = 'm'): string {
  return `42${JSON.stringify(['events', { chat_id: 'c', message_id: message, data: { type, data } }])}`;
}

function tool(call: string, label: string, message: unknown = 'm'): string {
  return packet(
    'hermes.tool.progress',
    { tool: 'terminal', emoji: '💻', label, toolCallId: call, status: 'running' },
    message,
  );
}

/** The hook is working: a marker of an ordinary reply is removed. */
async function expectCleans({ send }: Site): Promise<void> {
  const reply = (content: string): string => packet('chat:completion', { done: true, content }, 'ordinary');
  await expect.poll(() => send([reply('A.\n`⏰ list`\n\nB')]), { timeout: 10_000 }).toEqual([reply('A.\nB')]);
}

async function expectHarmless({ driver, page }: Site): Promise<void> {
  // Badges that had to go first fade out.
  await expect.poll(async () => (await readShadowElements(driver, page)).hosts).toBeLessThanOrEqual(MOST_HOSTS);
  const elements = await readShadowElements(driver, page);
  const { count, longest } = elements;
  expect(strangersIn(elements)).toEqual([]);
  expect(longest).toBeGreaterThan(0); // something is shown
  expect(count).toBeLessThan(MOST_ELEMENTS);
  expect(await page.evaluate("faults.join() + ('pwned' in window)")).toBe('false');
}

test.each(BROWSERS)(
  'in %s odd ids and labels, and ten thousand tools of one reply or of as many, arrive unchanged, and badges stay few',
  async (kind) => {
    const site = await openSite(kind);
    await expectCleans(site);
    const frames = [
      ...ODD_IDS.flatMap((id) => [tool('c', HTML, id), packet('chat:completion', { content: 'words' }, id)]),
      tool('huge', MEGABYTE),
      tool(MEGABYTE, 'huge'),
      ...Array.from({ length: 10_000 }, (_, i) => tool(`call ${i}`, `label ${i}`, i % 2 === 0 ? 'm' : `m${i}`)),
    ];

    const read = await site.send([...frames, Buffer.from([52, 50, 0, 255])]);

    expect(read.pop()).toBe('binary 4');
    expect(read.length).toBe(frames.length);
    // One by one, so that no difference of megabytes is printed.
    expect(frames.flatMap((frame, i) => (read[i] === frame ? [] : [`${i}: ${frame.slice(0, 200)}`]))).toEqual([]);
    await expectHarmless(site);
    await expectCleans(site);
  },
);

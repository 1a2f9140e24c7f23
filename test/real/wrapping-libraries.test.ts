/**
 * Error reporters, tracing agents, mocks and polyfills from npm beside us, in the three orders in
 * which a page can have them: each carrier arrives as sent, is cleaned, and aborts as natively.
 */
import type { Page } from 'puppeteer-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Driver } from '../../src/tools/browsers/driver.ts';
import { BROWSERS } from '../support/browsers.ts';
import {
  EVERY_CARRIER_CLEAN,
  useEveryCarrier,
  valuesOf,
} from '../support/compliance/every-carrier.ts';
import type { Kit } from '../support/compliance/kit.ts';
import { runProbe, stageIn, untilAtWork } from '../support/compliance/observe.ts';
import type { ComplianceServer } from '../support/compliance/server.ts';
import { LIBRARIES, libraryScript } from '../support/compliance/wrapping-libraries.ts';
import { switchOn } from '../support/switch-on.ts';

/**
 * When the library runs; `open`: before us, in a page that is open when its site is switched on.
 */
const ORDERS = ['before', 'after', 'open'] as const;

const scripts = new Map<string, string>();

beforeAll(async () => {
  for (const name of LIBRARIES) scripts.set(name, await libraryScript(name));
}, 300_000);

/**
 * A reply that is aborted after its first frame, a beacon, and what axios makes of a reply and a
 * request.
 */
async function abortAndSend({
  id,
  url,
  stream,
  table,
  ask,
}: Kit): Promise<Record<string, unknown>> {
  const content = 'One.\n`⏰ run`\n\n\nTwo.';
  const messages = [
    { role: 'assistant', content },
    { role: 'user', content: 'go on' },
  ];
  const body = JSON.stringify({ model: 'm', messages });
  const headers = { 'content-type': 'application/json' };
  interface Axios {
    post(
      path: string,
      data: string,
      options: object,
    ): Promise<{ data: { body: string; method: string; headers: Record<string, string> } }>;
  }
  const { axios } = window as unknown as { axios?: Axios };
  const overAxios = async (adapter: string): Promise<string> => {
    if (!axios) return '';
    const { data } = await axios.post(url('/echo'), body, { adapter, headers });
    return data.body;
  };
  return table({
    'fetch, arrives': async () => {
      const options = { method: 'PUT', headers: { ...headers, 'x-test': 'kept' }, body };
      const echo = (await (await fetch(url('/echo'), options)).json()) as {
        method: string;
        headers: Record<string, string>;
      };
      return [echo.method, echo.headers['content-type'], echo.headers['x-test']];
    },
    'axios over XMLHttpRequest': () => overAxios('xhr'),
    'axios over fetch': () => overAxios('fetch'),
    'a beacon': async () => {
      const own = { id: `${id}-beacon` };
      const sent = navigator.sendBeacon(url('/echo', own), body);
      const [arrived]: readonly { body: string }[] = await ask('/arrivals', { count: 1, ...own });
      return [sent, arrived?.body];
    },
    'fetch, aborted': async () => {
      const abort = new AbortController();
      const response = await fetch(stream(1, 'hold'), { signal: abort.signal });
      const reader = response.body!.getReader();
      const first = (await reader.read()).done;
      abort.abort();
      const end = await reader.read().then(
        () => 'read on',
        (error: unknown) => (error as Error).name,
      );
      return [first, end];
    },
    // By itself, so that what is late says which of the two it is.
    'fetch, closed': async () => {
      const { closed }: { closed: boolean } = await ask('/closed');
      return closed;
    },
  });
}

const CLEANED = JSON.stringify({
  model: 'm',
  messages: [
    { role: 'assistant', content: 'One.\n\nTwo.' },
    { role: 'user', content: 'go on' },
  ],
});

let opened = 0;

/** The page with the library in it, before or after us. */
async function openWith(
  driver: Driver,
  { hooked }: ComplianceServer,
  name: string,
  order: (typeof ORDERS)[number],
): Promise<Page> {
  const page = await driver.newPage();
  onTestFinished(() => page.close());
  const script = `(() => {
    window.faults = [];
    addEventListener('error', ({ message }) => window.faults.push(message));
    addEventListener('unhandledrejection', ({ reason }) => window.faults.push(String(reason)));
    ${scripts.get(name)}
  })()`;
  if (order === 'before')
    await page.evaluateOnNewDocument(`if (location.protocol !== 'about:') ${script}`);
  // A name of its own, in each try: whatever was switched on before, this site is off.
  const { port } = new URL(hooked);
  const open = `http://${name.replaceAll(/\W/g, '-').toLowerCase()}-${++opened}.localhost:${port}`;
  await page.goto(order === 'open' ? open : hooked);
  if (order === 'open') {
    await page.evaluate(script);
    await switchOn(driver, page);
  }
  await untilAtWork(page);
  if (order === 'after') await page.evaluate(script);
  return page;
}

const CASES = BROWSERS.flatMap((kind) =>
  LIBRARIES.flatMap((name) => ORDERS.map((order) => ({ kind, name, order }))),
);

test.each(CASES)(
  'in $kind every carrier is cleaned, sent and aborted with $name ($order)',
  async ({ kind, name, order }) => {
    const { driver, server } = await stageIn(kind);
    const page = await openWith(driver, server, name, order);

    const carriers = valuesOf(await runProbe(page, useEveryCarrier, server));
    const more = valuesOf(await runProbe(page, abortAndSend, server));

    expect(carriers).toEqual(EVERY_CARRIER_CLEAN);
    expect(more).toEqual({
      'fetch, arrives': ['PUT', 'application/json', 'kept'],
      'axios over XMLHttpRequest': name === 'axios' ? CLEANED : '',
      'axios over fetch': name === 'axios' ? CLEANED : '',
      'a beacon': [true, CLEANED],
      'fetch, aborted': [false, 'AbortError'],
      'fetch, closed': true,
    });
    expect(await page.evaluate('window.faults')).toEqual([]);
  },
);

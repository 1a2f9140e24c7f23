/**
 * Every script of `test/compliance/wrappers.test.ts` around `fetch`, without a browser: with us
 * above it and below it.
 */
import '../browser-shape.ts';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { overlayFetch } from '../../../src/hook/transports/fetch.ts';
import { overlayResponse } from '../../../src/hook/transports/response.ts';
import type { Traffic } from '../../../src/hook/transports/traffic.ts';
import { WRAPPERS } from '../../support/compliance/wrappers.ts';
import { listen } from '../../support/listen.ts';
import { fakeTraffic } from '../fake-traffic.ts';

type View = Pick<typeof globalThis, 'fetch' | 'Request'>;

const NONE = new Uint8Array(0);

/** Turns "dirty" into "clean", in what is sent and in what is answered. */
const TRAFFIC: Traffic = fakeTraffic({
  cleanRequest: (body) => ({
    body: body.replaceAll('dirty', 'clean'),
    asksReply: true,
    message: null,
  }),
  openBody: () => ({
    push: (chunk) => [
      new TextEncoder().encode(new TextDecoder().decode(chunk).replaceAll('dirty', 'clean')),
    ],
    end: () => NONE,
    idle: () => NONE,
    waits: () => false,
    stopped() {},
  }),
});

let address: string;
let close: () => void;

beforeAll(async () => {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method, headers } = request;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        method,
        key: headers.authorization,
        type: headers['content-type'],
        sent: Buffer.concat(parts).toString(),
        reply: 'dirty',
      }),
    );
  });
  const listening = await listen(server);
  address = `http://127.0.0.1:${listening.port}/chat`;
  close = listening.close;
});

afterAll(() => close());

/** @returns what arrives, by the way in which the page asks and reads */
async function use({ fetch, Request }: View): Promise<Record<string, unknown>> {
  const body = '{"said":"dirty"}';
  const headers = { 'content-type': 'application/json', authorization: 'Bearer k' };
  const init = { method: 'POST', headers, body };
  const { signal } = new AbortController();
  const calls: Readonly<Record<string, () => Parameters<typeof fetch>>> = {
    'a string': () => [address, init],
    'a URL': () => [new URL(address), init],
    'a Request': () => [new Request(address, init)],
    Headers: () => [address, { ...init, headers: new Headers(headers) }],
    pairs: () => [address, { ...init, headers: Object.entries(headers) }],
    bytes: () => [address, { ...init, body: new TextEncoder().encode(body) }],
    'a signal': () => [address, { ...init, signal }],
    frozen: () => [address, Object.freeze({ ...init })],
  };
  const seen: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(calls)) {
    const response = await fetch(...call());
    const clone = response.clone();
    const text = await response.text();
    seen[name] = { text, clone: (await clone.json()) as unknown, url: response.url };
  }
  const controller = new AbortController();
  const aborted = fetch(address, { ...init, signal: controller.signal });
  controller.abort();
  seen.aborted = await aborted.catch((error: unknown) => error === controller.signal.reason);
  expect(init).toEqual(expect.objectContaining({ method: 'POST', body }));
  return seen;
}

function wrap(view: View, script: string): void {
  // The very text that the browsers run.
  // oxlint-disable-next-line no-new-func
  new Function('window', script)(view);
}

/** Plain objects alone are changed, and what a Proxy answers cannot be read. */
const PASSING: Readonly<Record<string, string>> = {
  'options that inherit': 'after',
  'options of a class': 'after',
  'responses behind a Proxy': 'before',
};

const OF_FETCH = WRAPPERS.filter(({ concerned }) => concerned === 'fetch');
const CASES = OF_FETCH.flatMap(({ name, script }) =>
  (['before', 'after'] as const).map((order) => [name, order, script] as const),
);

test.each(CASES)('%s, %s us', async (name, order, script) => {
  const bare = (): View => ({ fetch: globalThis.fetch.bind(globalThis), Request });
  const plain = bare();
  wrap(plain, script);
  const wanted = JSON.stringify(await use(plain));

  const view = bare();
  if (order === 'before') wrap(view, script);
  const restores = [overlayFetch(view, TRAFFIC), ...overlayResponse()];
  onTestFinished(() => restores.forEach((restore) => restore?.()));
  if (order === 'after') wrap(view, script);
  const seen = await use(view);

  expect(wanted).toContain('dirty');
  if (PASSING[name] === order) return;
  expect(seen).toEqual(JSON.parse(wanted.replaceAll('dirty', 'clean')));
});

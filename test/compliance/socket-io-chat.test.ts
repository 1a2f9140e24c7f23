import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOpenWebuiClient } from '../normalizer/open-webui/client.ts';
import { BROWSERS } from '../support/browsers.ts';
import { lookAtBoth } from '../support/compliance/observe.ts';
import {
  serveSocketIo,
  type SentEvent,
  type SocketIoServer,
} from '../support/compliance/socket-io-server.ts';

const TRANSPORTS = [['websocket'], ['polling'], ['polling', 'websocket']] as const;
/** Events and deltas (0.12), snapshots (0.6). */
const RECORDINGS = ['0.12.4-markers.jsonl', '0.6.43-markers.jsonl'];
const CASES = BROWSERS.flatMap((kind) =>
  TRANSPORTS.flatMap((transports) =>
    RECORDINGS.map((recording) => ({ kind, transports, recording, way: transports.join(' and ') })),
  ),
);
const EXPECTED = 'Let me check. \n\nAll done: `code` stays.';

let server: SocketIoServer;

beforeAll(async () => {
  server = await serveSocketIo('halfway');
});
afterAll(() => server.close());

/**
 * The events of a recording; every fifth needs an ack, like those that ask the page for something.
 */
function eventsOf(recording: string): SentEvent[] {
  const lines = readFileSync(
    new URL(`../recordings/open-webui/${recording}`, import.meta.url),
    'utf8',
  )
    .trim()
    .split('\n');
  return lines.flatMap((line, i): SentEvent[] => {
    const { kind, data } = JSON.parse(line) as { kind: string; data: string };
    if (kind !== 'ws-in' || !data.startsWith('42[')) return [];
    const [name, value] = JSON.parse(data.slice(2)) as [string, unknown];
    return [{ name, value, ack: i % 5 === 0 }];
  });
}

interface Client {
  readonly io: { readonly engine: { readonly transport: { readonly name: string } } };
  onAny(work: (name: string, value: unknown, ack?: (answer: string) => void) => void): void;
  once(name: string, work: () => void): void;
  emitWithAck(name: string, upgrades: boolean): Promise<unknown>;
  close(): void;
}

interface Received {
  /** Name and value of each event. */
  readonly events: readonly (readonly [string, unknown])[];
  /** The transports that delivered them, in order. */
  readonly over: readonly string[];
  /** The server's final result. */
  readonly end: string;
}

/** Including the acks that the server received. */
type Spoken = Received & { readonly acks: readonly unknown[] };

/** Runs in the page: reads the events as Open WebUI's page does. @returns a `Received` as JSON */
async function readEvents(
  origin: string,
  path: string,
  transports: readonly string[],
): Promise<string> {
  const { io } = window as unknown as { io(url: string, options: object): Client };
  const socket = io(origin, { path, transports });
  const events: [string, unknown][] = [];
  const over = new Set<string>();
  socket.onAny((name, value, ack) => {
    events.push([name, value]);
    over.add(socket.io.engine.transport.name);
    ack?.(`heard ${events.length}`);
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const end = await socket.emitWithAck('reply', transports.length > 1);
  socket.close();
  return JSON.stringify({ events, over: [...over], end });
}

async function speakTo(page: Page, transports: readonly string[]): Promise<Spoken> {
  await page.addScriptTag({ url: server.script });
  const received = JSON.parse(
    await page.evaluate(readEvents, server.origin, server.path, transports),
  ) as Received;
  return { ...received, acks: [...server.acks] };
}

/** The final texts of the replies in the page. */
function textsOf(received: readonly unknown[]): string[] {
  const client = createOpenWebuiClient();
  for (const event of received) client.receive(`42${JSON.stringify(event)}`);
  return [...client.messages().values()]
    .filter(({ role }) => role !== 'user')
    .map(({ content }) => content);
}

/** Events without any texts but ids, names and types. */
function skeleton(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => skeleton(one, key));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).map(([name, one]) => [name, skeleton(one, name)]);
  return ['text', 'content', 'delta', 'title', 'data'].includes(key) ? typeof value : value;
}

test.each(CASES)(
  'in $kind over $way the chat of $recording is cleaned, event by event, and every ack returns',
  async ({ kind, transports, recording }) => {
    server.events = eventsOf(recording);
    const sent = server.events.map(({ name, value }) => [name, value]);
    const acks = server.events.flatMap(({ ack }, i) => (ack ? [`heard ${i + 1}`] : []));

    const { hooked: clean, plain: raw } = await lookAtBoth(kind, (page) =>
      speakTo(page, transports),
    );

    expect([clean.acks, raw.acks]).toEqual([acks, acks]);
    expect([clean.end, raw.end]).toEqual(['over', 'over']);
    expect([clean.over, raw.over]).toEqual([transports, transports]);
    expect(raw.events).toEqual(sent);
    expect(JSON.stringify(raw.events)).toMatch(/⏰[^]*💻/);
    expect(skeleton(clean.events)).toEqual(skeleton(sent));
    expect(JSON.stringify(clean.events)).not.toMatch(/⏰|💻/);
    expect(textsOf(clean.events)).toEqual([EXPECTED, EXPECTED]);
  },
);

import { beforeEach, expect, test, vi } from 'vitest';
import { news } from './streams.ts';

type Listener = (port: FakePort) => void;

class FakePort {
  readonly sent: unknown[] = [];
  #gone = () => {};
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  readonly onDisconnect = { addListener: (listener: () => void) => void (this.#gone = listener) };
  postMessage(message: unknown): void {
    this.sent.push(message);
  }
  leave(): void {
    this.#gone();
  }
}

const listeners: Listener[] = [];
vi.mock('wxt/browser', () => ({
  browser: {
    runtime: { onConnect: { addListener: (listener: Listener) => void listeners.push(listener) } },
  },
}));
const { createRelay, INSPECT_PORT } = await import('../../src/inspector/relay.ts');

let changes: boolean[] = [];
let life: AbortController;
let relay: ReturnType<typeof createRelay>;

beforeEach(() => {
  vi.useFakeTimers();
  listeners.length = 0;
  changes = [];
  life = new AbortController();
  relay = createRelay(() => void changes.push(relay.isOpen()), life.signal);
});

function connect(name = INSPECT_PORT): FakePort {
  const port = new FakePort(name);
  for (const listener of listeners) listener(port);
  return port;
}

test('without an inspector nothing is passed on', () => {
  relay.pass([news()]);

  expect(relay.isOpen()).toBe(false);
  expect(changes).toEqual([]);
});

test('an inspector is told of the page once its hook knows, then of news; the page of each that comes and of the last', () => {
  const first = connect();
  expect(first.sent).toEqual([]);
  relay.confirm();
  const second = connect();
  relay.confirm();
  relay.confirm();
  relay.pass([news()]);
  first.leave();
  relay.pass([news({ stream: 2 })]);
  second.leave();
  relay.pass([news({ stream: 3 })]);

  expect(first.sent).toEqual([[], [news()]]);
  expect(second.sent).toEqual([[], [news()], [news({ stream: 2 })]]);
  expect(changes).toEqual([true, true, false]);
});

test('a port for anything else is left alone', () => {
  expect(connect('other').sent).toEqual([]);
  expect(relay.isOpen()).toBe(false);
});

test('a flood is cut off', () => {
  const port = connect();
  for (let i = 0; i < 1000; i++) relay.pass([news()]);

  expect(port.sent.length).toBeLessThanOrEqual(20);
});

test('after its end nobody can connect, and nothing is passed on', () => {
  const port = connect();
  relay.confirm();
  life.abort();
  relay.pass([news()]);

  expect(port.sent).toEqual([[]]);
  expect(connect().sent).toEqual([]);
  expect(relay.isOpen()).toBe(false);
});

import { FakeXhr } from './fake-xhr.ts';

/**
 * Imported before anything in src/hook, which captures natives where browsers have them: in Node
 * the ports of a channel are properties of each instance and not an EventTarget, and there is no
 * XMLHttpRequest.
 */
class FakePort extends EventTarget {
  other: FakePort | null = null;

  start(): void {}

  close(): void {
    this.other = null;
  }

  /** Dispatched in a separate task. */
  postMessage(data: unknown): void {
    const { other } = this;
    setImmediate(() => other?.other && other.dispatchEvent(new MessageEvent('message', { data })));
  }
}

class FakeChannel {
  readonly #ports: readonly [FakePort, FakePort];

  constructor() {
    const ports = [new FakePort(), new FakePort()] as const;
    [ports[0].other, ports[1].other] = [ports[1], ports[0]];
    this.#ports = ports;
  }

  get port1(): FakePort {
    return this.#ports[0];
  }

  get port2(): FakePort {
    return this.#ports[1];
  }
}

Object.assign(globalThis, {
  MessageChannel: FakeChannel,
  MessagePort: FakePort,
  XMLHttpRequest: FakeXhr,
});

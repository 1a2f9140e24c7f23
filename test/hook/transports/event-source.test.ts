import '../browser-shape.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Traffic } from '../../../src/hook/transports/traffic.ts';
import { fakeTraffic } from '../fake-traffic.ts';

// Before the hook is imported: Node has no EventSource.
const { FakeSource } = vi.hoisted(() => {
  class FakeSource extends EventTarget {
    open = true;
    url = 'http://host/events';
    get [Symbol.toStringTag](): string {
      return 'EventSource';
    }
    close(): void {
      if (!Object.hasOwn(this, 'open')) throw new TypeError('Illegal invocation');
      this.open = false;
    }
  }
  Object.assign(globalThis, { EventSource: FakeSource });
  return { FakeSource };
});
const { overlayClose, createEventSourceReader } =
  await import('../../../src/hook/transports/event-source.ts');

let on = true;
let log: string[] = [];

beforeEach(() => {
  on = true;
  log = [];
});

/**
 * Transforms are numbered in the order of their creation; they record their calls and mark their
 * output.
 */
function createTraffic(): Traffic {
  let opened = 0;
  return fakeTraffic({
    off: () => !on,
    on: () => on,
    openEvents(url) {
      expect(url).toBe('http://host/events');
      const number = (opened += 1);
      return {
        receive(event, data) {
          log.push(`${number} ${event} ${data}`);
          if (data === 'poison') throw new Error('broken');
          return `clean ${data}`;
        },
        end: () => void log.push(`${number} end`),
        stopped() {},
      };
    },
  });
}

/**
 * A page's source, and a function that sends it events. `shown` is what the page read of those with
 * names in `read`.
 */
function stage(read: readonly string[] = ['message']) {
  const source = new FakeSource() as unknown as EventSource;
  const reader = createEventSourceReader(source, createTraffic());
  const shown: string[] = [];
  for (const name of read) {
    source.addEventListener(name, (event) => {
      if (event instanceof MessageEvent) shown.push(reader(event.data as string, event));
    });
  }
  return {
    source,
    shown,
    reader,
    send: (name: string, data: unknown, lastEventId = '') =>
      source.dispatchEvent(new MessageEvent(name, { data, lastEventId })),
    lose: () => source.dispatchEvent(new Event('error')),
  };
}

const TOOL = 'hermes.tool.progress';

test('everything the page reads passes one transform, under the name of its event', () => {
  const { send, shown } = stage(['message', 'assistant.delta']);

  send('message', 'a');
  send('assistant.delta', 'b');
  send('unheard', 'c');

  expect(shown).toEqual(['clean a', 'clean b']);
  expect(log).toEqual(['1 null a', '1 assistant.delta b']);
});

test('each source has its own transform', () => {
  const traffic = createTraffic();
  const open = () => createEventSourceReader(new FakeSource() as unknown as EventSource, traffic);
  const [one, other] = [open(), open()];
  for (const reader of [one, other, one]) reader('x', new MessageEvent('message'));

  expect(log).toEqual(['1 null x', '2 null x', '1 null x']);
});

test('tool events are noticed from the first event the page reads, even if the page does not listen to them', () => {
  const { send, shown } = stage();

  send(TOOL, 'early');
  send('message', 'a');
  send(TOOL, 'tool');

  expect(shown).toEqual(['clean a']);
  expect(log).toEqual(['1 null a', `1 ${TOOL} tool`]);
});

test('a page that listens to tool events gets them unchanged, and each is noticed once', () => {
  const { send, shown } = stage(['message', TOOL, TOOL]);

  send('message', 'a');
  send(TOOL, 'tool');

  expect(shown).toEqual(['clean a', 'tool', 'tool']);
  expect(log).toEqual(['1 null a', `1 ${TOOL} tool`]);
});

test('tool events are ignored while the site is off', () => {
  const { send } = stage();
  send('message', 'a');
  on = false;

  send(TOOL, 'tool');

  expect(log).toEqual(['1 null a']);
});

test('a lost connection ends the reply; without event ids the next one starts over, with them it continues', () => {
  const { send, lose } = stage();

  send('message', 'a');
  lose();
  send('message', 'b', '7');
  lose();
  lose();
  send('message', 'c', '8');

  expect(log).toEqual(['1 null a', '1 end', '2 null b', '2 end', '2 end', '2 null c']);
});

test(`a server's own event named "error" ends nothing`, () => {
  const { send, shown } = stage(['message', 'error']);

  send('message', 'a');
  send('error', 'b');

  expect(shown).toEqual(['clean a', 'clean b']);
  expect(log).toEqual(['1 null a', '1 error b']);
});

test('fake events, and failures of ours, reach no error handler', () => {
  const { source, send } = stage();
  send('message', 'a');
  const errors: unknown[] = [];
  process.on('uncaughtException', (error) => errors.push(error));

  source.dispatchEvent(new Event(TOOL));
  send(TOOL, { not: 'text' });
  send(TOOL, 'poison');

  // Node reports what a listener throws in a later task.
  return new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
    process.removeAllListeners('uncaughtException');
    expect(errors).toEqual([]);
    expect(log).toEqual(['1 null a', `1 ${TOOL} poison`]);
  });
});

test('close ends the reply, even for an event that the page reads only afterwards', () => {
  const { source, send, reader } = stage();
  const restore = overlayClose(FakeSource.prototype);
  send('message', 'a');

  source.close();
  reader('b', new MessageEvent('message'));

  expect(log).toEqual(['1 null a', '1 end', '1 null b', '1 end']);
  expect((source as unknown as { open: boolean }).open).toBe(false);
  restore?.();
});

test('close of a source that was never read, or of something else, is native', () => {
  const restore = overlayClose(FakeSource.prototype);
  const { source, reader } = stage();

  source.close();
  expect(log).toEqual([]);
  reader('late', new MessageEvent('message'));
  expect(log).toEqual(['1 null late', '1 end']);

  expect(() => Reflect.apply(FakeSource.prototype.close, {}, [])).toThrow('Illegal invocation');
  expect(() => Reflect.apply(FakeSource.prototype.close, undefined, [])).toThrow(TypeError);
  restore?.();
});

test('when the site goes off, the next event releases held text; later ones pass until it is on again', () => {
  const { send, shown } = stage();
  send('message', 'a');
  on = false;
  for (const data of ['b', 'c']) send('message', data);
  on = true;
  send('message', 'd');

  expect(shown).toEqual(['clean a', 'clean b', 'c', 'clean d']);
  expect(log).toEqual(['1 null a', '1 null b', '1 end', '1 null d']);
});

test('events pass unread while the site is off from the start', () => {
  on = false;
  const { send, shown } = stage();
  send('message', 'a');

  expect([shown, log]).toEqual([['a'], []]);
});

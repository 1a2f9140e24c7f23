import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s an EventSource looks and fails like a native one, before and after an event',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, descriptor, outcome }) => {
      class Own extends EventSource {
        override close(): void {
          super.close();
        }
      }
      const source = new Own(stream(1, 'hold'));
      const look = (): unknown => ({
        keys: [Reflect.ownKeys(source), Reflect.ownKeys(EventSource), Reflect.ownKeys(EventSource.prototype)].map(
          (keys) => keys.map(String).toSorted(),
        ),
        text: [
          String(source),
          source.constructor === Own,
          source instanceof EventSource,
          EventSource.prototype.constructor === EventSource,
        ],
        state: [source.url, source.withCredentials, source.onopen, source.onmessage, source.onerror],
        constructor: Function.prototype.toString.call(EventSource).replace(/\s+/g, ' '),
        descriptors: Reflect.ownKeys(EventSource.prototype).map((key) => [
          String(key),
          descriptor(EventSource.prototype, key),
        ]),
        global: descriptor(window, 'EventSource'),
        data: descriptor(MessageEvent.prototype, 'data'),
      });
      const before = look();
      await new Promise((resolve) => source.addEventListener('message', (event) => resolve(event.data)));
      const after = look();
      const { close } = EventSource.prototype;
      const failures: unknown[] = [];
      for (const self of [{}, null, undefined, EventSource.prototype, new WebSocket('ws://127.0.0.1:1/')]) {
        failures.push(await outcome(() => Reflect.apply(close, self, [])));
      }
      failures.push(
        await outcome(() => Reflect.construct(close, [])),
        await outcome(() => (EventSource as unknown as () => unknown)()),
      );
      failures.push(await outcome(() => new EventSource('http://[')));
      source.close();
      return { before, after, failures };
    });

    expect(seen.after).toEqual(seen.before);
    for (const failure of seen.failures) expect(failure).toHaveProperty('error');
  },
);

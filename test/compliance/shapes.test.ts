import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s classes and their members have the native shape, flag by flag',
  async (kind) => {
    const seen = await observe(kind, ({ descriptor }) => {
      const shapes: Record<string, unknown> = { fetch: descriptor(window, 'fetch') };
      for (const [name, owner] of Object.entries({
        Response,
        Request,
        ReadableStream,
        MessageEvent,
        WebSocket,
        EventSource,
        XMLHttpRequest,
        XMLHttpRequestUpload,
        XMLHttpRequestEventTarget,
        ProgressEvent,
        Navigator,
      })) {
        shapes[name] = [descriptor(window, name), owner.prototype.constructor === owner];
        for (const key of Reflect.ownKeys(owner))
          shapes[`${name}.${String(key)}`] = descriptor(owner, key);
        for (const key of Reflect.ownKeys(owner.prototype))
          shapes[`${name}#${String(key)}`] = descriptor(owner.prototype, key);
      }
      const orders = [Response, XMLHttpRequest].map(({ prototype }) =>
        Reflect.ownKeys(prototype).map(String),
      );
      return { shapes, orders };
    });

    expect(seen.shapes).toMatchObject({
      fetch: {
        writable: true,
        enumerable: true,
        configurable: true,
        value: { name: 'fetch', length: 1, prototype: false },
      },
      'Response#url': {
        enumerable: true,
        configurable: true,
        get: { name: 'get url', length: 0 },
        set: 'undefined',
      },
      'Response#text': {
        writable: true,
        enumerable: true,
        value: { name: 'text', length: 0, prototype: false },
      },
      'XMLHttpRequest#open': {
        writable: true,
        enumerable: true,
        value: { name: 'open', length: 2 },
      },
      'XMLHttpRequest#responseText': {
        enumerable: true,
        get: { name: 'get responseText', length: 0 },
        set: 'undefined',
      },
    });
    expect(Object.keys(seen.shapes).length).toBeGreaterThan(150);
  },
);

test.each(BROWSERS)(
  'in %s instances look native, before and after an event, and methods construct nothing',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, outcome }) => {
      const look = (one: object): unknown => {
        const names: string[] = [];
        for (const key in one) names.push(key);
        return [String(one), Reflect.ownKeys(one).map(String), names, one.constructor.name];
      };
      class Own extends EventSource {}
      const source = new Own(stream(1, 'hold'));
      const before = [look(source), source.url, source.readyState > 1, source.onmessage];
      await new Promise((resolve) =>
        source.addEventListener('message', (event) => resolve(event.data)),
      );
      const after = [look(source), source.url, source.readyState > 1, source.onmessage];
      source.close();
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
      socket.close();
      const xhr = new XMLHttpRequest();
      xhr.open('POST', stream(1));
      xhr.setRequestHeader('x-a', '1');
      xhr.send('{"messages":[]}');
      const others = [look(socket), look(xhr), look(fetch)];
      xhr.abort();
      const natives = [
        fetch,
        EventSource.prototype.close,
        WebSocket.prototype.send,
        XMLHttpRequest.prototype.open,
        Response.prototype.text,
      ];
      const built = await Promise.all(
        natives.map((native) => outcome(() => Reflect.construct(native, ['/echo']))),
      );
      return {
        before,
        after,
        others,
        built: [
          ...built,
          await outcome(() => class extends (fetch as unknown as ObjectConstructor) {}),
        ],
      };
    });

    expect(seen.after).toEqual(seen.before);
    for (const one of seen.built) expect(one).toMatchObject({ error: { name: 'TypeError' } });
  },
);

test.each(BROWSERS)(
  'in %s members of sources and events fail natively on something else',
  async (kind) => {
    const seen = await observe(kind, async ({ outcome }) => {
      const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')!;
      const { close } = EventSource.prototype;
      const strangers = [
        undefined,
        null,
        {},
        new Event('x'),
        MessageEvent.prototype,
        EventSource.prototype,
      ];
      return Promise.all(
        strangers.flatMap((self) =>
          [get!, close].map((member) =>
            outcome(() => Reflect.apply(member as () => unknown, self, [])),
          ),
        ),
      );
    });

    for (const failure of seen) expect(failure).toMatchObject({ error: { class: 'TypeError' } });
  },
);

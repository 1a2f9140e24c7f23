import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s WebSocket and MessageEvent look native', async (kind) => {
  const seen = await observe(kind, ({ descriptor, describe }) => {
    const shapes: Record<string, unknown> = {};
    for (const [name, owner] of Object.entries({ WebSocket, MessageEvent, EventSource })) {
      for (const key of Reflect.ownKeys(owner.prototype))
        shapes[`${name} ${String(key)}`] = descriptor(owner.prototype, key);
      shapes[name] = [
        descriptor(window, name),
        owner.prototype.constructor === owner,
        Reflect.ownKeys(owner).map(String).toSorted(),
      ];
    }
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
    shapes.own = [
      Reflect.ownKeys(socket).map(String),
      Object.keys(socket),
      socket.constructor === WebSocket,
      WebSocket.OPEN,
      socket.OPEN,
    ];
    socket.close();

    const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data') ?? {};
    for (const self of [undefined, {}, new Event('x'), MessageEvent.prototype]) {
      try {
        shapes[`data of ${String(self)}`] = [Reflect.apply(get as () => unknown, self, [])];
      } catch (error) {
        shapes[`data of ${String(self)}`] = describe(error);
      }
    }
    return shapes;
  });

  expect(seen.own).toEqual([expect.any(Array), expect.any(Array), true, 1, 1]);
});

test.each(BROWSERS)('in %s the data of events that no socket received is the original value', async (kind) => {
  const seen = await observe(kind, async () => {
    const value = { a: 1 };
    const made = new MessageEvent('message', { data: value });
    const text = new MessageEvent('message', { data: '42["events",{"message_id":1}]', lastEventId: '7' });
    const posted = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
    postMessage('42["events",{"message_id":"`⏰ list`"}]', '*');
    const { port1, port2 } = new MessageChannel();
    const ported = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    port2.postMessage('text');
    return [made.data === value, text.data, text.lastEventId, await posted, await ported, new MessageEvent('x').data];
  });

  expect(seen).toEqual([
    true,
    '42["events",{"message_id":1}]',
    '7',
    '42["events",{"message_id":"`⏰ list`"}]',
    'text',
    null,
  ]);
});

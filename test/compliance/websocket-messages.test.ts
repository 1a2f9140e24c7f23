import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s frames arrive as sent, text and binary, however the page listens', async (kind) => {
  const seen = await observe(kind, async () => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws?EIO=4&transport=websocket`, [
      'first',
      'second',
    ]);
    await new Promise((resolve) => (socket.onopen = resolve));
    const order: string[] = [];
    socket.addEventListener('message', () => order.push('listener'), { capture: true });
    socket.addEventListener('message', { handleEvent: () => order.push('object') });
    const frames = ['', '2', '42["a",{"message_id":"x","b":1}]', '\u0000 é 😀 \ud800', 'x'.repeat(300_000)];
    const seen: unknown[] = [socket.protocol, socket.extensions === '', socket.readyState];
    for (const frame of frames) {
      const arrived = new Promise<MessageEvent>((resolve) => (socket.onmessage = resolve));
      socket.send(frame);
      const event = await arrived;
      const { data, isTrusted, origin, lastEventId, source, ports } = event;
      seen.push(
        typeof data,
        data.length > 100 ? data.length : data,
        data === event.data,
        isTrusted,
        origin,
        lastEventId,
        source,
        ports.length,
        Object.keys(event),
        event.target === socket,
      );
    }
    for (const binaryType of ['blob', 'arraybuffer'] as const) {
      socket.binaryType = binaryType;
      const arrived = new Promise<MessageEvent>((resolve) => (socket.onmessage = resolve));
      socket.send(new Uint8Array([1, 2, 255]));
      const event = await arrived;
      seen.push(Object.prototype.toString.call(event.data), event.data === event.data, [
        ...new Uint8Array(await new Response(event.data).arrayBuffer()),
      ]);
    }
    const closed = new Promise<CloseEvent>((resolve) => (socket.onclose = resolve));
    socket.send('close');
    const { code, reason, wasClean } = await closed;
    return [seen, order.length, order.slice(0, 2), code, reason, wasClean];
  });

  expect(seen.slice(-3)).toEqual([4001, 'as asked', true]);
});

test.each(BROWSERS)('in %s many frames at once arrive in order relative to other queued work', async (kind) => {
  const seen = await observe(kind, async () => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws?EIO=4&transport=websocket`);
    await new Promise((resolve) => (socket.onopen = resolve));
    const log: string[] = [];
    await new Promise<void>((resolve) => {
      socket.onmessage = ({ data }) => {
        log.push(data);
        queueMicrotask(() => log.push(`micro ${data}`));
        if (data === '42["e",199]') setTimeout(resolve);
      };
      for (let i = 0; i < 200; i++) socket.send(`42["e",${i}]`);
    });
    socket.close();
    return log;
  });

  expect(seen.slice(0, 4)).toEqual(['42["e",0]', 'micro 42["e",0]', '42["e",1]', 'micro 42["e",1]']);
  expect(seen).toHaveLength(400);
});

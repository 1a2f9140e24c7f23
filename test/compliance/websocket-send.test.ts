import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe, observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s send accepts, returns and throws as natively', async (kind) => {
  await observe(kind, async ({ outcome }) => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
    const early = await outcome(() => socket.send('too early'));
    if (socket.readyState === 0) await new Promise((resolve) => (socket.onopen = resolve));
    const echoed: unknown[] = [];
    socket.onmessage = ({ data }) => echoed.push(typeof data === 'string' ? data : 'binary');
    const odd = { toString: () => 'from an object' };
    const calls = [
      await outcome(() => socket.send('text')),
      await outcome(() => socket.send(odd as never)),
      await outcome(() => socket.send(7 as never)),
      await outcome(() => socket.send(null as never)),
      await outcome(() => (socket.send as (...args: unknown[]) => void)('more', 'arguments')),
      await outcome(() => socket.send(new Blob(['x']))),
      await outcome(() => (socket.send as () => void)()),
      await outcome(() => socket.send(Symbol('x') as never)),
      await outcome(() => Reflect.apply(WebSocket.prototype.send, {}, ['x'])),
      await outcome(() => Reflect.apply(WebSocket.prototype.send, undefined, ['x'])),
    ];
    const before = socket.bufferedAmount;
    socket.send('é'.repeat(1000));
    const buffered = socket.bufferedAmount - before;
    while (echoed.length < 7) await new Promise((resolve) => setTimeout(resolve, 5));
    socket.close();
    return [
      early,
      calls,
      buffered,
      echoed.map((one) => String(one).slice(0, 20)),
      await outcome(() => socket.send('too late')),
    ];
  });
});

test.each(BROWSERS)(
  'in %s history is cleaned when sent over a socket, and everything else is unchanged',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async () => {
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
      await new Promise((resolve) => (socket.onopen = resolve));
      const messages = [
        { role: 'user', content: '`⏰ list`\n\nmine' },
        { role: 'assistant', content: 'a\n\n`⏰ list`\n\nb' },
      ];
      const frames = [
        JSON.stringify({ messages }),
        `423["chat",${JSON.stringify({ messages })}]`,
        JSON.stringify({ text: 'a\n\n`⏰ list`\n\nb' }),
        '3probe',
      ];
      const echoed: string[] = [];
      await new Promise<void>((resolve) => {
        socket.onmessage = ({ data }) => {
          if (echoed.push(data) === frames.length) resolve();
        };
        for (const frame of frames) socket.send(frame);
      });
      socket.close();
      return echoed;
    });

    const cleaned = plain.map((frame, i) => (i < 2 ? frame.replace('a\\n\\n`⏰ list`\\n\\nb', 'a\\n\\nb') : frame));
    expect(hooked).toEqual(cleaned);
    expect(hooked[0]).not.toBe(plain[0]);
  },
);

/**
 * WebSockets row by row, replies in fragments cut at random: a program sees the same with the hook.
 * How one opens, and what it knows of itself, is the browser's alone.
 */
import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s a WebSocket sends, receives, refuses and closes as natively',
  async (kind) => {
    const seen = await observe(kind, ({ table, outcome, describe }) => {
      // As of a chat's socket, which the hook reads.
      const address = `ws://${location.host}/socket?EIO=4&transport=websocket`;
      const opened = async (): Promise<WebSocket> => {
        const socket = new WebSocket(address);
        await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
        return socket;
      };
      const next = (socket: WebSocket): Promise<MessageEvent> =>
        new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
      const ended = (socket: WebSocket): Promise<unknown> =>
        new Promise((resolve) =>
          socket.addEventListener(
            'close',
            ({ code, reason, wasClean, isTrusted, constructor: { name } }) =>
              resolve([code, reason, wasClean, isTrusted, name, socket.readyState]),
          ),
        );
      const trial = (work: () => unknown): unknown => {
        try {
          return work() ?? 'nothing';
        } catch (error) {
          return describe(error);
        }
      };

      return table({
        'many frames at once, in order relative to other queued work': async () => {
          const socket = new WebSocket(`ws://${location.host}/ws?EIO=4&transport=websocket`);
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
        },
        'messages that no socket received': async () => {
          const value = { a: 1 };
          const made = new MessageEvent('message', { data: value });
          const text = new MessageEvent('message', {
            data: '42["events",{"message_id":1}]',
            lastEventId: '7',
          });
          const posted = new Promise((resolve) =>
            addEventListener('message', ({ data }) => resolve(data), { once: true }),
          );
          postMessage('42["events",{"message_id":"`⏰ list`"}]', '*');
          const { port1, port2 } = new MessageChannel();
          const ported = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
          port2.postMessage('text');
          return [
            made.data === value,
            text.data,
            text.lastEventId,
            await posted,
            await ported,
            new MessageEvent('x').data,
          ];
        },
        'replies in fragments': async () => {
          const socket = await opened();
          const rows: unknown[] = [];
          for (let seed = 1; seed <= 8; seed += 1) {
            const all: unknown[] = [];
            socket.onmessage = ({ data }) => all.push(data);
            socket.send(`reply ${seed}`);
            // A reply ends with an empty frame.
            while (all.at(-1) !== '') await next(socket);
            rows.push(all);
          }
          socket.close();
          return rows;
        },
        'an event of a frame': async () => {
          const socket = await opened();
          socket.send('{"choices":[{"delta":{"content":"x"}}]}');
          const event = await next(socket);
          socket.close();
          return [
            event.data,
            event.data === event.data,
            event.origin,
            event.lastEventId,
            event.source,
            event.ports.length,
            event.isTrusted,
            event.target === socket,
            event.bubbles,
            event.cancelable,
            Reflect.ownKeys(event).map(String),
          ];
        },
        'binary frames': async () => {
          const socket = await opened();
          const rows: unknown[] = [];
          for (const type of ['blob', 'arraybuffer', 'nonsense', 'blob'] as const) {
            rows.push(
              trial(() => (socket.binaryType = type as BinaryType)),
              socket.binaryType,
            );
            socket.send(new TextEncoder().encode('data: {"choices":[]}'));
            const { data } = (await next(socket)) as MessageEvent<Blob | ArrayBuffer>;
            rows.push([
              data.constructor.name,
              data instanceof Blob
                ? [data.type, await data.text()]
                : new TextDecoder().decode(data),
            ]);
          }
          socket.close();
          return rows;
        },
        'everything that can be sent': async () => {
          const socket = await opened();
          socket.binaryType = 'arraybuffer';
          const rows: unknown[] = [];
          const bytes = new Uint8Array([1, 2, 3, 4]);
          const things: unknown[] = [
            '',
            'é 🙂',
            '\ud800',
            '{"messages":[]}',
            '2',
            '42["a",{"message_id":"x","b":1}]',
            bytes,
            bytes.subarray(1, 3),
            bytes.buffer,
            new DataView(bytes.buffer, 2),
            new Blob(['x']),
            null,
            undefined,
            7,
            {},
            { toString: () => 'own' },
          ];
          for (const thing of things) {
            const sent = trial(() => socket.send(thing as string));
            const { data } = (await next(socket)) as MessageEvent<string | ArrayBuffer>;
            rows.push([sent, typeof data === 'string' ? data : [...new Uint8Array(data)]]);
          }
          rows.push(
            trial(() => (socket.send as () => void)()),
            trial(() => socket.send(Symbol('x') as unknown as string)),
            trial(() =>
              socket.send({
                toString: () => {
                  throw new RangeError('own');
                },
              } as unknown as string),
            ),
          );
          socket.close();
          return rows;
        },
        'sent too early': async () => {
          const socket = new WebSocket(address);
          const early = trial(() => socket.send('{"messages":[]}'));
          const end = ended(socket);
          socket.close();
          return [early, socket.readyState, await end];
        },
        'sent too late': async () => {
          const socket = await opened();
          const end = ended(socket);
          socket.close();
          const closing = [trial(() => socket.send('é')), socket.bufferedAmount];
          await end;
          return [
            closing,
            trial(() => socket.send(new Uint8Array(5))),
            socket.bufferedAmount,
            trial(() => socket.close()),
          ];
        },
        'codes and reasons': async () => {
          const rows: unknown[] = [];
          for (const args of [
            [],
            [1000],
            [1000, 'bye'],
            [3000],
            [4999, 'é 🙂'],
            [undefined],
            [3001, 'x'.repeat(123)],
          ] as [number?, string?][]) {
            const socket = await opened();
            const end = ended(socket);
            rows.push([trial(() => socket.close(...args)), socket.readyState, await end]);
          }
          return rows;
        },
        'closed by the server': async () => {
          const socket = await opened();
          const end = ended(socket);
          socket.send('close');
          return end;
        },
        'closed while it receives': async () => {
          const socket = await opened();
          const end = ended(socket);
          let received = 0;
          socket.onmessage = () => {
            received += 1;
            if (received === 1) socket.close(4000, 'enough');
          };
          socket.send('reply 3');
          return [await end, received > 0];
        },
        'handlers in attributes, and order': async () => {
          const socket = await opened();
          const log: unknown[] = [];
          socket.onmessage = function onMessage(this: WebSocket, { data }) {
            log.push(['attribute', this === socket, data]);
          };
          socket.addEventListener('message', {
            handleEvent: ({ data }: MessageEvent) => log.push(['object', data]),
          });
          socket.addEventListener('message', ({ data }) => log.push(['once', data]), {
            once: true,
          });
          for (const text of ['{"choices":[]}', 'two']) {
            socket.send(text);
            await next(socket);
          }
          socket.onmessage = 5 as never;
          log.push(socket.onmessage);
          socket.close();
          return log;
        },
        'constants and calls on something else': async () => [
          WebSocket.CONNECTING,
          WebSocket.OPEN,
          WebSocket.CLOSING,
          WebSocket.CLOSED,
          WebSocket.length,
          WebSocket.name,
          await outcome(() => WebSocket.prototype.send.call({} as WebSocket, 'x')),
          await outcome(() => Reflect.apply(WebSocket.prototype.send, undefined, ['x'])),
          await outcome(() => WebSocket.prototype.close.call({} as WebSocket)),
          await outcome(() => (WebSocket as unknown as (url: string) => unknown)(address)),
        ],
      });
    });

    expect(
      Object.entries(seen).filter(
        ([, row]) => typeof row === 'object' && row !== null && 'late' in row,
      ),
    ).toEqual([]);
    expect(seen['closed by the server']).toEqual({
      value: [4001, 'as asked', true, true, 'CloseEvent', 3],
    });
  },
);

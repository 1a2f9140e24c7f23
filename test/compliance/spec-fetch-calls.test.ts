/**
 * What a program can pass to `fetch`, and what the object is that it gets: row by row the same with
 * the hook.
 */
import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s calls of fetch are read, sent and refused as natively', async (kind) => {
  const seen = await observe(kind, ({ stream, url, ask, table, outcome }) => {
    const chat = '{"messages":[]}';
    const json = { 'content-type': 'application/json' };
    interface Echo {
      readonly method: string;
      readonly body: string;
      readonly headers: Record<string, string>;
    }
    const echoOf = async (input: unknown, init?: unknown): Promise<Echo> =>
      (await fetch(input as string, init as RequestInit)).json() as Promise<Echo>;
    const post = (body: unknown): Promise<Echo> => echoOf(url('/echo'), { method: 'POST', body });
    /** The outcome of each, one after another. */
    async function each(works: Readonly<Record<string, () => unknown>>): Promise<unknown> {
      const ends: Record<string, unknown> = {};
      for (const [name, work] of Object.entries(works)) ends[name] = await outcome(work);
      return ends;
    }

    return table({
      'refused, and never thrown': () => {
        const calls: readonly unknown[][] = [
          [],
          ['http://'],
          ['http://user:password@host/'],
          ['no-such-scheme:rest'],
          [Symbol('address')],
          [stream(1), 'no dictionary'],
          [stream(1), 7],
          ...['TRACE', 'connect', 'a b', '', Symbol('POST')].map((method) => [
            stream(1),
            { method },
          ]),
          ...['GET', 'HEAD'].map((method) => [stream(1), { method, body: chat }]),
          ...[
            { mode: 'sideways' },
            { mode: 'navigate' },
            { cache: 'never' },
            { credentials: 'yes' },
            { redirect: 'away' },
            { referrerPolicy: 'x' },
            { window: 1 },
            { signal: {} },
            { headers: { 'a b': 'c' } },
            { headers: { a: '\u0100' } },
            { headers: [['one']] },
            { headers: 5 },
            { duplex: 'full' },
          ].map((member) => [stream(1), { method: 'POST', body: chat, ...member }]),
        ];
        return Promise.all(
          calls.map((args) => {
            let promise: unknown = 'thrown';
            try {
              promise = (Reflect.apply(fetch, window, args) as Promise<Response>).then(
                ({ status }) => status,
              );
            } catch {
              // It shows in the row.
            }
            return outcome(() => promise);
          }),
        );
      },
      'a wrong `this`, and none': async () => {
        const wrong: unknown[] = [{}, 1, 'text', document, Object.create(window)];
        const { fetch: bare } = window;
        return [
          await Promise.all(
            wrong.map((self) => outcome(() => fetch.call(self as Window, stream(1)))),
          ),
          fetch.call({} as Window, stream(1)).catch(() => 'caught') instanceof Promise,
          (await bare(stream(1))).status,
          (await Reflect.apply(fetch, undefined, [stream(1)])).status,
          (await window.fetch(stream(1))).status,
        ];
      },
      'strings, URLs, objects and Requests, also of another realm': async () => {
        const frame = document.createElement('iframe');
        document.body.append(frame);
        const other = frame.contentWindow as typeof globalThis & Window;
        const { href } = new URL(url('/echo'), location.href);
        const ends = await each({
          path: () => echoOf(url('/echo')),
          url: () => echoOf(new URL(href)),
          object: () => echoOf({ toString: () => href }),
          request: () => echoOf(new Request(href, { method: 'PUT' })),
          foreign: () => echoOf(new other.Request(href, { method: 'PUT' })),
          foreignChat: () =>
            echoOf(new other.Request(href, { method: 'POST', headers: json, body: chat })),
          ours: async () => (await fetch(new other.Request(href))) instanceof Response,
        });
        frame.remove();
        return ends;
      },
      'inits of any kind': () => {
        class Options {
          readonly #body = chat;
          get method(): string {
            return 'POST';
          }
          get body(): string {
            return this.#body;
          }
          get headers(): Record<string, string> {
            return { 'x-test': 'class' };
          }
        }
        const fields = { method: 'POST', body: chat, headers: { 'x-test': 'field' } };
        const hidden = Object.entries(fields).map(([key, value]) => [key, { value }]);
        return each({
          class: () => echoOf(url('/echo'), new Options()),
          instance: () => echoOf(url('/echo'), Object.assign(new (class Bag {})(), fields)),
          inherited: () => echoOf(url('/echo'), Object.create(fields)),
          bare: () => echoOf(url('/echo'), Object.assign(Object.create(null) as object, fields)),
          hidden: () =>
            echoOf(
              url('/echo'),
              Object.defineProperties({}, Object.fromEntries(hidden) as PropertyDescriptorMap),
            ),
          request: () =>
            echoOf(
              url('/echo'),
              new Request(url('/json'), { method: 'PUT', headers: { 'x-test': 'request' } }),
            ),
          function: () =>
            echoOf(
              url('/echo'),
              Object.assign(() => null, fields),
            ),
          none: () => echoOf(url('/echo'), null),
        });
      },
      'bodies of every kind': () => {
        const form = new FormData();
        form.set('field', chat);
        form.set('file', new Blob(['file'], { type: 'text/plain' }), 'a.txt');
        const bodies = {
          text: 'text ü',
          empty: '',
          params: new URLSearchParams({ a: '1 2' }),
          blob: new Blob([chat], { type: 'application/json' }),
          bytes: new Uint8Array([0, 128, 255]),
          buffer: new Uint8Array([1, 2]).buffer,
          gzip: new Uint8Array([0x1f, 0x8b, 8, 0]),
          view: new DataView(new Uint8Array([7, 8, 9]).buffer, 1),
          number: 5,
          object: { a: 1 },
          none: null,
          missing: undefined,
        };
        return each({
          ...Object.fromEntries(
            Object.entries(bodies).map(([name, body]) => [name, () => post(body)]),
          ),
          form: async () => {
            const { body, headers } = await post(form);
            // Its boundary is random each time and varies in length.
            const [type = '', boundary = ''] = (headers['content-type'] ?? '').split('boundary=');
            return [
              type,
              body.replaceAll(boundary, ''),
              Number(headers['content-length']) === body.length,
            ];
          },
          stream: async () =>
            (
              await fetch(url('/echo'), {
                method: 'POST',
                body: new Blob(['streamed']).stream(),
                duplex: 'half',
              } as RequestInit)
            ).status,
        });
      },
      'nothing to clean, byte for byte': async () => {
        const body =
          '{ "messages" : [{"role":"assistant","content":"\\u00e4 `code` 💻 \\/ words"}],\n "a":1.0,' +
          ' "big":12345678901234567890, "twice":1,"twice":2, "2":0,"1":0, "e":1E5 }';
        const init = { method: 'POST', headers: json, body };
        return [await echoOf(url('/echo'), init), await echoOf(new Request(url('/echo'), init))];
      },
      'a body is taken at the time of the call': async () => {
        const sent = async (
          body: BodyInit,
          change: () => void,
          headers: HeadersInit = {},
        ): Promise<string> => {
          const promise = echoOf(url('/echo'), { method: 'POST', body, headers });
          change();
          return (await promise).body;
        };
        const bytes = new Uint8Array([65, 66, 67]);
        const { buffer } = new TextEncoder().encode('buffer');
        const params = new URLSearchParams({ a: '1' });
        const form = new FormData();
        form.set('field', 'before');
        const chatBytes = new TextEncoder().encode(chat);
        const init = {
          method: 'POST',
          body: '{"messages":[1]}',
          headers: new Headers({ 'x-test': 'before' }),
        };
        const promise = echoOf(url('/echo'), init);
        init.body = 'changed';
        init.headers.set('x-test', 'after');
        const { body, headers } = await promise;
        return [
          await sent(bytes, () => bytes.fill(90)),
          await sent(buffer, () => new Uint8Array(buffer).fill(90)),
          await sent(params, () => params.set('a', '2')),
          (await sent(form, () => form.set('field', 'after'))).includes('before'),
          await sent(chatBytes, () => chatBytes.fill(90), json),
          [body, headers['x-test']],
        ];
      },
      'arguments stay as they are, and each getter runs at most once': async () => {
        const reads: string[] = [];
        const counted = (values: Readonly<Record<string, unknown>>, name: string): object => {
          const object = {};
          for (const [key, value] of Object.entries(values))
            Object.defineProperty(object, key, {
              enumerable: true,
              configurable: true,
              get: () => (reads.push(`${name}.${key}`), value),
            });
          return object;
        };
        const converted = (text: string): unknown => ({
          toString: () => (reads.push(`convert ${text}`), text),
        });
        const plain = { method: 'POST', body: chat, headers: json, extra: { deep: 1 } };
        const before = JSON.stringify(plain);
        const inputs: readonly [unknown, unknown][] = [
          [url('/echo'), plain],
          [url('/echo'), Object.freeze({ ...plain, headers: Object.freeze({ ...json }) })],
          [
            url('/echo'),
            counted({ method: 'POST', body: chat, headers: { 'x-test': 'got' } }, 'init'),
          ],
          [
            url('/echo'),
            { method: 'POST', body: chat, headers: counted({ 'x-test': 'once' }, 'headers') },
          ],
          [url('/echo'), { method: 'POST', body: chat, headers: [['x-test', converted('pair')]] }],
          [converted(url('/echo')), { method: converted('POST'), body: converted(chat) }],
        ];
        const sent: unknown[] = [];
        for (const [input, init] of inputs) {
          const { method, body, headers } = await echoOf(input, init);
          sent.push([method, body, headers['x-test'], headers['content-type']]);
        }
        return [sent, reads.toSorted(), JSON.stringify(plain) === before, Reflect.ownKeys(plain)];
      },
      'requests start in the order of the calls, synchronously': async () => {
        const bodies: (BodyInit | null)[] = [
          chat,
          null,
          new Blob(['b']),
          `${chat} `,
          new URLSearchParams({ a: '1' }),
        ];
        const calls = bodies.map((body, mark) => {
          const promise = fetch(
            url('/echo', { mark }),
            body === null ? {} : { method: 'POST', body, headers: json },
          );
          // A request that waits for a later turn would start after this, with a later time.
          const end = performance.now() + 10;
          while (performance.now() < end);
          return promise;
        });
        await Promise.all(calls.map(async (call) => (await call).text()));
        const arrivals = (await ask('/arrivals', { count: 5 })) as { mark: string }[];
        const starts = bodies.map((_, mark) => {
          const [entry] = performance.getEntriesByName(
            new URL(url('/echo', { mark }), location.href).href,
          );
          return entry?.startTime ?? -1;
        });
        return [
          arrivals.map(({ mark }) => mark).toSorted(),
          starts.every((start, i) => start > (starts[i - 1] ?? 0) + (i > 0 ? 5 : 0)),
        ];
      },
      'aborted before, within a few microtasks': async () => {
        const signal = AbortSignal.abort();
        const calls = [
          () => fetch(url('/echo'), { signal }),
          () => fetch(url('/echo'), { method: 'POST', body: chat, signal }),
          () => fetch(new Request(url('/echo'), { signal })),
        ];
        const ticks: number[] = [];
        for (const call of calls) {
          let settled = false;
          let count = 0;
          call().catch(() => (settled = true));
          for (; !settled && count < 100; count++) await Promise.resolve();
          ticks.push(count);
        }
        return ticks;
      },
    });
  });

  expect(seen['requests start in the order of the calls, synchronously']).toMatchObject({
    value: [expect.anything(), true],
  });
  // None of them is that of a probe, or of a server that is not there.
  expect(Object.values(seen).filter((row) => !Object.hasOwn(row as object, 'value'))).toEqual([]);
  expect(JSON.stringify(seen)).not.toContain('404');
});

test.each(BROWSERS)(
  'in %s what fetch returns is a genuine Response, for every other interface',
  async (kind) => {
    const seen = await observe(kind, ({ stream, url, ask, id, table, outcome }) => {
      return table({
        'brand, prototype, no own properties': async () => {
          const response = await fetch(stream(1));
          const get = (key: string): unknown =>
            Reflect.apply(
              Object.getOwnPropertyDescriptor(Response.prototype, key)!.get!,
              response,
              [],
            );
          return [
            [response instanceof Response, Object.getPrototypeOf(response) === Response.prototype],
            [
              response.constructor === Response,
              Object.prototype.toString.call(response),
              Object.isExtensible(response),
            ],
            [
              Reflect.ownKeys(response),
              Reflect.ownKeys(response.headers),
              Reflect.ownKeys(response.body!),
            ],
            ['status', 'type', 'redirected', 'ok', 'bodyUsed'].map(get),
            [response.headers === response.headers, response.body instanceof ReadableStream],
            [response.body === response.body, await outcome(() => structuredClone(response))],
            await new Response(response.body, response).text(),
          ];
        },
        'its members reject any other object': async () => {
          const ends: unknown[] = [];
          for (const key of Reflect.ownKeys(Response.prototype)) {
            if (typeof key !== 'string' || key === 'constructor') continue;
            const found = Object.getOwnPropertyDescriptor(Response.prototype, key)!;
            const member = (found.get ?? found.value) as () => unknown;
            for (const self of [{}, null, Response.prototype, new Request('/')])
              ends.push([key, await outcome(() => Reflect.apply(member, self, []))]);
          }
          return ends;
        },
        'a clone of a clone': async () => {
          const original = await fetch(url('/redirect', { to: stream(2) }));
          const clone = original.clone();
          const again = clone.clone();
          const facts = ({ url: address, type, redirected, headers }: Response): unknown => [
            [address, type, redirected],
            headers.get('x-test'),
          ];
          return [
            [original, clone, again].map(facts),
            [Reflect.ownKeys(again), again instanceof Response],
            await outcome(() => again.headers.set('x-test', 'no')),
            await Promise.all([again.text(), original.text(), clone.text()]),
            await outcome(() => original.clone()),
          ];
        },
        'in a cache': async () => {
          const cache = await caches.open('replies');
          const response = await fetch(stream(2));
          await cache.put('/kept', response);
          const found = await cache.match('/kept');
          const facts = [
            response.bodyUsed,
            await outcome(() => cache.put('/kept', response)),
            found?.status,
            [...(found?.headers ?? [])].filter(([name]) => name !== 'date'),
            await found?.text(),
          ];
          await caches.delete('replies');
          return facts;
        },
        'classes of the page derive from it': async () => {
          class Reply extends Response {
            override get url(): string {
              return `own ${super.url}`;
            }
            override async text(): Promise<string> {
              return `own ${await super.text()}`;
            }
          }
          class Ask extends Request {
            readonly asked = true;
          }
          const network = await fetch(stream(1));
          const reply = new Reply(network.body, network);
          const headers = { 'content-type': 'application/json' };
          const request = new Ask(url('/echo'), {
            method: 'POST',
            headers,
            body: '{"messages":[]}',
          });
          const echo: unknown = await (await fetch(request)).json();
          return [
            [reply.constructor.name, reply instanceof Response, request instanceof Request],
            [request.asked, request.bodyUsed, reply.url, reply.headers.get('x-test')],
            [await reply.text(), reply.clone === Response.prototype.clone, echo],
          ];
        },
        'WebAssembly compiles from it': async () => [
          (await WebAssembly.compileStreaming(fetch(url('/wasm')))) instanceof WebAssembly.Module,
          (await WebAssembly.instantiateStreaming(await fetch(url('/wasm')))).module instanceof
            WebAssembly.Module,
          await outcome(async () => WebAssembly.compileStreaming(await fetch(stream(1)))),
        ],
        'every way of cancelling closes the connection': async () => {
          const ways: readonly ((body: ReadableStream) => Promise<unknown>)[] = [
            (body) => body.getReader().cancel('enough'),
            async (body) => {
              const reader = body.getReader();
              await reader.read();
              const waiting = reader.read();
              return [await reader.cancel(), await waiting];
            },
            (body) => body.cancel(),
            (body) => Promise.all(body.tee().map((branch) => branch.cancel())),
            (body) => body.getReader({ mode: 'byob' }).cancel(),
          ];
          const ends: unknown[] = [];
          for (const [i, cancel] of ways.entries()) {
            const name = `${id}-${i}`;
            const response = await fetch(stream(1, 'hold', { id: name }));
            const end = await outcome(() => cancel(response.body!));
            ends.push([end, (await ask('/closed', { id: name })) as unknown, response.bodyUsed]);
          }
          return ends;
        },
      });
    });

    expect(Object.values(seen).filter((row) => !Object.hasOwn(row as object, 'value'))).toEqual([]);
    expect(seen).toMatchObject({
      'WebAssembly compiles from it': { value: [true, true, { error: { class: 'TypeError' } }] },
      'every way of cancelling closes the connection': {
        value: Array(5).fill([expect.anything(), { closed: true }, true]),
      },
    });
  },
);

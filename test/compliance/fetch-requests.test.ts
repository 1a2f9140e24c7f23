/** What is sent by fetch and by beacons. */
import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe, observeBoth, openHooked, stageIn } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s bytes and form fields are sent cleaned, everything else as given',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ url }) => {
      const content = 'a\n`⏰ list`\n\n\nb';
      const json = JSON.stringify({
        stream: true,
        messages: [
          { role: 'user', content },
          { role: 'assistant', content },
          { role: 'user', content: 'go on' },
        ],
      });
      const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
      const form = new FormData();
      form.append('data', json);
      form.append('file', new File([json], 'ü.json', { type: 'application/json' }));
      form.append('data', 'line\nfeeds');
      const bodies: Record<string, BodyInit> = {
        bytes: bytes(json),
        buffer: bytes(json).buffer,
        view: new DataView(bytes(`xx${json}`).buffer, 2),
        form,
        blob: new Blob([json], { type: 'application/json' }),
        params: new URLSearchParams({ data: json }),
        binary: bytes(json).fill(0xff, 3, 4),
        user: bytes(json.replace('assistant', 'user')),
      };
      const sent: Record<string, { body: string; type: string; length: string }> = {};
      for (const [name, body] of Object.entries(bodies)) {
        const response = await fetch(url('/echo'), {
          method: 'POST',
          body,
          keepalive: name === 'bytes',
        });
        const echo = (await response.json()) as { body: string; headers: Record<string, string> };
        const type = echo.headers['content-type'] ?? '';
        const boundary = /boundary=(.*)/.exec(type)?.[1] ?? 'none';
        const right = Number(echo.headers['content-length']) === echo.body.length;
        sent[name] = {
          body: echo.body.replaceAll(boundary, 'BOUNDARY'),
          type: type.replace(boundary, 'BOUNDARY'),
          length: right ? 'right' : 'wrong',
        };
      }
      const request = await fetch(
        new Request(url('/echo'), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
        }),
        { method: 'POST', body: bytes(json) },
      );
      sent.given = {
        body: ((await request.json()) as { body: string }).body,
        type: '',
        length: '',
      };
      return {
        sent,
        kept:
          new TextDecoder().decode(bodies.bytes as Uint8Array) === json &&
          form.get('data') === json,
      };
    });

    // The assistant's text is second; the user's text and the file stay.
    const said = Buffer.from('"assistant","content":"a\\n`⏰ list`\\n\\n\\nb"').toString('latin1');
    for (const [name, { body, type, length }] of Object.entries(plain.sent)) {
      const cleaned = ['bytes', 'buffer', 'view', 'form', 'given'].includes(name);
      const expected = cleaned ? body.replace(said, '"assistant","content":"a\\n\\nb"') : body;
      expect({ name, changed: expected !== body, ...hooked.sent[name] }).toEqual({
        name,
        changed: cleaned,
        body: expected,
        type,
        length,
      });
    }
    expect(hooked.kept).toBe(true);
    expect(hooked.sent.form?.type).toBe('multipart/form-data; boundary=BOUNDARY');
  },
);

test.each(BROWSERS)(
  'in %s the body of a Request counts as used as soon as it is passed to fetch',
  async (kind) => {
    const seen = await observe(kind, async ({ url, outcome }) => {
      const json = { 'content-type': 'application/json' };
      const requests = {
        chat: new Request(url('/echo'), { method: 'POST', headers: json, body: '{"messages":[]}' }),
        json: new Request(url('/echo'), { method: 'POST', headers: json, body: '{"a":1}' }),
        text: new Request(url('/echo'), { method: 'POST', body: 'text' }),
        bare: new Request(url('/echo'), { method: 'POST' }),
      };
      const record: Record<string, unknown> = {};
      for (const [name, request] of Object.entries(requests)) {
        const before = request.bodyUsed;
        const promise = fetch(request);
        const during = request.bodyUsed;
        const sent = ((await (await promise).json()) as { body: string }).body;
        record[name] = {
          before,
          during,
          after: request.bodyUsed,
          sent,
          again: await outcome(async () => (await fetch(request)).status),
        };
      }
      // Firefox has no `body`.
      const canLock = 'body' in Request.prototype;
      const locked = new Request(url('/echo'), {
        method: 'POST',
        headers: json,
        body: '{"messages":[]}',
      });
      if (canLock) locked.body?.getReader();
      record.locked = canLock
        ? await outcome(() => fetch(locked))
        : { error: { class: 'TypeError' } };
      return record;
    });

    for (const name of ['chat', 'json', 'text']) {
      expect(seen[name]).toMatchObject({
        before: false,
        during: true,
        after: true,
        again: { error: { class: 'TypeError' } },
      });
    }
    expect(seen.bare).toMatchObject({
      before: false,
      during: false,
      after: false,
      again: { value: 200 },
    });
    expect(seen.chat).toMatchObject({ sent: '{"messages":[]}' });
    expect(seen.locked).toMatchObject({ error: { class: 'TypeError' } });
  },
);

test.each(BROWSERS)(
  'in %s a history with a marker is sent cleaned, and nothing else in the request changes',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ url }) => {
      const body =
        '{"top_p":1.0,"messages":[{"role":"assistant","content":"One.\\n`⏰ run`\\n\\n\\nTwo."},{"role":"user","content":"a"}],"metadata":{"2":0,"1":0},"stream":true}';
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-test': 'kept' },
        body,
      };
      const request = new Request(url('/echo'), init);
      const withSignal = new Request(url('/echo'), {
        ...init,
        signal: new AbortController().signal,
        cache: 'no-store',
      });
      const responses = [
        await fetch(url('/echo'), init),
        await fetch(url('/echo'), Object.assign(Object.create(null) as RequestInit, init)),
        await fetch(
          url('/echo'),
          Object.defineProperty({ ...init, headers: undefined }, 'headers', {
            value: init.headers,
          }),
        ),
        await fetch(request),
        await fetch(withSignal),
      ];
      const echoes = await Promise.all(
        responses.map(async (response) => (await response.json()) as Echo),
      );
      return { used: request.bodyUsed && withSignal.bodyUsed, kept: init.body === body, echoes };
    });

    const plainBody = Buffer.from(
      '{"top_p":1.0,"messages":[{"role":"assistant","content":"One.\\n`⏰ run`\\n\\n\\nTwo."},{"role":"user","content":"a"}],"metadata":{"2":0,"1":0},"stream":true}',
    ).toString('latin1');
    expect(plain).toMatchObject({ used: true, kept: true });
    expect(hooked).toMatchObject({ used: true, kept: true });
    expect(plain.echoes).toHaveLength(5);
    for (const [i, echo] of hooked.echoes.entries()) {
      const native = plain.echoes[i];
      expect(native?.body).toBe(plainBody);
      expect(echo.body).toBe(
        '{"top_p":1.0,"messages":[{"role":"assistant","content":"One.\\n\\nTwo."},{"role":"user","content":"a"}],"metadata":{"2":0,"1":0},"stream":true}',
      );
      expect(echo.headers).toEqual({
        ...native?.headers,
        'content-length': String(echo.body.length),
      });
      expect(echo.headers).toMatchObject({ 'content-type': 'application/json', 'x-test': 'kept' });
    }
  },
);

interface Echo {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

test.each(BROWSERS)(
  'in %s a Proxy passed as init is sent as natively, and sees that it is inspected',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ url }) => {
      const traps = new Set<string>();
      const init = { method: 'POST', body: '{"messages":[]}', headers: { 'x-test': 'proxied' } };
      const handler: ProxyHandler<object> = {
        get(target, key) {
          traps.add('get');
          return Reflect.get(target, key) as unknown;
        },
        getOwnPropertyDescriptor(target, key) {
          traps.add('getOwnPropertyDescriptor');
          return Reflect.getOwnPropertyDescriptor(target, key);
        },
        ownKeys(target) {
          traps.add('ownKeys');
          return Reflect.ownKeys(target);
        },
      };
      const response = await fetch(url('/echo'), new Proxy(init, handler));
      const { method, body, headers } = (await response.json()) as {
        method: string;
        body: string;
        headers: Record<string, string>;
      };
      return { sent: [method, body, headers['x-test']], traps: [...traps].toSorted() };
    });

    expect(hooked.sent).toEqual(plain.sent);
    expect(plain.traps).toEqual(['get']);
    expect(hooked.traps).not.toEqual(plain.traps);
  },
);

test.each(BROWSERS)('in %s requests made while the page is closing arrive', async (kind) => {
  const { server, hooked, plain } = await stageIn(kind);
  for (const page of [hooked, plain]) {
    const origin = page === hooked ? server.hooked : server.plain;
    await page.bringToFront();
    if (page === hooked) await openHooked(page, origin);
    else await page.goto(origin);
    const id = `keepalive-${kind}-${page === hooked ? 'hooked' : 'plain'}`;
    await page.evaluate((address) => {
      const headers = { 'content-type': 'application/json' };
      const body = '{"messages":[]}';
      addEventListener('pagehide', () => {
        void fetch(`${address}&mark=string`, { method: 'POST', keepalive: true, headers, body });
        void fetch(
          new Request(`${address}&mark=request`, {
            method: 'POST',
            keepalive: true,
            headers,
            body,
          }),
        );
      });
    }, `/echo?id=${id}`);

    await page.goto(`${origin}/next`);

    const arrivals = await page.evaluate(
      async (address) => (await fetch(address)).text(),
      `/arrivals?id=${id}&count=2`,
    );
    const marks = (JSON.parse(arrivals) as { mark: string; body: string }[]).map(
      ({ mark, body }) => `${mark} ${body}`,
    );
    expect(marks.toSorted(), origin).toEqual(['request {"messages":[]}', 'string {"messages":[]}']);
  }
});

test.each(BROWSERS)(
  "in %s neither a call nor reading its response reads the page's `then`",
  async (kind) => {
    const seen = await observe(kind, async ({ url }) => {
      const chat = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"model":"m","messages":[{"role":"user","content":"words"}]}',
      };
      const stream = url('/stream', { text: 'data: [DONE]\n\n' });
      const calls: Parameters<typeof fetch>[] = [
        [stream],
        [stream, chat],
        [url('/echo', { mark: 1 }), chat],
        [new Request(url('/echo', { mark: 2 }), chat)],
      ];
      const { prototype } = Promise;
      const native = Object.getOwnPropertyDescriptor(prototype, 'then')!;
      let asked = 0;
      const get = (): unknown => {
        asked += 1;
        return native.value;
      };
      const lengths: number[] = [];
      Reflect.defineProperty(prototype, 'then', { get, configurable: true });
      try {
        for (const call of calls) {
          // `await` on a native promise uses no `then`.
          const response = await fetch(...call);
          const text = await response.text();
          lengths.push(text.length);
        }
      } finally {
        Reflect.defineProperty(prototype, 'then', native);
      }
      return { asked, lengths };
    });

    expect(seen.asked).toBe(0);
    expect(Math.min(...seen.lengths)).toBeGreaterThan(10);
  },
);

test.each(BROWSERS)(
  'in %s sendBeacon looks, accepts, returns and throws as natively',
  async (kind) => {
    await observe(kind, async ({ url, outcome, descriptor, ask }) => {
      const calls = [
        await outcome(() => navigator.sendBeacon(url('/echo', { mark: 'none' }))),
        await outcome(() => navigator.sendBeacon(url('/echo', { mark: 'null' }), null)),
        await outcome(() =>
          navigator.sendBeacon(url('/echo', { mark: 'params' }), new URLSearchParams({ a: '1' })),
        ),
        await outcome(() => navigator.sendBeacon(url('/echo', { mark: 'number' }), 7 as never)),
        await outcome(() => (navigator.sendBeacon as (...args: unknown[]) => unknown)()),
        await outcome(() => navigator.sendBeacon('ftp://host/')),
        await outcome(() => Reflect.apply(Navigator.prototype.sendBeacon, {}, ['/'])),
        await outcome(() =>
          navigator.sendBeacon(url('/echo', { mark: 'large' }), 'x'.repeat(70_000)),
        ),
      ];
      // Firefox accepts the large one too: with a fixed number, one of five would be left out,
      // whichever came last.
      const count = calls.filter((call) => (call as { value?: unknown }).value === true).length;
      const arrived: { mark: string; body: string; headers: Record<string, string> }[] = await ask(
        '/arrivals',
        {
          count,
        },
      );
      return {
        calls,
        count,
        arrived: arrived.toSorted((a, b) => (a.mark < b.mark ? -1 : 1)),
        shape: descriptor(Navigator.prototype, 'sendBeacon'),
      };
    });
  },
);

test.each(BROWSERS)(
  'in %s a chat in a beacon is sent cleaned, except from a blob',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ url, ask }) => {
      const chat = JSON.stringify({
        model: 'm',
        messages: [
          { role: 'assistant', content: 'a\n`⏰ list`\n\n\nb' },
          { role: 'user', content: 'go on' },
        ],
      });
      const form = new FormData();
      form.set('data', chat);
      const bodies: [string, BodyInit][] = [
        ['a', chat],
        ['b', new TextEncoder().encode(chat)],
        ['c', form],
        ['d', new Blob([chat], { type: 'text/plain' })],
      ];
      const taken = bodies.map(([mark, body]) =>
        navigator.sendBeacon(url('/echo', { mark }), body),
      );
      const arrived: { mark: string; body: string; headers: Record<string, string> }[] = await ask(
        '/arrivals',
        {
          count: 4,
        },
      );
      const sent = arrived
        .toSorted((a, b) => (a.mark < b.mark ? -1 : 1))
        .map(({ body, headers }) => {
          const boundary = /boundary=(.*)/.exec(headers['content-type'] ?? '')?.[1] ?? 'none';
          return [
            body.replaceAll(boundary, 'BOUNDARY'),
            (headers['content-type'] ?? '').replace(boundary, 'BOUNDARY'),
          ];
        });
      return { taken, sent };
    });

    const said = Buffer.from('a\\n`⏰ list`\\n\\n\\nb').toString('latin1');
    expect(hooked.taken).toEqual([true, true, true, true]);
    expect(plain.sent.map(([body]) => body?.includes(said))).toEqual([true, true, true, true]);
    expect(hooked.sent).toEqual(
      plain.sent.map(([body = '', type], i) => [
        i === 3 ? body : body.replace(said, 'a\\n\\nb'),
        type,
      ]),
    );
  },
);

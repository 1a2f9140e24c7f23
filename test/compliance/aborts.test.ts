/** How replies that are aborted or break off end, and what their readers are told. */
import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe, observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s an abort before the response rejects fetch with AbortError or with the given reason itself',
  async (kind) => {
    const seen = await observe(kind, async ({ url, stream, outcome }) => {
      const reason = { custom: 'reason' };
      const json = { 'content-type': 'application/json' };
      const attempt = async (
        abort: (controller: AbortController) => void,
        early: boolean,
        make: (signal: AbortSignal) => [string | Request, RequestInit?],
      ): Promise<{ result: unknown; own: boolean }> => {
        const controller = new AbortController();
        if (early) abort(controller);
        const [input, init] = make(controller.signal);
        const promise = fetch(input, init);
        if (!early) abort(controller);
        let own = false;
        const result = await outcome(() =>
          promise.catch((error: unknown) => {
            own = error === controller.signal.reason;
            throw error;
          }),
        );
        return { result, own };
      };
      const ways: Record<string, (signal: AbortSignal) => [string | Request, RequestInit?]> = {
        get: (signal) => [stream(1), { signal }],
        chat: (signal) => [
          url('/echo'),
          { method: 'POST', headers: json, body: '{"messages":[]}', signal },
        ],
        request: (signal) => [
          new Request(url('/echo'), {
            method: 'POST',
            headers: json,
            body: '{"messages":[]}',
            signal,
          }),
        ],
        both: (signal) => [
          new Request(url('/echo'), { method: 'POST', headers: json, body: '{"messages":[]}' }),
          { signal },
        ],
      };
      const record: Record<string, { result: unknown; own: boolean }> = {};
      for (const [name, make] of Object.entries(ways)) {
        for (const early of [true, false]) {
          record[`${name} ${early} plain`] = await attempt(
            (controller) => controller.abort(),
            early,
            make,
          );
          record[`${name} ${early} reason`] = await attempt(
            (controller) => controller.abort(reason),
            early,
            make,
          );
        }
      }
      return record;
    });

    expect(Object.keys(seen)).toHaveLength(16);
    for (const [name, sight] of Object.entries(seen)) {
      const error = name.endsWith('plain')
        ? { class: 'DOMException', name: 'AbortError' }
        : { class: 'Object' };
      expect(sight, name).toMatchObject({ result: { error }, own: true });
    }
  },
);

/** Bodies read as a whole, some of them only after the abort. */
const READ_AS_A_WHOLE = /^(arrayBuffer|blob|bytes|clone|json|text) /;

test.each(BROWSERS)(
  'in %s an abort in the middle of a reply ends every way of reading as natively, and the connection at once',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ stream, url, describe, ask }) => {
      const readings: Record<string, (response: Response) => Promise<unknown>> = {
        text: (response) => response.text(),
        json: (response) => response.json(),
        arrayBuffer: (response) => response.arrayBuffer(),
        blob: (response) => response.blob(),
        bytes: (response) => response.bytes(),
        reader: async (response) => {
          const reader = response.body!.getReader();
          for (;;) if ((await reader.read()).done) return 'done';
        },
        byob: async (response) => {
          const reader = response.body!.getReader({ mode: 'byob' });
          for (;;) if ((await reader.read(new Uint8Array(10))).done) return 'done';
        },
        tee: async (response) => new Response(response.body!.tee()[0]).body!.getReader().closed,
        pipe: (response) => response.body!.pipeTo(new WritableStream()),
        clone: (response) => response.clone().text(),
        closed: (response) => response.body!.getReader().closed,
        iteration: async (response) => {
          for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
            if (chunk.length === 0) return 'empty';
          return 'done';
        },
      };
      const record: Record<string, unknown> = {};
      let run = 0;
      for (const reason of [undefined, { custom: 'reason' }, 'text']) {
        for (const [name, read] of Object.entries(readings)) {
          for (const late of [false, true]) {
            const id = `${url('').slice(4)}-${(run += 1)}`;
            const controller = new AbortController();
            const response = await fetch(stream(1, 'hold', { id }), { signal: controller.signal });
            // Late: the body is read only after it has failed.
            const before = late ? null : read(response);
            controller.abort(reason);
            let error: unknown = 'no error';
            await (before ?? read(response)).catch((caught: unknown) => (error = caught));
            record[`${name} ${late} ${typeof reason}`] = {
              own: error === controller.signal.reason,
              error: describe(error),
            };
            if (run === 1) record.closed = await ask('/closed', { id });
          }
        }
      }
      return record;
    });

    expect(hooked.closed).toEqual({ closed: true });
    expect(Object.keys(hooked)).toHaveLength(1 + 6 * 12);
    for (const [name, sight] of Object.entries(hooked)) {
      if (kind === 'firefox' && READ_AS_A_WHOLE.test(name) && name.includes(' false ')) {
        // Firefox itself replaces the reason with its own AbortError; with the hook it is the
        // reason, as elsewhere.
        expect(plain[name], name).toMatchObject({ own: false, error: { name: 'AbortError' } });
        expect(sight, name).toMatchObject({ own: true });
      } else {
        expect(sight, name).toEqual(plain[name]);
      }
    }
    expect(hooked['text false undefined']).toMatchObject({
      error: { class: 'DOMException', name: 'AbortError' },
    });
    expect(hooked['reader false undefined']).toMatchObject({
      own: true,
      error: { class: 'DOMException', name: 'AbortError' },
    });
    expect(hooked['reader false object']).toMatchObject({ own: true, error: { class: 'Object' } });
  },
);

test.each(BROWSERS)(
  'in %s a second read of a body that was aborted after its end is refused: as already read, where Firefox itself says aborted',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ stream, outcome }) => {
      const controller = new AbortController();
      const response = await fetch(stream(2), { signal: controller.signal });
      await response.text();
      controller.abort();
      return outcome(() => response.text());
    });

    expect(hooked).toMatchObject({ error: { name: 'TypeError' } });
    expect(plain).toMatchObject({
      error: { name: kind === 'firefox' ? 'AbortError' : 'TypeError' },
    });
  },
);

test.each(BROWSERS)(
  'in %s a page that aborts with its own TypeError gets a TypeError from every way of reading: deliberate',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ stream, url, describe }) => {
      const readings: Record<string, (response: Response) => Promise<unknown>> = {
        text: (response) => response.text(),
        reader: (response) => response.body!.getReader().closed,
      };
      const record: Record<string, unknown> = {};
      for (const [name, read] of Object.entries(readings)) {
        const controller = new AbortController();
        const reading = read(
          await fetch(stream(1, 'hold', { id: `${url('').slice(4)}-${name}` }), {
            signal: controller.signal,
          }),
        );
        controller.abort(new TypeError('mine'));
        record[name] = await reading.then(() => 'done', describe);
      }
      return record;
    });

    expect(hooked.reader).toEqual(plain.reader);
    // Chromium's whole-body readers have a different message with the hook, Firefox's give an
    // AbortError without it.
    expect(hooked).toMatchObject({
      text: { class: 'TypeError' },
      reader: { class: 'TypeError', message: 'mine' },
    });
  },
);

test.each(BROWSERS)(
  'in %s a reply that ends in the middle of a frame settles `closed` at once and delivers nothing more, as natively',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, url, ask, describe }) => {
      const record: Record<string, unknown> = {};
      const patience = new Promise<string>((resolve) => setTimeout(() => resolve('pending'), 3000));
      const settle = (promise: Promise<unknown>): Promise<unknown> =>
        Promise.race([
          promise.then((value) => JSON.stringify(value) ?? 'nothing', describe),
          patience,
        ]);
      for (const failure of ['abort', 'reason', 'break'] as const) {
        const name = `${url('').slice(4)}-${failure}`;
        const controller = new AbortController();
        const response = await fetch(stream(1, 'hold', { id: name }), {
          signal: controller.signal,
        });
        const reader = response.body!.getReader();
        await reader.read();
        await ask('/step', { id: name, do: 'part' });
        // Time for the part to arrive.
        await new Promise((resolve) => setTimeout(resolve, 200));
        if (failure === 'break') await ask('/step', { id: name, do: 'break' });
        else controller.abort(failure === 'reason' ? { custom: 'reason' } : undefined);
        // An abort happens within the page: a timer of the same page that starts with it fires
        // later.
        const ended = reader.closed.catch(() => 'first');
        const first = await Promise.race([
          ended,
          new Promise((resolve) => setTimeout(() => resolve('later'), 150)),
        ]);
        const next = failure === 'break' ? null : reader.read();
        record[failure] = {
          ...(failure === 'break' ? {} : { first }),
          closed: await settle(reader.closed),
          next: next && (await settle(next)),
          later: await settle(reader.read()),
        };
      }
      return record;
    });

    // Natively, Firefox reports no broken connection while nobody reads.
    const broken = kind === 'chromium' ? { class: 'TypeError' } : 'pending';
    const reason = { class: 'Object' };
    expect(seen).toMatchObject({
      abort: {
        first: 'first',
        closed: { name: 'AbortError' },
        next: { name: 'AbortError' },
        later: { name: 'AbortError' },
      },
      reason: { first: 'first', closed: reason, next: reason, later: reason },
      break: { closed: broken, later: broken },
    });
  },
);

test.each(BROWSERS)(
  'in %s a connection that breaks during a read in the middle of a frame settles that read and `closed`',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, url, ask, describe }) => {
      const name = `${url('').slice(4)}-waits`;
      const reader = (await fetch(stream(1, 'hold', { id: name }))).body!.getReader();
      await reader.read();
      await ask('/step', { id: name, do: 'part' });
      const read = reader.read().then(({ value }) => new TextDecoder().decode(value), describe);
      await new Promise((resolve) => setTimeout(resolve, 200));
      await ask('/step', { id: name, do: 'break' });
      const patience = new Promise<string>((resolve) => setTimeout(() => resolve('pending'), 5000));
      return Promise.race([
        Promise.all([read, reader.closed.catch(describe), reader.read().catch(describe)]),
        patience,
      ]);
    });

    expect(seen).toMatchObject([
      'data: {"id":"c1","object":"cha',
      { class: 'TypeError' },
      { class: 'TypeError' },
    ]);
  },
);

test.each(BROWSERS)(
  'in %s a connection that breaks delivers the bytes before it, then the native TypeError',
  async (kind) => {
    const { hooked, plain } = await observeBoth(
      kind,
      async ({ stream, drain, outcome, describe }) => {
        const read = await drain((await fetch(stream(2, 'break'))).body!.getReader());
        const slow = (await fetch(stream(1, 'break'))).body!.getReader();
        await slow.read();
        const closed = await slow.closed.then(() => 'closed', describe);
        const after = [closed, await slow.read().then(() => 'bytes', describe)];
        return {
          read,
          after,
          text: await outcome(async () => (await fetch(stream(1, 'break'))).text()),
          json: await outcome(async () => (await fetch(stream(1, 'break'))).json()),
          blob: await outcome(async () => (await fetch(stream(1, 'break'))).blob()),
          clone: await outcome(async () => (await fetch(stream(1, 'break'))).clone().text()),
          refused: await outcome(() => fetch('http://127.0.0.1:1/')),
        };
      },
    );

    expect(hooked.read).toEqual(plain.read);
    expect(hooked.after).toEqual(plain.after);
    expect(hooked.refused).toEqual(plain.refused);
    expect(hooked.read.text).toContain('word 2 ');
    expect(hooked.read.end).toMatchObject({ class: 'TypeError', ofThisRealm: true });
    for (const way of ['text', 'json', 'blob', 'clone'] as const) {
      expect(hooked[way]).toMatchObject({ error: { class: 'TypeError', ofThisRealm: true } });
      // Firefox itself calls a broken connection an abort here; with the hook it is the TypeError
      // that a reader gets.
      if (kind === 'firefox') expect(plain[way]).toMatchObject({ error: { name: 'AbortError' } });
      else expect(hooked[way]).toEqual(plain[way]);
    }
  },
);

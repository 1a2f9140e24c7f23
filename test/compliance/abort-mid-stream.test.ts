import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observeBoth } from '../support/compliance/observe.ts';

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
        // Firefox itself replaces the reason with its own AbortError; with the hook it is the reason, as elsewhere.
        expect(plain[name], name).toMatchObject({ own: false, error: { name: 'AbortError' } });
        expect(sight, name).toMatchObject({ own: true });
      } else {
        expect(sight, name).toEqual(plain[name]);
      }
    }
    expect(hooked['text false undefined']).toMatchObject({ error: { class: 'DOMException', name: 'AbortError' } });
    expect(hooked['reader false undefined']).toMatchObject({
      own: true,
      error: { class: 'DOMException', name: 'AbortError' },
    });
    expect(hooked['reader false object']).toMatchObject({ own: true, error: { class: 'Object' } });
  },
);

import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe, observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s a stored chat without markers is the native response, byte for byte',
  async (kind) => {
    const seen = await observe(kind, async ({ url, outcome }) => {
      const texts = [
        ' [ {"role":"assistant", "content":"Use `ls` hëre. \\u00e4 \u{1F4BB}", "n":1.0, "2":0, "1":0} ]\n',
        '[{"role":"user","content":"One.\\n`⏰ run`\\n\\n\\nTwo."}]',
        '{"data":[{"role":"system","content":"One.\\n`⏰ run`\\n\\n\\nTwo."}]}',
        '\uFEFF[]',
        '[{"role":"assistant","content":"`⏰ run`\\n\\n',
      ];
      const record: unknown[] = [];
      for (const text of texts) {
        const get = (): Promise<Response> =>
          fetch(url('/api/messages', { type: 'application/json', text }));
        const response = await get();
        const { status, statusText, type, redirected, ok, bodyUsed } = response;
        const copy = response.clone();
        const body = Object.prototype.toString.call(response.body);
        const head = {
          status,
          statusText,
          type,
          redirected,
          ok,
          bodyUsed,
          body,
          address: response.url,
          test: response.headers.get('x-test'),
        };
        const bytes = [...new Uint8Array(await response.arrayBuffer())].join();
        const { type: blobType, size } = await (await get()).blob();
        record.push([
          head,
          bytes,
          response.bodyUsed,
          await copy.text(),
          blobType,
          size,
          await outcome(async () => (await get()).json()),
        ]);
      }
      return record;
    });

    expect(seen).toHaveLength(5);
    expect(seen[0]).toMatchObject({
      0: { status: 200, test: 'yes', body: '[object ReadableStream]' },
      2: true,
      3: expect.stringContaining('Use `ls` hëre. \\u00e4 \u{1F4BB}') as unknown,
    });
    expect(seen[4]).toMatchObject({ 6: { error: { class: 'SyntaxError' } } });
  },
);

test.each(BROWSERS)(
  'in %s lines of JSON are not touched, and delivered as they arrive',
  async (kind) => {
    const seen = await observe(kind, async ({ id, url, step, drain }) => {
      const text = '{"note":"One.\\n`⏰ run`\\n\\n\\nTwo."}\n';
      const address = url('/stream', {
        type: 'application/json',
        text,
        then: 'hold',
        more: `/api/messages#${id}`,
      });
      const reader = (await fetch(address)).body!.getReader();
      const { value } = await reader.read();
      await step('end');
      return { first: new TextDecoder().decode(value), rest: await drain(reader) };
    });

    expect(seen).toMatchObject({
      first: expect.stringContaining('`⏰ run`') as unknown,
      rest: { text: '', end: 'done' },
    });
  },
);

test.each(BROWSERS)(
  'in %s a stored chat is cleaned, and nothing else in its response changes',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ url }) => {
      const text =
        '[ {"role":"user","content":"`⏰ run`\\n\\nTwo."}, {"role":"assistant","content":"One.\\n`⏰ run`\\n\\n\\nTwo.","n":1.0} ]';
      const address = url('/api/messages', { type: 'application/json; charset=utf-8', text });
      const facts = async (response: Response): Promise<unknown> => {
        const { status, statusText, type, redirected, ok } = response;
        return {
          status,
          statusText,
          type,
          redirected,
          ok,
          address: response.url,
          headers: [...response.headers].filter(([name]) => name !== 'date'),
          text: await response.text(),
        };
      };
      const ask = (type: XMLHttpRequestResponseType): Promise<unknown> =>
        new Promise((resolve) => {
          const xhr = new XMLHttpRequest();
          xhr.open('GET', address);
          xhr.responseType = type;
          const states: number[] = [];
          xhr.onreadystatechange = () =>
            void (states.at(-1) === xhr.readyState || states.push(xhr.readyState));
          xhr.onloadend = () =>
            resolve({
              states,
              status: xhr.status,
              address: xhr.responseURL,
              type: xhr.getResponseHeader('content-type'),
              text: type === 'json' ? JSON.stringify(xhr.response) : String(xhr.response),
              same: type === 'json' || xhr.response === xhr.responseText,
            });
          xhr.send();
        });
      return {
        fetched: await facts(await fetch(address)),
        requested: await facts(await fetch(new Request(address))),
        posted: await facts(await fetch(address, { method: 'POST', body: '{"chatId":"x"}' })),
        redirected: await facts(await fetch(url('/redirect', { to: address }))),
        asked: await ask(''),
        askedText: await ask('text'),
        askedJson: await ask('json'),
      };
    });

    const clean =
      '[ {"role":"user","content":"`⏰ run`\\n\\nTwo."}, {"role":"assistant","content":"One.\\n\\nTwo.","n":1.0} ]';
    for (const key of [
      'fetched',
      'requested',
      'posted',
      'redirected',
      'asked',
      'askedText',
    ] as const) {
      expect(plain[key]).toMatchObject({
        status: 200,
        text: expect.stringContaining('One.\\n`⏰ run`') as unknown,
      });
      expect(hooked[key]).toEqual({ ...(plain[key] as object), text: clean });
    }
    expect(hooked.redirected).toMatchObject({ redirected: true });
    // An object that the browser itself parses from JSON is left alone.
    expect(hooked.askedJson).toEqual(plain.askedJson);
  },
);

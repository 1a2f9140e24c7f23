import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s head and text of a response are native', async (kind) => {
  const seen = await observe(kind, async ({ stream, url, elsewhere }) => {
    const get = (address: string, type = ''): Promise<unknown> =>
      new Promise((resolve) => {
        const xhr = new XMLHttpRequest();
        xhr.open('POST', address);
        if (type) xhr.overrideMimeType(type);
        xhr.onloadend = () => {
          const all = xhr.getAllResponseHeaders().replace(/^date: .*\r\n/m, '');
          const { status, statusText, responseURL, responseText, response, responseXML } = xhr;
          resolve({
            status,
            statusText,
            responseURL,
            all,
            test: xhr.getResponseHeader('X-Test'),
            none: xhr.getResponseHeader('x-none'),
            responseText,
            same: response === responseText,
            xml: String(responseXML),
          });
        };
        xhr.send('{"messages":[]}');
      });
    return {
      stream: await get(stream(2)),
      text: await get(stream(0, 'end', { type: 'text/plain', text: '\uFEFF\uFEFFtext \u{1F4BB} ä\u0000' })),
      latin: await get(stream(0, 'end', { type: 'text/event-stream; charset=latin1', text: 'data: ä\n\n' })),
      bytes: await get(stream(0, 'end', { text: 'data: ä \u{1F4BB}\n\n' }), 'text/plain; charset=x-user-defined'),
      marked: await get(stream(0, 'end', { text: '\uFEFFdata: ä\n\n' })),
      xml: await get(stream(0, 'end', { type: 'application/xml', text: '<a/>' })),
      json: await get(url('/json')),
      redirected: await get(url('/redirect', { to: stream(1) })),
      foreign: await get(`${elsewhere}${stream(1)}&cors=1`),
      data: await get('data:text/event-stream,data:%20x%0A%0A'),
    };
  });

  expect(seen.stream).toMatchObject({
    status: 200,
    test: 'yes',
    none: null,
    same: true,
    all: expect.stringMatching(/\r\nx-test: yes\r\n$/) as unknown,
  });
  expect(seen.redirected).toMatchObject({ responseURL: expect.stringContaining('/stream') as unknown });
  expect(seen.foreign).toMatchObject({ test: null, responseText: expect.stringContaining('word 1') as unknown });
});

test.each(BROWSERS)('in %s every responseType returns what it returns natively, at every state', async (kind) => {
  const seen = await observe(kind, async ({ stream, url, outcome, step }) => {
    const record: Record<string, unknown> = {};
    const types = ['', 'text', 'json', 'arraybuffer', 'blob', 'document'] as const;
    const content = async (value: unknown): Promise<unknown> => {
      if (value instanceof Blob) return { type: value.type, text: await value.text() };
      if (value instanceof ArrayBuffer) return new TextDecoder().decode(value);
      if (value instanceof Document) return value.contentType;
      return value;
    };
    for (const type of types) {
      for (const [name, address] of Object.entries({ stream: stream(1), json: url('/json') })) {
        const xhr = new XMLHttpRequest();
        xhr.open('POST', address);
        xhr.responseType = type;
        const early = [await outcome(() => xhr.response), await outcome(() => xhr.responseText)];
        await new Promise((resolve) => {
          xhr.onload = resolve;
          xhr.send('{"messages":[]}');
        });
        // Two reads of JSON create two objects in Chromium, and one in Firefox.
        record[`${name} ${type}`] = [
          early,
          await content(xhr.response),
          await outcome(() => xhr.responseText),
          await outcome(() => xhr.responseXML === null),
          xhr.response === xhr.response,
        ];
      }
    }
    const held = new XMLHttpRequest();
    held.open('POST', stream(1, 'hold'));
    held.send('{"messages":[]}');
    while (held.responseText === '') await new Promise((resolve) => setTimeout(resolve, 5));
    record.late = await outcome(() => (held.responseType = 'json'));
    record.partial = held.response === held.responseText;
    await step('end');
    return record;
  });

  expect(seen.partial).toBe(true);
  expect(seen.late).toMatchObject({ error: { name: 'InvalidStateError' } });
  expect((seen['json json'] as unknown[])[2]).toMatchObject({
    error: { class: 'DOMException', name: 'InvalidStateError' },
  });
});

test.each(BROWSERS)('in %s synchronous requests work as natively', async (kind) => {
  const seen = await observe(kind, async ({ stream, url, elsewhere, outcome }) => {
    const log: string[] = [];
    const run = (method: string, address: string, body: string | null): unknown => {
      const xhr = new XMLHttpRequest();
      for (const type of ['readystatechange', 'load', 'loadend', 'error'])
        xhr.addEventListener(type, () => log.push(`${type} ${xhr.readyState} ${xhr.responseText.length > 0}`));
      xhr.open(method, address, false);
      xhr.send(body);
      return [xhr.readyState, xhr.status, xhr.responseText];
    };
    return {
      stream: await outcome(() => run('POST', stream(2), '{"messages":[]}')),
      json: await outcome(() => run('GET', url('/json'), null)),
      head: await outcome(() => run('HEAD', url('/json'), null)),
      refused: await outcome(() => run('GET', elsewhere + stream(1), null)),
      log,
    };
  });

  expect(seen.stream).toMatchObject({ value: [4, 200, expect.stringContaining('word 2')] });
  expect(seen.refused).toMatchObject({ error: { name: 'NetworkError' } });
});

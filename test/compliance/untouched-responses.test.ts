import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s responses without a body, or that must not be read, are native', async (kind) => {
  const seen = await observe(kind, async ({ url, stream, elsewhere, outcome }) => {
    const facts = async (promise: Promise<Response>): Promise<unknown> => {
      const response = await promise;
      const { status, statusText, type, redirected, ok, bodyUsed, headers } = response;
      const body = response.body === null ? null : Object.prototype.toString.call(response.body);
      return {
        status,
        statusText,
        type,
        redirected,
        ok,
        bodyUsed,
        body,
        url: response.url,
        test: headers.get('x-test'),
        text: await outcome(() => response.text()),
      };
    };
    return {
      head: await facts(fetch(stream(1), { method: 'HEAD' })),
      headRequest: await facts(fetch(new Request(stream(1), { method: 'head' }))),
      none: await facts(fetch(url('/status', { code: 204 }))),
      reset: await facts(fetch(url('/status', { code: 205 }))),
      same: await facts(fetch(url('/status', { code: 304 }))),
      missing: await facts(fetch(stream(1, 'end', { code: 404 }))),
      broken: await facts(fetch(stream(1, 'end', { code: 500 }))),
      opaque: await facts(fetch(elsewhere + stream(1), { mode: 'no-cors' })),
      opaqueRedirect: await facts(fetch(url('/redirect', { to: stream(1) }), { redirect: 'manual' })),
      refusedRedirect: await outcome(() => fetch(url('/redirect', { to: stream(1) }), { redirect: 'error' })),
      foreign: await outcome(() => fetch(elsewhere + stream(1))),
      data: await facts(fetch('data:text/event-stream,data:%20x%0A%0A')),
      blob: await facts(
        fetch(URL.createObjectURL(new Blob(['data: x\n\n'], { type: 'text/event-stream' }))).then((response) => {
          Object.defineProperty(response, 'url', { value: response.url.replace(/[0-9a-f-]{36}/, 'UUID') });
          return response;
        }),
      ),
    };
  });

  expect(seen).toMatchObject({
    head: { status: 200, text: { value: '' } },
    none: { status: 204, text: { value: '' } },
    reset: { status: 205, text: { value: '' } },
    same: { status: 304, text: { value: '' } },
    missing: { status: 404, test: 'yes' },
    broken: { status: 500, test: 'yes' },
    opaque: { status: 0, type: 'opaque', body: null, url: '' },
    opaqueRedirect: { status: 0, type: 'opaqueredirect', body: null },
    refusedRedirect: { error: { class: 'TypeError' } },
    foreign: { error: { class: 'TypeError' } },
    data: { status: 200, text: { value: 'data: x\n\n' } },
    blob: { status: 200, text: { value: 'data: x\n\n' } },
  });
});

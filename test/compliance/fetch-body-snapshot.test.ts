import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s a body is taken at the time of the call: later changes are not sent', async (kind) => {
  const seen = await observe(kind, async ({ url }) => {
    const post = async (body: BodyInit, change: () => void, headers?: HeadersInit): Promise<{ body: string }> => {
      const promise = fetch(url('/echo'), { method: 'POST', body, ...(headers && { headers }) });
      change();
      return (await promise).json() as Promise<{ body: string }>;
    };
    const bytes = new Uint8Array([65, 66, 67]);
    const buffer = new TextEncoder().encode('buffer').buffer;
    const params = new URLSearchParams({ a: '1' });
    const form = new FormData();
    form.set('field', 'before');
    const chat = new TextEncoder().encode('{"messages":[]}');
    const init = { method: 'POST', body: '{"messages":[1]}', headers: new Headers({ 'x-test': 'before' }) };
    const promise = fetch(url('/echo'), init);
    init.body = 'changed';
    init.headers.set('x-test', 'after');
    const { body, headers } = (await (await promise).json()) as { body: string; headers: Record<string, string> };
    return {
      bytes: (await post(bytes, () => bytes.fill(90))).body,
      buffer: (await post(buffer, () => new Uint8Array(buffer).fill(90))).body,
      params: (await post(params, () => params.set('a', '2'))).body,
      form: (await post(form, () => form.set('field', 'after'))).body.includes('before'),
      chat: (await post(chat, () => chat.fill(90), { 'content-type': 'application/json' })).body,
      init: { body, sent: headers['x-test'] },
    };
  });

  expect(seen).toEqual({
    bytes: 'ABC',
    buffer: 'buffer',
    params: 'a=1',
    form: true,
    chat: '{"messages":[]}',
    init: { body: '{"messages":[1]}', sent: 'before' },
  });
});

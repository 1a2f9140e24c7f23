import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s a Request that was read or locked is refused with the native error', async (kind) => {
  const seen = await observe(kind, async ({ url, outcome }) => {
    const make = (): Request =>
      new Request(url('/echo'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"messages":[]}',
      });
    const read = make();
    await read.text();
    const locked = make();
    const canLock = 'body' in Request.prototype;
    if (canLock) locked.body?.getReader();
    return {
      read: await outcome(async () => (await fetch(read)).status),
      locked: canLock ? await outcome(async () => (await fetch(locked)).status) : { error: { class: 'TypeError' } },
    };
  });

  expect(seen).toMatchObject({ read: { error: { class: 'TypeError' } }, locked: { error: { class: 'TypeError' } } });
});

import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s the body of a Request counts as used as soon as it is passed to fetch', async (kind) => {
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
    const locked = new Request(url('/echo'), { method: 'POST', headers: json, body: '{"messages":[]}' });
    if (canLock) locked.body?.getReader();
    record.locked = canLock ? await outcome(() => fetch(locked)) : { error: { class: 'TypeError' } };
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
  expect(seen.bare).toMatchObject({ before: false, during: false, after: false, again: { value: 200 } });
  expect(seen.chat).toMatchObject({ sent: '{"messages":[]}' });
  expect(seen.locked).toMatchObject({ error: { class: 'TypeError' } });
});

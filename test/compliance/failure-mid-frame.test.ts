import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s a reply that ends in the middle of a frame settles `closed` at once and delivers nothing more, as natively',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, url, ask, describe }) => {
      const record: Record<string, unknown> = {};
      const patience = new Promise<string>((resolve) => setTimeout(() => resolve('pending'), 3000));
      const settle = (promise: Promise<unknown>): Promise<unknown> =>
        Promise.race([promise.then((value) => JSON.stringify(value) ?? 'nothing', describe), patience]);
      for (const failure of ['abort', 'reason', 'break'] as const) {
        const name = `${url('').slice(4)}-${failure}`;
        const controller = new AbortController();
        const response = await fetch(stream(1, 'hold', { id: name }), { signal: controller.signal });
        const reader = response.body!.getReader();
        await reader.read();
        await ask('/step', { id: name, do: 'part' });
        // Time for the part to arrive.
        await new Promise((resolve) => setTimeout(resolve, 200));
        if (failure === 'break') await ask('/step', { id: name, do: 'break' });
        else controller.abort(failure === 'reason' ? { custom: 'reason' } : undefined);
        // An abort happens within the page: a timer of the same page that starts with it fires later.
        const ended = reader.closed.catch(() => 'first');
        const first = await Promise.race([ended, new Promise((resolve) => setTimeout(() => resolve('later'), 150))]);
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

    expect(seen).toMatchObject(['data: {"id":"c1","object":"cha', { class: 'TypeError' }, { class: 'TypeError' }]);
  },
);

import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s cancelling a body closes the connection at once', async (kind) => {
  const seen = await observe(kind, async ({ stream, url, ask, outcome }) => {
    const ways: Record<string, (response: Response) => Promise<unknown>> = {
      reader: (response) => response.body!.getReader().cancel('enough'),
      read: async (response) => {
        const reader = response.body!.getReader();
        await reader.read();
        const pending = reader.read();
        return [await reader.cancel(), await pending];
      },
      body: (response) => response.body!.cancel(),
      tee: async (response) => Promise.all(response.body!.tee().map((branch) => branch.cancel())),
      byob: (response) => response.body!.getReader({ mode: 'byob' }).cancel(),
    };
    const record: Record<string, unknown> = {};
    for (const [name, cancel] of Object.entries(ways)) {
      const id = `${url('').slice(4)}-${name}`;
      const response = await fetch(stream(1, 'hold', { id }));
      const result = await outcome(() => cancel(response));
      record[name] = { result, closed: await ask('/closed', { id }), used: response.bodyUsed };
    }
    return record;
  });

  for (const name of ['reader', 'read', 'body', 'tee', 'byob']) {
    expect(seen[name], name).toMatchObject({ closed: { closed: true }, used: true });
  }
  expect(seen.read).toMatchObject({ result: { value: ['(undefined)', { done: true }] } });
});

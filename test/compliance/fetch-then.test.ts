import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)("in %s neither a call nor reading its response reads the page's `then`", async (kind) => {
  const seen = await observe(kind, async ({ url }) => {
    const chat = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"messages":[{"role":"assistant","content":"words"}]}',
    };
    const stream = url('/stream', { text: 'data: [DONE]\n\n' });
    const calls: Parameters<typeof fetch>[] = [
      [stream],
      [stream, chat],
      [url('/echo', { mark: 1 }), chat],
      [new Request(url('/echo', { mark: 2 }), chat)],
    ];
    const { prototype } = Promise;
    const native = Object.getOwnPropertyDescriptor(prototype, 'then')!;
    let asked = 0;
    const get = (): unknown => {
      asked += 1;
      return native.value;
    };
    const lengths: number[] = [];
    Reflect.defineProperty(prototype, 'then', { get, configurable: true });
    try {
      for (const call of calls) {
        // `await` on a native promise uses no `then`.
        const response = await fetch(...call);
        const text = await response.text();
        lengths.push(text.length);
      }
    } finally {
      Reflect.defineProperty(prototype, 'then', native);
    }
    return { asked, lengths };
  });

  expect(seen.asked).toBe(0);
  expect(Math.min(...seen.lengths)).toBeGreaterThan(10);
});

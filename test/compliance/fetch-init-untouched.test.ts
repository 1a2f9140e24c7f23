import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  "in %s the caller's arguments are not modified, and each getter runs at most once",
  async (kind) => {
    const seen = await observe(kind, async ({ url }) => {
      const reads: string[] = [];
      const counted = (values: Record<string, unknown>, name: string): object => {
        const object = {};
        for (const [key, value] of Object.entries(values)) {
          Object.defineProperty(object, key, {
            enumerable: true,
            configurable: true,
            get() {
              reads.push(`${name}.${key}`);
              return value;
            },
          });
        }
        return object;
      };
      const converted = (text: string): unknown => ({
        toString() {
          reads.push(`convert ${text}`);
          return text;
        },
      });
      const chat = '{"messages":[]}';
      const plain = { method: 'POST', body: chat, headers: { 'content-type': 'application/json' }, extra: { deep: 1 } };
      const before = JSON.stringify(plain);
      const frozen = Object.freeze({ ...plain, headers: Object.freeze({ ...plain.headers }) });
      const headersOnce = {
        method: 'POST',
        body: chat,
        headers: counted({ 'x-test': 'once' }, 'headers') as HeadersInit,
      };
      const pairs = { method: 'POST', body: chat, headers: [['x-test', converted('pair')]] as unknown as HeadersInit };
      const inputs: [unknown, unknown][] = [
        [url('/echo'), plain],
        [url('/echo'), frozen],
        [url('/echo'), counted({ method: 'POST', body: chat, headers: { 'x-test': 'got' } }, 'init')],
        [url('/echo'), headersOnce],
        [url('/echo'), pairs],
        [converted(url('/echo')), { method: converted('POST'), body: converted(chat) }],
      ];
      const sent: unknown[] = [];
      for (const [input, init] of inputs) {
        const response = await fetch(input as string, init as RequestInit);
        const { method, body, headers } = (await response.json()) as {
          method: string;
          body: string;
          headers: Record<string, string>;
        };
        sent.push([method, body, headers['x-test'], headers['content-type']]);
      }
      return {
        reads: reads.toSorted(),
        unchanged: JSON.stringify(plain) === before,
        keys: Reflect.ownKeys(plain),
        sent,
      };
    });

    expect(seen.unchanged).toBe(true);
    expect(new Set(seen.reads).size).toBe(seen.reads.length);
    expect(seen.reads).toEqual(
      expect.arrayContaining(['init.method', 'init.body', 'init.headers', 'headers.x-test', 'convert pair']),
    );
    expect(seen.sent).toHaveLength(6);
    for (const sent of seen.sent as unknown[][]) expect(sent.slice(0, 2)).toEqual(['POST', '{"messages":[]}']);
  },
);

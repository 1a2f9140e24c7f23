import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s strings, URLs, objects with toString and Requests, even of another realm, serve as URL',
  async (kind) => {
    const seen = await observe(kind, async ({ url, outcome }) => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const other = frame.contentWindow as typeof globalThis & Window;
      const absolute = new URL(url('/echo'), location.href);
      const inputs: Record<string, unknown> = {
        path: url('/echo'),
        url: absolute,
        object: { toString: () => absolute.href },
        request: new Request(absolute, { method: 'PUT' }),
        foreign: new other.Request(absolute.href, { method: 'PUT' }),
        foreignChat: new other.Request(absolute.href, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"messages":[]}',
        }),
      };
      const record: Record<string, unknown> = {};
      for (const [name, input] of Object.entries(inputs)) {
        record[name] = await outcome(async () => {
          const response = await fetch(input as string);
          return { ours: response instanceof Response, echo: (await response.json()) as unknown };
        });
      }
      frame.remove();
      return record;
    });

    for (const name of ['path', 'url', 'object'])
      expect(seen[name]).toMatchObject({ value: { ours: true, echo: { method: 'GET' } } });
    for (const name of ['request', 'foreign'])
      expect(seen[name]).toMatchObject({ value: { ours: true, echo: { method: 'PUT' } } });
    expect(seen.foreignChat).toMatchObject({
      value: { ours: true, echo: { method: 'POST', body: '{"messages":[]}' } },
    });
  },
);

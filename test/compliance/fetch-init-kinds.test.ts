import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s any object serves as init: inherited, hidden, of a class, without a prototype, a Request',
  async (kind) => {
    const seen = await observe(kind, async ({ url, outcome }) => {
      class Options {
        readonly #body = '{"messages":[]}';
        get method(): string {
          return 'POST';
        }
        get body(): string {
          return this.#body;
        }
        get headers(): Record<string, string> {
          return { 'x-test': 'class' };
        }
      }
      const fields = { method: 'POST', body: '{"messages":[]}', headers: { 'x-test': 'field' } };
      const inits: Record<string, object | null> = {
        class: new Options(),
        instance: Object.assign(new (class Bag {})(), fields),
        inherited: Object.create(fields) as object,
        bare: Object.assign(Object.create(null) as object, fields),
        hidden: Object.defineProperties(
          {},
          {
            method: { value: 'POST' },
            body: { value: '{"messages":[]}' },
            headers: { value: { 'x-test': 'hidden' } },
          },
        ),
        request: new Request(url('/json'), { method: 'PUT', headers: { 'x-test': 'request' } }),
        function: Object.assign(() => null, {
          method: 'POST',
          body: '{"messages":[]}',
          headers: { 'x-test': 'function' },
        }),
        none: null,
      };
      const record: Record<string, unknown> = {};
      for (const [name, init] of Object.entries(inits)) {
        record[name] = await outcome(async () => (await fetch(url('/echo'), init as RequestInit)).json());
      }
      return record;
    });

    for (const name of ['class', 'instance', 'inherited', 'bare', 'hidden', 'function']) {
      expect(seen[name], name).toMatchObject({ value: { method: 'POST', body: '{"messages":[]}' } });
    }
    expect(seen.request).toMatchObject({ value: { method: 'PUT', headers: { 'x-test': 'request' } } });
    expect(seen.none).toMatchObject({ value: { method: 'GET' } });
  },
);

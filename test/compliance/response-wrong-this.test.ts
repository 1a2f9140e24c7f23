import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s members of Response reject any other object with the native errors', async (kind) => {
  const seen = await observe(kind, async ({ outcome }) => {
    const record: Record<string, unknown> = {};
    for (const key of Reflect.ownKeys(Response.prototype)) {
      if (typeof key !== 'string' || key === 'constructor') continue;
      const found = Object.getOwnPropertyDescriptor(Response.prototype, key)!;
      const member = (found.get ?? found.value) as () => unknown;
      for (const self of [{}, null, Response.prototype, new Request('/')]) {
        record[`${key} ${Object.prototype.toString.call(self)} ${self === Response.prototype}`] = await outcome(() =>
          Reflect.apply(member, self, []),
        );
      }
    }
    return record;
  });

  expect(Object.keys(seen).length).toBeGreaterThan(50);
  for (const failure of Object.values(seen))
    expect(failure).toMatchObject({ error: { class: 'TypeError', ofThisRealm: true } });
});

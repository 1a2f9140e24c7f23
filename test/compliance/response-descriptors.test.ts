import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s Response, Request and their members have the native shape, flag by flag', async (kind) => {
  const seen = await observe(kind, ({ descriptor }) => {
    const shapes: Record<string, unknown> = {};
    for (const [name, owner] of Object.entries({ Response, Request, ReadableStream, MessageEvent })) {
      shapes[name] = descriptor(window, name);
      for (const key of Reflect.ownKeys(owner)) shapes[`${name}.${String(key)}`] = descriptor(owner, key);
      for (const key of Reflect.ownKeys(owner.prototype))
        shapes[`${name}#${String(key)}`] = descriptor(owner.prototype, key);
    }
    return { shapes, order: Reflect.ownKeys(Response.prototype).map(String), globals: Object.keys(shapes).length };
  });

  expect(seen.shapes['Response#url']).toEqual({
    enumerable: true,
    configurable: true,
    get: { name: 'get url', length: 0, prototype: false, keys: expect.arrayContaining(['length', 'name']) as unknown },
    set: 'undefined',
    value: 'undefined',
  });
  expect(seen.shapes['Response#text']).toMatchObject({
    writable: true,
    enumerable: true,
    value: { name: 'text', length: 0 },
  });
  expect(seen.globals).toBeGreaterThan(60);
});

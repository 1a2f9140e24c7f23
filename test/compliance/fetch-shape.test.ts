import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s fetch has the native shape: name, length, flags, no prototype, no constructor',
  async (kind) => {
    const seen = await observe(kind, async ({ descriptor, outcome }) => ({
      descriptor: descriptor(window, 'fetch'),
      ownKeys: Reflect.ownKeys(fetch).map(String).toSorted(),
      parent: Object.getPrototypeOf(fetch) === Function.prototype,
      tag: Object.prototype.toString.call(fetch),
      type: typeof fetch,
      constructed: await outcome(() => Reflect.construct(fetch, ['/echo'])),
      extended: await outcome(() => class extends (fetch as unknown as ObjectConstructor) {}),
      inherited: Object.hasOwn(Window.prototype, 'fetch'),
      printsAsNative: Function.prototype.toString.call(fetch).replace(/\s+/g, ' ').endsWith('{ [native code] }'),
    }));

    expect(seen).toMatchObject({
      descriptor: {
        writable: true,
        enumerable: true,
        configurable: true,
        value: { name: 'fetch', length: 1, prototype: false },
      },
      type: 'function',
      constructed: { error: { name: 'TypeError' } },
      extended: { error: { name: 'TypeError' } },
      printsAsNative: true,
    });
  },
);

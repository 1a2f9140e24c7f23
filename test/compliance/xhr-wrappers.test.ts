import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s a page that replaces what the overlays rely on still gets its response',
  async (kind) => {
    const seen = await observe(kind, async ({ stream }) => {
      const { addEventListener } = EventTarget.prototype;
      const logged: string[] = [];
      EventTarget.prototype.addEventListener = function replaced(
        this: EventTarget,
        ...args: unknown[]
      ) {
        logged.push(String(args[0]));
        return Reflect.apply(addEventListener, this, args);
      };
      const { prototype } = WeakMap as { prototype: { get: unknown; set: unknown } };
      const kept = { get: prototype.get, set: prototype.set };
      const fail = (): never => {
        throw new Error('of the page');
      };
      Object.assign(WeakMap.prototype, { get: fail, set: fail });
      const { slice, includes } = String.prototype;
      Object.assign(String.prototype, { slice: fail, includes: fail });
      Object.assign(TextDecoder.prototype, { decode: fail });
      const xhr = new XMLHttpRequest();
      xhr.open('POST', stream(2));
      const ended = new Promise((resolve) => (xhr.onloadend = resolve));
      xhr.send('{"messages":[]}');
      await ended;
      const text = xhr.responseText;
      Object.assign(String.prototype, { slice, includes });
      Object.assign(WeakMap.prototype, kept);
      EventTarget.prototype.addEventListener = addEventListener;
      return { text, logged };
    });

    expect(seen.text).toContain('word 2');
    expect(seen.logged).toEqual([]);
  },
);

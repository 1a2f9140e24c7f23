import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s the page finds no names that are not native, anywhere', async (kind) => {
  const seen = await observe(kind, () => {
    const owners = {
      window,
      document,
      navigator,
      Window: Window.prototype,
      Document: Document.prototype,
      Object,
      Function: Function.prototype,
    };
    // Sorted: Firefox creates globals on first use, in that order.
    const names = Object.entries(owners).map(
      ([name, owner]) => [name, Reflect.ownKeys(owner).map(String).toSorted()] as const,
    );
    return {
      names: Object.fromEntries(names),
      enumerable: Object.keys(window).toSorted(),
      storage: [localStorage.length, sessionStorage.length, document.cookie],
    };
  });

  expect(seen.names.window?.length).toBeGreaterThan(500);
  expect(seen.storage).toEqual([0, 0, '']);
  expect(JSON.stringify(seen)).not.toMatch(/stream-?fixer/i);
});

import '../browser-shape.ts';
import { expect, test } from 'vitest';
import { asItWas, isIntact, RELIED_ON } from '../../../src/hook/realm/realm.ts';

const ALL = RELIED_ON.flatMap(([owner, keys], i) =>
  keys.map((key) => [`${i} ${String(key)}`, owner, key] as const),
).filter(([, owner, key]) => Object.getOwnPropertyDescriptor(owner, key)?.configurable !== false);

/** Nothing of the test itself runs between the lie and its end. */
function underLie<T>(owner: object, key: PropertyKey, lie: PropertyDescriptor, work: () => T): T {
  const { defineProperty, deleteProperty, getOwnPropertyDescriptor } = Reflect;
  const before = getOwnPropertyDescriptor(owner, key);
  const ours = before && ({ __proto__: null, ...before } as PropertyDescriptor);
  defineProperty(owner, key, { __proto__: null, configurable: true, ...lie } as PropertyDescriptor);
  try {
    return work();
  } finally {
    if (ours) defineProperty(owner, key, ours);
    else deleteProperty(owner, key);
  }
}

test('a page that has changed nothing stays untouched', () => {
  expect(isIntact()).toBe(true);
});

test.each(ALL)('a change of %s by the page is noticed, reverted for one call, and reinstated', (_name, owner, key) => {
  const { getOwnPropertyDescriptor } = Reflect;
  const before = getOwnPropertyDescriptor(owner, key);
  const lie = (): string => 'lie';

  const { intact, meanwhile, after } = underLie(
    owner,
    key,
    before?.get ? { get: lie } : { value: lie, writable: true },
    () => ({
      intact: isIntact(),
      meanwhile: asItWas(() => getOwnPropertyDescriptor(owner, key), undefined),
      after: getOwnPropertyDescriptor(owner, key),
    }),
  );

  expect(intact).toBe(false);
  expect(meanwhile).toEqual(before);
  expect(before?.get ? after?.get : after?.value).toBe(lie);
  expect(isIntact()).toBe(true);
});

test.each([
  ['Object.prototype', Object.prototype, 'size'],
  ['Object.prototype', Object.prototype, '0'],
  ['Array.prototype', Array.prototype, '7'],
] as const)('what the page has put on %s is taken away for one call: %s %s', (_name, owner, key) => {
  const { seen, back } = underLie(owner, key, { get: () => 'lie', set: () => undefined }, () => ({
    seen: asItWas((list: unknown[]) => key in list, []),
    back: key in [],
  }));

  expect({ seen, back }).toEqual({ seen: false, back: true });
});

test('changes come back after work that throws, and nested work changes nothing more', () => {
  const lie = (): number => 0;
  const fail = (): void =>
    asItWas(() => {
      throw new Error('ours');
    }, undefined);
  const { thrown, after } = underLie(Array.prototype, 'push', { value: lie, writable: true }, () => {
    let thrown: unknown = null;
    try {
      asItWas(fail, undefined);
    } catch (error) {
      thrown = error;
    }
    return { thrown, after: Object.getOwnPropertyDescriptor(Array.prototype, 'push')?.value as unknown };
  });

  expect(String(thrown)).toBe('Error: ours');
  expect(after).toBe(lie);
});

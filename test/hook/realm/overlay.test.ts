import '../browser-shape.ts';
import { expect, test, vi } from 'vitest';
import { attempt, overlayGetter, overlayMethod } from '../../../src/hook/realm/overlay.ts';

interface Owner {
  greet(name: string): string;
  readonly colour: string;
}

/** An object like a native one, whose methods and accessors check their `this`. */
function makeOwner(): Owner {
  const owner = {
    greet(name: string): string {
      if (this !== owner) throw new TypeError('Illegal invocation');
      return `hello ${name}`;
    },
    get colour(): string {
      if (this !== owner) throw new TypeError('Illegal invocation');
      return 'red';
    },
  };
  return owner;
}

test('the overlay decides what the page gets; the native is called with what ours passes on', () => {
  const owner = makeOwner();

  overlayMethod(
    owner,
    'greet',
    (native, _self, args) => `${String(native([`${String(args[0])}!`]))}?`,
  );
  overlayGetter(owner, 'colour', (colour) => `dark ${String(colour)}`);

  expect(owner.greet('you')).toBe('hello you!?');
  expect(owner.colour).toBe('dark red');
});

test('a failure before the native call leaves the call as the page wanted it', () => {
  const owner = makeOwner();

  overlayMethod(owner, 'greet', () => {
    throw new Error('ours');
  });

  expect(owner.greet('you')).toBe('hello you');
});

test('a failure after the native call gives the page the native result, of one call', () => {
  const owner = makeOwner();
  const spy = vi.spyOn(owner, 'greet');

  overlayMethod(owner, 'greet', (native, _self, args) => {
    native(args);
    throw new Error('ours');
  });

  expect(owner.greet('you')).toBe('hello you');
  expect(spy).toHaveBeenCalledTimes(1);
});

test('an error of the native goes to the page, and the native is not called again', () => {
  const error = new Error('native');
  const native = vi.fn(() => {
    throw error;
  });
  const owner = { greet: native as () => unknown };

  overlayMethod(owner, 'greet', (call, _self, args) => call(args));

  expect(() => owner.greet()).toThrow(error);
  expect(native).toHaveBeenCalledTimes(1);
});

test('a getter of ours that fails reads as the native; one that fails natively is not read again', () => {
  const owner = makeOwner();
  const asked = vi.fn();
  overlayGetter(owner, 'colour', (colour) => {
    asked(colour);
    throw new Error('ours');
  });
  const get = Object.getOwnPropertyDescriptor(owner, 'colour')?.get;

  expect(owner.colour).toBe('red');
  expect(() => get?.call({})).toThrow('Illegal invocation');
  expect(asked.mock.calls).toEqual([['red']]);
});

test.each<[string, object]>([
  ['missing', {}],
  ['locked', Object.freeze({ greet: () => 'hello' })],
  ['no function', { greet: 'hello' }],
])('what is %s is left alone', (_name, owner) => {
  const before = Object.getOwnPropertyDescriptor(owner, 'greet');

  expect(overlayMethod(owner, 'greet', () => 'ours')).toBeNull();

  expect(Object.getOwnPropertyDescriptor(owner, 'greet')).toEqual(before);
});

test('removing the overlay restores the native, flags included', () => {
  const owner = makeOwner();
  const before = Object.getOwnPropertyDescriptors(owner);
  const restores = [
    overlayMethod(owner, 'greet', () => 'ours'),
    overlayGetter(owner, 'colour', () => 'ours'),
  ];
  expect(owner.greet('you') + owner.colour).toBe('oursours');

  for (const restore of restores) restore?.();

  expect(Object.getOwnPropertyDescriptors(owner)).toEqual(before);
  expect(Object.getOwnPropertyDescriptor(owner, 'greet')?.value).toBe(before.greet.value);
});

test('an overlay that somebody else has covered stays', () => {
  const owner = makeOwner();
  const restore = overlayMethod(
    owner,
    'greet',
    (native, _self, args) => `ours ${String(native(args))}`,
  );
  const { greet } = owner;
  owner.greet = (name) => `theirs ${greet.call(owner, name)}`;

  restore?.();

  expect(owner.greet('you')).toBe('theirs ours hello you');
});

test('a method prints like its native, unless the page has its own way of printing', () => {
  const owner = { slice: String.prototype.slice, greet: () => 'hello' };
  const printed = Function.prototype.toString.call(owner.slice);
  overlayMethod(owner, 'slice', (native, _self, args) => native(args));
  overlayMethod(owner, 'greet', (native, _self, args) => native(args));
  expect(`${String(owner.slice)} ${owner.slice.toString()}`).toBe(`${printed} ${printed}`);
  expect(owner.slice.toString.call(owner.greet)).toContain('hello');
  expect(owner.slice.toString.call(expect)).toBe(Function.prototype.toString.call(expect));
  expect(() => owner.slice.toString.call({})).toThrow(TypeError);

  owner.slice.toString = () => 'theirs';

  expect(String(owner.slice)).toBe('theirs');
});

test('an attempt returns its result, or the fallback if it throws', () => {
  expect(attempt(() => 1, 2)).toBe(1);
  expect(
    attempt(() => {
      throw new Error('ours');
    }, 2),
  ).toBe(2);
});

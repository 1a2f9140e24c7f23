import { expect, test, vi } from 'vitest';
import { lazy } from '../../src/lib/lazy.ts';

test('it is made when it is first called, and once', () => {
  const make = vi.fn(() => ({}));
  const made = lazy(make);
  expect(make).not.toHaveBeenCalled();

  expect(made()).toBe(made());
  expect(make).toHaveBeenCalledOnce();
});

import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s a clone shares the immutable headers object with its original, where the native one has a copy',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ stream }) => {
      const original = await fetch(stream(1));
      const clone = original.clone();
      return {
        same: clone.headers === original.headers,
        stays: clone.headers === clone.headers,
        test: clone.headers.get('x-test'),
      };
    });

    expect(plain).toEqual({ same: false, stays: true, test: 'yes' });
    expect(hooked).toEqual({ same: true, stays: true, test: 'yes' });
  },
);

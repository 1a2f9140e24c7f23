import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s a body that nobody reads is not taken off the network beyond what the browser itself takes',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ stream, ask }) => {
      const response = await fetch(stream(0, 'flood'));
      const reader = response.body!.getReader();
      await reader.read();
      const { bytes } = (await ask('/taken')) as { bytes: number };
      await reader.cancel();
      return bytes;
    });

    expect(plain).toBeGreaterThan(0);
    expect(hooked).toBeGreaterThan(0);
    // The browsers' own buffering varies by some megabytes from run to run.
    expect(hooked).toBeLessThanOrEqual(plain + 16 * 1024 * 1024);
  },
);

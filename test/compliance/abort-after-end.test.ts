import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s a second read after that is refused: as already read, where Firefox itself says aborted',
  async (kind) => {
    const { hooked, plain } = await observeBoth(kind, async ({ stream, outcome }) => {
      const controller = new AbortController();
      const response = await fetch(stream(2), { signal: controller.signal });
      await response.text();
      controller.abort();
      return outcome(() => response.text());
    });

    expect(hooked).toMatchObject({ error: { name: 'TypeError' } });
    expect(plain).toMatchObject({ error: { name: kind === 'firefox' ? 'AbortError' : 'TypeError' } });
  },
);

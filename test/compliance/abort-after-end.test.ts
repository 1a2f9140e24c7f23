import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s an abort after the end changes nothing', async (kind) => {
  const seen = await observe(kind, async ({ stream, outcome }) => {
    const controller = new AbortController();
    const response = await fetch(stream(2), { signal: controller.signal });
    const text = await response.text();
    controller.abort();
    return { text, status: response.status, used: response.bodyUsed, again: await outcome(() => response.text()) };
  });

  expect(seen.text).toContain('word 2 ');
  expect(seen).toMatchObject({ status: 200, used: true, again: { error: { class: 'TypeError' } } });
});

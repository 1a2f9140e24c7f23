import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s fetch resolves when the headers are there, before the first byte of the body', async (kind) => {
  const seen = await observe(kind, async ({ stream, step }) => {
    const response = await fetch(stream(0, 'hold'));
    const { status, bodyUsed } = response;
    // Only now the first byte leaves the server: had fetch waited for it, we would not be here.
    await step('frame');
    await step('end');
    return { status, bodyUsed, text: await response.text() };
  });

  expect(seen).toMatchObject({ status: 200, bodyUsed: false });
  expect(seen.text).toContain('word 1 ');
});

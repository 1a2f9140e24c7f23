import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s fetch resolves with the beginning of the answer, before the first frame is whole',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, step }) => {
      // One byte, for Firefox itself does not resolve without.
      const response = await fetch(stream(0, 'hold', { text: ':' }));
      const { status, bodyUsed } = response;
      // Only now the rest leaves the server: had fetch waited for it, we would not be here.
      await step('frame');
      await step('frame');
      await step('end');
      return { status, bodyUsed, text: await response.text() };
    });

    expect(seen).toMatchObject({ status: 200, bodyUsed: false });
    expect(seen.text).toContain('word 2 ');
  },
);

test('in chromium fetch resolves with the headers alone', async () => {
  const seen = await observe('chromium', async ({ stream, step }) => {
    const response = await fetch(stream(0, 'hold'));
    const { status, bodyUsed } = response;
    await step('frame');
    await step('end');
    return { status, bodyUsed, text: await response.text() };
  });

  expect(seen).toMatchObject({ status: 200, bodyUsed: false });
  expect(seen.text).toContain('word 1 ');
});

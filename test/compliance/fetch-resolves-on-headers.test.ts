import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)(
  'in %s fetch resolves when the response begins, before the first frame is complete',
  async (kind) => {
    const seen = await observe(kind, async ({ stream, step }) => {
      // One byte, because Firefox itself does not resolve without.
      const response = await fetch(stream(0, 'hold', { text: ':' }));
      const { status, bodyUsed } = response;
      // The rest leaves the server only now: if fetch had waited for it, we would not get here.
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

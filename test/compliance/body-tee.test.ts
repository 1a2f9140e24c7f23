import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s both branches of a tee deliver everything', async (kind) => {
  const seen = await observe(kind, async ({ stream, drain }) => {
    const response = await fetch(stream(4));
    const [one, two] = response.body!.tee();
    const texts = await Promise.all([drain(one.getReader()), drain(two.getReader())]);
    return {
      texts,
      locked: response.body!.locked,
      used: response.bodyUsed,
      whole: await new Response((await fetch(stream(4))).body!.tee()[1]).text(),
    };
  });

  expect(seen.texts.map(({ end }) => end)).toEqual(['done', 'done']);
  expect(seen.texts[0]?.text).toContain('word 4 ');
  expect(seen.texts[1]?.text).toBe(seen.texts[0]?.text);
  expect(seen.whole).toBe(seen.texts[0]?.text);
  expect(seen).toMatchObject({ locked: true, used: true });
});

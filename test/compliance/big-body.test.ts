import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s a big body arrives whole and identical', async (kind) => {
  const seen = await observe(kind, async ({ stream }) => {
    const text = await (await fetch(stream(20_000))).text();
    let hash = 0;
    for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
    return { length: text.length, hash, end: text.slice(-150) };
  });

  expect(seen.length).toBeGreaterThan(2_000_000);
  expect(seen.end).toContain('word 20000 ');
});

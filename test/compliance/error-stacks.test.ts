import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s errors name the page\'s own function as natively; frames of the hook stand before it, few and plain', async (kind) => {
  const { hooked, plain } = await observeBoth(kind, async ({ stream }) => {
    const used = await fetch(stream(1));
    await used.text();
    function calledByThePage(): void {
      used.clone();
    }
    try {
      calledByThePage();
      return [];
    } catch (error) {
      return ((error as Error).stack ?? '').split('\n').filter((line) => line.trim() !== '');
    }
  });

  const own = (lines: readonly string[]): number => lines.findIndex((line) => line.includes('calledByThePage'));
  expect(own(plain)).toBeGreaterThanOrEqual(0);
  expect(own(hooked)).toBeGreaterThanOrEqual(0);
  const extra = hooked.slice(0, own(hooked)).filter((line) => !plain.slice(0, own(plain)).includes(line));
  expect(extra.length).toBeLessThanOrEqual(6);
  expect(hooked.length - own(hooked)).toBe(plain.length - own(plain));
});

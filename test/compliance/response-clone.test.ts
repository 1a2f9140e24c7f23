import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe, observeBoth } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s a clone, and a clone of a clone, is as good as the original', async (kind) => {
  const seen = await observe(kind, async ({ stream, url, outcome }) => {
    const original = await fetch(url('/redirect', { to: stream(2) }));
    const clone = original.clone();
    const again = clone.clone();
    const facts = (response: Response): unknown => ({
      url: response.url,
      type: response.type,
      redirected: response.redirected,
      test: response.headers.get('x-test'),
      own: Reflect.ownKeys(response),
      ours: response instanceof Response,
    });
    const failed: unknown[] = [];
    failed.push(await outcome(() => again.headers.set('x-test', 'no')));
    const texts = await Promise.all([again.text(), original.text(), clone.text()]);
    failed.push(await outcome(() => original.clone()));
    const locked = await fetch(stream(1));
    locked.body!.getReader();
    failed.push(await outcome(() => locked.clone()));
    return { facts: [original, clone, again].map(facts), texts, failed };
  });

  for (const facts of seen.facts) {
    expect(facts).toMatchObject({ type: 'basic', redirected: true, test: 'yes', own: [], ours: true });
    expect((facts as { url: string }).url).toContain('ORIGIN/stream');
  }
  expect(new Set(seen.texts).size).toBe(1);
  expect(seen.texts[0]).toContain('word 2 ');
  expect(seen.failed).toHaveLength(3);
  for (const failure of seen.failed) expect(failure).toMatchObject({ error: { class: 'TypeError' } });
});

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

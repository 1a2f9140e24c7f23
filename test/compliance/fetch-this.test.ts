import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { observe } from '../support/compliance/observe.ts';

test.each(BROWSERS)('in %s fetch on a wrong `this` is rejected as natively, and works without one', async (kind) => {
  const seen = await observe(kind, async ({ outcome, stream }) => {
    const { fetch: bare } = window;
    const wrong: unknown[] = [{}, 1, 'text', document, Object.create(window)];
    return {
      wrong: await Promise.all(wrong.map((self) => outcome(() => fetch.call(self as Window, stream(1))))),
      rejectsLater: fetch.call({} as Window, stream(1)).catch(() => 'caught') instanceof Promise,
      bare: (await bare(stream(1))).status,
      onUndefined: (await Reflect.apply(fetch, undefined, [stream(1)])).status,
      onWindow: (await window.fetch(stream(1))).status,
    };
  });

  expect(seen).toMatchObject({ rejectsLater: true, bare: 200, onUndefined: 200, onWindow: 200 });
  expect(seen.wrong[0]).toMatchObject({ error: { class: 'TypeError', ofThisRealm: true } });
});

import { expect, onTestFinished, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import {
  EVERY_CARRIER_CLEAN,
  useEveryCarrier,
  valuesOf,
} from '../support/compliance/every-carrier.ts';
import { untilAtWork, runProbe, stageIn } from '../support/compliance/observe.ts';
import { REPLACEMENTS } from '../support/compliance/replaced-natives.ts';

const CASES = BROWSERS.flatMap((kind) =>
  Object.keys(REPLACEMENTS).flatMap((name) =>
    ['before', 'after'].map((when) => ({ kind, name, when })),
  ),
);

test.each(CASES)(
  'in $kind every carrier is cleaned where a script has replaced natives $when us: $name',
  async ({ kind, name, when }) => {
    const { server, hooked: page } = await stageIn(kind);
    const script = `(() => { window.wasNative = Function.prototype.toString.call(window.fetch).includes('fetch');
      window.faults = [];
      addEventListener('error', ({ message }) => window.faults.push(message));
      addEventListener('unhandledrejection', ({ reason }) => window.faults.push(String(reason)));
      ${REPLACEMENTS[name]}
})()`;
    await page.bringToFront();
    if (when === 'before') {
      const { identifier } = await page.evaluateOnNewDocument(
        `if (location.protocol !== 'about:') ${script}`,
      );
      onTestFinished(() => page.removeScriptToEvaluateOnNewDocument(identifier));
    }
    await page.goto(server.hooked);
    await untilAtWork(page);
    if (when === 'after') await page.evaluate(script);

    const seen = await runProbe(page, useEveryCarrier, server);

    expect(await page.evaluate('window.wasNative')).toBe(when === 'before');
    expect(valuesOf(seen)).toEqual(EVERY_CARRIER_CLEAN);
    expect(await page.evaluate('window.faults')).toEqual([]);
  },
);

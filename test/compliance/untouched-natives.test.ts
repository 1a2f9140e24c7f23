import { resolve } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { stageIn } from '../support/compliance/observe.ts';

/** @returns src/hook/realm/realm.ts as one script that puts its exports into `realm` */
async function realmAsScript(): Promise<string> {
  const entry = resolve(import.meta.dirname, '../../src/hook/realm/realm.ts');
  const lib = { entry, name: 'realm', formats: ['iife' as const] };
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib },
  })) as Rolldown.RolldownOutput[];
  return built[0]?.output[0].code ?? '';
}

test.each(BROWSERS)('in %s untouched natives are recognised as such, and a touched one is not', async (kind) => {
  const { plain, server } = await stageIn(kind);
  const code = await realmAsScript();
  await plain.goto(server.plain);

  const seen = (await plain.evaluate(`(() => {
    ${code};
    const before = realm.isIntact();
    const times = 100_000;
    const began = performance.now();
    for (let i = 0; i < times; i++) realm.isIntact();
    const took = performance.now() - began;
    const { push } = Array.prototype;
    Array.prototype.push = () => 0;
    const between = realm.isIntact();
    Array.prototype.push = push;
    return { before, between, after: realm.isIntact(), micros: (took / times) * 1000 };
  })()`)) as { micros: number };

  expect(seen).toMatchObject({ before: true, between: false, after: true });
  // Once for each chunk or packet: far below the cost of a frame, even on a busy machine.
  expect(seen.micros).toBeLessThan(20);
});

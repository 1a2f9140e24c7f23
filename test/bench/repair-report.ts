import type { Page } from 'puppeteer-core';
import type { StreamKind } from './bench-streams.ts';
import { quantile } from './quantile.ts';

interface BenchWindow {
  readAndParse(
    path: string,
  ): Promise<{ sent: number; bytes: number; ms: number; frames: number; parseMs: number }>;
}

const KINDS: readonly (readonly [kind: StreamKind, name: string])[] = [
  ['clean', 'clean stream, nothing to do'],
  ['calls', 'sound tool calls only'],
  ['defects', 'a defect in every tool call delta'],
];

/**
 * Prints what the repairs cost: what the hook adds to reading a stream from memory, relative to the
 * page's JSON.parse of it.
 */
export async function reportRepairs(
  open: (hooked: boolean) => Promise<Page>,
  rounds: number,
): Promise<void> {
  console.log(
    `  ${'repairs, µs a frame'.padEnd(40)} the page's JSON.parse, reading without and with the hook`,
  );
  for (const [kind, name] of KINDS) {
    const parse: number[] = [];
    const plain: number[] = [];
    const hooked: number[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const withHook of [false, true]) {
        const page = await open(withHook);
        const { sent, bytes, ms, frames, parseMs } = await page.evaluate(
          (path) => (window as unknown as BenchWindow).readAndParse(path),
          `/raw/${kind}`,
        );
        await page.close();
        if ((sent !== bytes) !== (withHook && kind === 'defects'))
          throw new Error(`The stream of ${kind} came out wrong.`);
        parse.push((1000 * parseMs) / frames);
        (withHook ? hooked : plain).push((1000 * ms) / frames);
      }
    }
    const [parsed, before, after] = [parse, plain, hooked].map((values) => quantile(values, 0.5));
    const figures = [parsed, before, after]
      .map((value = Number.NaN) => `${value.toFixed(2).padStart(8)} µs`)
      .join('');
    console.log(
      `    ${name.padEnd(36)} ${figures}   adds ${(((after ?? 0) - (before ?? 0)) / (parsed ?? 1)).toFixed(2)} x JSON.parse`,
    );
  }
}

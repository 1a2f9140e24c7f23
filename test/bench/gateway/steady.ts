import { setTimeout as delay } from 'node:timers/promises';
import { ask, memoryOf, timeOf, type Measured } from './measured.ts';

/** Milliseconds between two measurements. */
const EVERY = 10_000;
/** What comes before is warming up. */
const SETTLES = 0.2;

/**
 * Asks all gateways steadily, and prints how their memory grows.
 * @param a pause of so many milliseconds lies between two requests to one of them
 */
export async function reportSteady(
  gateways: readonly Measured[],
  minutes: number,
  { path, init, pause }: { path: string; init: RequestInit; pause: number },
): Promise<void> {
  const end = Date.now() + minutes * 60_000;
  const seen = gateways.map((gateway) => ({
    gateway,
    requests: 0,
    sizes: [] as [minute: number, size: number][],
  }));

  async function keepAsking(one: (typeof seen)[number]): Promise<void> {
    while (Date.now() < end) {
      await ask(one.gateway, path, init);
      one.requests += 1;
      await delay(pause);
    }
  }

  async function keepMeasuring(): Promise<void> {
    while (Date.now() < end) {
      const minute = minutes - (end - Date.now()) / 60_000;
      for (const { gateway, sizes } of seen) sizes.push([minute, memoryOf(gateway)]);
      await delay(EVERY);
    }
  }

  const before = gateways.map(timeOf);
  await Promise.all([keepMeasuring(), ...seen.map(keepAsking)]);
  console.log(`${minutes} minutes of steady traffic`);
  for (const [i, { gateway, requests, sizes }] of seen.entries()) {
    const settled = sizes.filter(([minute]) => minute >= minutes * SETTLES);
    const all = settled.map(([, size]) => size);
    const cost = ((timeOf(gateway) - before[i]!) / requests) * 1000;
    console.log(
      `  ${gateway.name}: ${requests} requests, ${cost.toFixed(2)} ms of a processor each, ` +
        `${Math.min(...all).toFixed(1)} to ${Math.max(...all).toFixed(1)} MB, ` +
        `${slopeOf(settled).toFixed(3)} MB more each minute (the last ${settled.length} measurements)`,
    );
  }
}

/** @returns how steeply a line through the points rises, by least squares */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (i: 0 | 1): number =>
    points.reduce((sum, point) => sum + point[i], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const up = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return up / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

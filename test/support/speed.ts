/**
 * The two speeds of the tests. `npm test` tries chosen inputs, and in Firefox what differs there;
 * `npm run test:full` tries all of them. Whoever adds a slow test decides here, or with these
 * functions, what of it `npm test` keeps.
 */

/** Of the environment: set by `npm run test:full`, and by hand for single tests. */
export const FULL_VARIABLE = 'STREAM_FIXER_FULL';

/** Whether all inputs are tried. */
export const FULL: boolean = process.env[FULL_VARIABLE] === '1';

/**
 * @returns how often a property is tried: `all` times in the full run, a tenth of them else, but
 * 100 at least
 */
export function runs(all: number): number {
  return FULL ? all : Math.min(all, Math.max(100, Math.round(all / 10)));
}

/**
 * @returns all of a list in the full run, else some of them, from the first to the last, at equal
 * distances
 */
export function someOf<T>(list: readonly T[], most: number): readonly T[] {
  if (FULL || list.length <= most) return list;
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!);
}

/** Files of the full run only: they take minutes, and what they guard seldom breaks. */
export const FULL_ONLY: readonly string[] = [
  'e2e/covered-question',
  'e2e/every-state',
  'e2e/forced-colours-and-zoom',
  'e2e/managed-settings',
  'e2e/memory',
  'e2e/popup-height',
  'fuzz/growth',
  'fuzz/heap',
];

/** Files of `e2e` that `npm test` runs in Firefox as well: browsers differ in what these touch. */
export const IN_FIREFOX: readonly string[] = [
  'badges',
  'deferred-badges',
  'framed-site',
  'page-policy',
  'package',
  'question-card',
  'reply',
  'site-switch',
].map((name) => `e2e/${name}.`);

/** In the source of a file of which the full run tries more than `npm test`: what it imports. */
export const THINNED = /\/(?:speed|random|test-bodies|repaired)\.ts'|\bcutsOf\(/;

/** In the source of a browser test: it has tests that come in both browsers. */
export const IN_BOTH = /\bBROWSERS\)|\binTurn\(/;

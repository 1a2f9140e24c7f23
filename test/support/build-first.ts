import { build } from '../../src/tools/cli/build.ts';
import { BROWSERS } from './browsers.ts';

/**
 * Builds before the tests that start browsers: they run side by side, and one folder takes one
 * build at a time.
 */
export async function setup(): Promise<void> {
  for (const kind of BROWSERS) await build(kind);
}

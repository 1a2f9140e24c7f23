import { build } from '../../src/tools/cli/build.ts';

/**
 * Builds before the tests that read a build: they run side by side, and one folder takes one build
 * at a time.
 */
export async function setup(): Promise<void> {
  await build('chromium');
  await build('firefox');
}

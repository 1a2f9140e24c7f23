import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(fileURLToPath(import.meta.url), '../../../..');

/**
 * Where a program that is installed for demo and tests is kept between runs. Not below node_modules: `npm ci` empties that.
 * @param name of the program, with its version
 */
export function cacheFolder(name: string): string {
  return join(ROOT, '.cache', name);
}

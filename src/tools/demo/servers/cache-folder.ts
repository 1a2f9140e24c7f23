import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(fileURLToPath(import.meta.url), '../../../../..');

/**
 * Returns where a program installed for demo and tests is kept between runs. Not below node_modules, which `npm ci`
 * empties.
 * @param name of the program, with its version
 */
export function cacheFolder(name: string): string {
  return join(ROOT, '.cache', name);
}

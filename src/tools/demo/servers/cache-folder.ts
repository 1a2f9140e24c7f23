import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(fileURLToPath(import.meta.url), '../../../../..');

/**
 * Returns where a program installed for demo and tests is kept between runs. Not below
 * node_modules, which `npm ci` empties. A folder that is a link, such as that of a second work
 * tree, is known by what it points to: a program that is found under another path is installed
 * anew, under the hands of whoever uses it.
 * @param name of the program, with its version
 */
export function cacheFolder(name: string, root = ROOT): string {
  const cache = join(root, '.cache');
  return join(existsSync(cache) ? realpathSync(cache) : cache, name);
}

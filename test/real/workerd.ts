/** The engine of Cloudflare's network, from npm. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../support/npm-packages.ts';

/** npm has its binary for these systems. */
export const HAS_WORKERD = ['darwin', 'linux'].includes(process.platform);

/** @returns the path of the program */
export function installWorkerd(): string {
  const folder = installPackages(['workerd@1.20261117.1']);
  const found = globSync('node_modules/@cloudflare/workerd-*/bin/workerd', { cwd: folder });
  return join(folder, found[0] ?? '');
}

/**
 * Packages from npm that a newcomer's `npm ci` need not install: installed once, when a command
 * first needs them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../src/tools/demo/servers/cache-folder.ts';

/**
 * @param packages with their exact versions, such as `ws@8.23.0`; their install scripts do not run
 * @returns the folder whose `node_modules` has them
 * @throws one line that says what to do
 */
export function installPackages(packages: readonly string[]): string {
  const names = packages.join(' ');
  const folder = cacheFolder(names.replace(/[^\w.-]+/g, '-').replace(/^-/, ''));
  const done = join(folder, 'installed.txt');
  if (existsSync(done)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Without one, npm would look for a project in the folders above.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  runNpm(
    [
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      ...packages,
    ],
    folder,
    names,
  );
  // Last, so that an interrupted installation is not taken for a complete one.
  writeFileSync(done, `${names}\n`);
  return folder;
}

function runNpm(args: readonly string[], folder: string, names: string): void {
  const npm = process.env.npm_execpath;
  const { status, stderr } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: folder, encoding: 'utf8' })
    : spawnSync('npm', args, {
        cwd: folder,
        encoding: 'utf8',
        shell: process.platform === 'win32',
      });
  if (status === 0) return;
  const said = /npm error (?!(?:code|errno|syscall|address|port|type) )(.+)/.exec(
    stderr ?? '',
  )?.[1];
  throw new Error(
    `The npm registry did not answer or lacks ${names}; check the connection, then run this again.${said ? ` (${said})` : ''}`,
  );
}

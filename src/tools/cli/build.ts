/**
 * Builds the extension: `npm run build` for both targets. Tests, demo and benchmark call `build`
 * too: a target whose sources did not change is not written again.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { BrowserKind } from '../browsers/find.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');
const output = join(root, '.output');

const FOLDER: Readonly<Record<BrowserKind, string>> = {
  chromium: 'chrome-mv3',
  firefox: 'firefox-mv3',
};
const TARGET: Readonly<Record<BrowserKind, string>> = { chromium: 'chrome', firefox: 'firefox' };
const KINDS = Object.keys(FOLDER) as BrowserKind[];

/** Everything that goes into a build. */
export const SOURCES = [
  'entrypoints',
  'src',
  'wxt.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/**
 * Builds the extension for one kind of browser, for production. Takes about 2 seconds, or nothing
 * if it is up to date.
 * @returns the folder to load into the browser; throws with the builder's own output if the build
 * fails
 */
export async function build(kind: BrowserKind): Promise<string> {
  const folder = join(output, FOLDER[kind]);
  const stampFile = join(output, `${FOLDER[kind]}.built-from`);
  // Hashed before building, so that changes made meanwhile trigger the next build.
  const sources = hashOf(root, SOURCES);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp(sources, folder))
    return folder;

  runWxt('build', '--browser', TARGET[kind]);
  writeFileSync(stampFile, stamp(sources, folder));
  return folder;
}

/**
 * Returns the stamp of a build. It covers the output, so that a folder that was deleted or built by
 * other means is rebuilt.
 */
function stamp(sources: string, folder: string): string {
  return `${sources} ${hashOf(output, [relative(output, folder)])}`;
}

function runWxt(...args: string[]): void {
  const environment: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1' };
  // A test runner's mode would end up in the build.
  for (const name of [
    'NODE_ENV',
    'VITEST',
    'VITEST_MODE',
    'MODE',
    'DEV',
    'PROD',
    'TEST',
    'FORCE_COLOR',
  ])
    delete environment[name];
  const wxt = join(root, 'node_modules/wxt/bin/wxt.mjs');
  const result = spawnSync(process.execPath, [wxt, ...args], {
    cwd: root,
    env: environment,
    encoding: 'utf8',
  });
  if (result.status === 0) return;
  const words = stripVTControlCharacters(`${result.stdout}${result.stderr}`).trim();
  throw new Error(
    `wxt ${args.join(' ')} failed:\n${words || (result.error?.message ?? 'without a word')}`,
  );
}

/** Hashes names and contents of files and folders below `base`; missing ones count as empty. */
function hashOf(base: string, names: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of names.flatMap((name) => filesUnder(base, name)).toSorted()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(base, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * The files of a folder, or the one file that is meant.
 * @param name a file or folder below `base`, `.` for `base` itself; a missing one counts as empty
 * @returns their paths from `base`, with forward slashes on every system
 */
export function filesUnder(base: string, name: string): string[] {
  const path = join(base, name);
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [relative(base, path).split(sep).join('/')];
  return readdirSync(path).flatMap((entry) => filesUnder(base, join(name, entry)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    for (const kind of KINDS) process.stdout.write(`${kind.padEnd(10)}${await build(kind)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

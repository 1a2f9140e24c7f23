/** Finds a suitable Python, and keeps a folder of installed packages for it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PythonPackages {
  /** Folder of the virtual environment; recreated if an earlier installation was interrupted. */
  readonly folder: string;
  /** In pip's syntax, such as `aiohttp==3.14.1`. */
  readonly requirements: readonly string[];
  /** Names of packages to omit though others depend on them. */
  readonly without?: readonly string[];
  /** Versions of Python that the packages support; by default all that we know. */
  readonly fitting?: readonly PythonVersion[];
}

/** Newest first. */
const KNOWN = ['3.13', '3.12', '3.11'] as const;
export type PythonVersion = (typeof KNOWN)[number];

const WINDOWS = process.platform === 'win32';

/** Written last, so that an incomplete folder is not taken for a complete one. */
const DONE = 'installed.txt';

/**
 * Installs the packages once, and again if they change or the folder is moved, because its programs
 * contain its path.
 * @returns folder of the programs that came with them
 * @throws one line that says what to install or do
 */
export function ensurePackages(packages: PythonPackages): string {
  const { folder, requirements, without = [] } = packages;
  fillOnce(folder, [...requirements, ...without.map((name) => `without ${name}`)], () =>
    fill(packages),
  );
  return programsOf(folder);
}

/** Empties the folder and fills it, unless its contents are already as wanted. */
function fillOnce(folder: string, contents: readonly string[], fill: () => void): void {
  const file = join(folder, DONE);
  const wanted = [folder, ...contents].map((line) => `${line}\n`).join('');
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  fill();
  writeFileSync(file, wanted);
}

function programsOf(folder: string): string {
  return join(folder, WINDOWS ? 'Scripts' : 'bin');
}

function interpreterOf(folder: string): string {
  return join(programsOf(folder), WINDOWS ? 'python.exe' : 'python');
}

/**
 * Installs uv, unless it is there, into its own environment beside the packages'.
 * @returns the program
 */
function ensureUv(folder: string, fitting: readonly PythonVersion[]): string {
  if (spawnSync('uv', ['--version']).status === 0) return 'uv';
  const own = join(folder, '..', 'uv');
  fillOnce(own, ['uv'], () => {
    const python = findPython(process.env.PATH, fitting);
    if (!python)
      throw new Error(
        `Install ${wordsFor(fitting)} (python.org, or your system's packages), then run this again.`,
      );
    const [command = '', ...args] = python;
    run(
      command,
      [...args, '-m', 'venv', own],
      'Install the package python3-venv, then run this again.',
    );
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', 'uv'];
    run(interpreterOf(own), install, NO_PACKAGES);
  });
  return join(programsOf(own), WINDOWS ? 'uv.exe' : 'uv');
}

function fill({ folder, requirements, without = [], fitting = KNOWN }: PythonPackages): void {
  const uv = ensureUv(folder, fitting);
  const python = `>=${fitting.at(-1)},<=${fitting[0]}.99`;
  const make = ['venv', '--quiet', '--allow-existing', '--python', python, folder];
  run(uv, make, `Install ${wordsFor(fitting)}; uv found none.`);
  // A requirement that matches no system overrides all others.
  const overrides = join(folder, 'overrides.txt');
  writeFileSync(overrides, without.map((name) => `${name}; sys_platform == 'never'\n`).join(''));
  const install = [
    'pip',
    'install',
    '--quiet',
    '--python',
    interpreterOf(folder),
    '--override',
    overrides,
  ];
  run(uv, [...install, ...requirements], NO_PACKAGES);
}

const NO_PACKAGES =
  'PyPI did not answer or lacks a package; check the connection, then run this again.';

/** @returns for instance "Python 3.11, 3.12 or 3.13" */
function wordsFor(fitting: readonly PythonVersion[]): string {
  return `Python ${[...fitting]
    .reverse()
    .join(', ')
    .replace(/, (?=[^,]+$)/, ' or ')}`;
}

/** @returns command and arguments that start a suitable Python, or null */
export function findPython(
  path = process.env.PATH ?? '',
  fitting: readonly PythonVersion[] = KNOWN,
): readonly string[] | null {
  const named = fitting.map((version) => [`python${version}`]);
  const launcher = WINDOWS ? fitting.map((version) => ['py', `-${version}`]) : [];
  const candidates = [...launcher, ['python3'], ['python'], ...named];
  return candidates.find((candidate) => isFitting(candidate, path, fitting)) ?? null;
}

function isFitting(
  [command = '', ...args]: readonly string[],
  path: string,
  fitting: readonly PythonVersion[],
): boolean {
  const ask = [...args, '-c', 'import sys; print("%d.%d" % sys.version_info[:2])'];
  const { stdout } = spawnSync(command, ask, {
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
  return fitting.some((version) => version === stdout?.trim());
}

/** @throws with `advice` and the program's last line if it fails */
function run(command: string, args: readonly string[], advice: string): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status === 0) return;
  const last = stderr?.trim().split('\n').at(-1);
  throw new Error(last ? `${advice} (${last})` : advice);
}

/** Finds a suitable Python, and keeps a folder of installed packages for it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PythonPackages {
  /** Folder of the virtual environment; recreated if an earlier installation was interrupted. */
  readonly folder: string;
  /** In pip's syntax, such as `aiohttp==3.14.1`. */
  readonly requirements: readonly string[];
  /** Names of packages to omit though others depend on them. Only uv can do that; it is installed if missing. */
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
 * Installs the packages once, and again if they change or the folder is moved, because its programs contain its path.
 * @returns folder of the programs that came with them
 * @throws one line that says what to install or do
 */
export function ensurePackages(packages: PythonPackages): string {
  const { folder, requirements, without = [], fitting = KNOWN } = packages;
  fillOnce(folder, [...requirements, ...without.map((name) => `without ${name}`)], () => {
    const uv = findUv() ?? (without.length > 0 ? installUv(folder, fitting) : null);
    if (uv) installByUv(uv, packages);
    else installByPip(folder, requirements, fitting);
  });
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

function findUv(): string | null {
  return spawnSync('uv', ['--version']).status === 0 ? 'uv' : null;
}

/** Installs uv into its own environment beside the packages'. @returns path of the program */
function installUv(folder: string, fitting: readonly PythonVersion[]): string {
  const own = join(folder, '..', 'uv');
  fillOnce(own, ['uv'], () => installByPip(own, ['uv'], fitting));
  return join(programsOf(own), WINDOWS ? 'uv.exe' : 'uv');
}

function installByUv(uv: string, { folder, requirements, without = [], fitting = KNOWN }: PythonPackages): void {
  const python = `>=${fitting.at(-1)},<=${fitting[0]}.99`;
  const make = ['venv', '--quiet', '--allow-existing', '--python', python, folder];
  run(uv, make, `Install ${wordsFor(fitting)}; uv found none.`);
  // A requirement that matches no system overrides all others.
  const overrides = join(folder, 'overrides.txt');
  writeFileSync(overrides, without.map((name) => `${name}; sys_platform == 'never'\n`).join(''));
  const install = ['pip', 'install', '--quiet', '--python', interpreterOf(folder), '--override', overrides];
  run(uv, [...install, ...requirements], NO_PACKAGES);
}

function installByPip(folder: string, requirements: readonly string[], fitting: readonly PythonVersion[]): void {
  const python = findPython(process.env.PATH, fitting);
  if (!python)
    throw new Error(`Install ${wordsFor(fitting)} (python.org, or your system's packages), then run this again.`);
  const [command = '', ...args] = python;
  run(command, [...args, '-m', 'venv', folder], 'Install the package python3-venv, then run this again.');
  run(
    interpreterOf(folder),
    ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...requirements],
    NO_PACKAGES,
  );
}

const NO_PACKAGES = 'PyPI did not answer or lacks a package; check the connection, then run this again.';

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
  const { stdout } = spawnSync(command, ask, { encoding: 'utf8', env: { ...process.env, PATH: path } });
  return fitting.some((version) => version === stdout?.trim());
}

/** @throws with `advice` and the program's last line if it fails */
function run(command: string, args: readonly string[], advice: string): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status === 0) return;
  const last = stderr?.trim().split('\n').at(-1);
  throw new Error(last ? `${advice} (${last})` : advice);
}

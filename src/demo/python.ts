/** Finds a Python that fits, and keeps a folder of installed packages for it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PythonPackages {
  /** Folder of the virtual environment; made anew when an earlier installation broke off. */
  readonly folder: string;
  /** As pip takes them, such as `aiohttp==3.14.1`. */
  readonly requirements: readonly string[];
}

/** Newest first; both ends included. */
const FITTING = ['3.13', '3.12', '3.11'] as const;
const WANTED = 'Python 3.11, 3.12 or 3.13';

const WINDOWS = process.platform === 'win32';

/** Written last, so that a half-made folder is not taken for a whole one. */
const DONE = 'installed.txt';

/**
 * Installs the packages once.
 * @returns folder of the programs that came with them
 * @throws one line that says what to install or do
 */
export function ensurePackages({ folder, requirements }: PythonPackages): string {
  const programs = join(folder, WINDOWS ? 'Scripts' : 'bin');
  if (existsSync(join(folder, DONE))) return programs;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, '..'), { recursive: true });
  const interpreter = join(programs, WINDOWS ? 'python.exe' : 'python');
  if (spawnSync('uv', ['--version']).status === 0) {
    run('uv', ['venv', '--quiet', '--python', `>=${FITTING.at(-1)},<3.14`, folder], `Install ${WANTED}; uv found none.`);
    run('uv', ['pip', 'install', '--quiet', '--python', interpreter, ...requirements], NO_PACKAGES);
  } else {
    const python = findPython();
    if (!python) throw new Error(`Install ${WANTED} (python.org, or your system's packages), then run this again.`);
    const [command = '', ...args] = python;
    run(command, [...args, '-m', 'venv', folder], 'Install the package python3-venv, then run this again.');
    run(interpreter, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...requirements], NO_PACKAGES);
  }
  writeFileSync(join(folder, DONE), `${requirements.join('\n')}\n`);
  return programs;
}

const NO_PACKAGES = 'PyPI did not answer or lacks a package; check the connection, then run this again.';

/** @returns command and arguments that start a fitting Python, or null */
export function findPython(path = process.env.PATH ?? ''): readonly string[] | null {
  const named = FITTING.map((version) => [`python${version}`]);
  const launcher = WINDOWS ? FITTING.map((version) => ['py', `-${version}`]) : [];
  const candidates = [...launcher, ['python3'], ['python'], ...named];
  return candidates.find((candidate) => isFitting(candidate, path)) ?? null;
}

function isFitting([command = '', ...args]: readonly string[], path: string): boolean {
  const ask = [...args, '-c', 'import sys; print("%d.%d" % sys.version_info[:2])'];
  const { stdout } = spawnSync(command, ask, { encoding: 'utf8', env: { ...process.env, PATH: path } });
  return FITTING.some((version) => version === stdout?.trim());
}

/** @throws with `advice` and the program's last line when it fails */
function run(command: string, args: readonly string[], advice: string): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status === 0) return;
  const last = stderr?.trim().split('\n').at(-1);
  throw new Error(last ? `${advice} (${last})` : advice);
}

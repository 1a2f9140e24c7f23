import { spawnSync } from 'node:child_process';
import { type BrowserKind, findBrowser, PATH_VARIABLE } from './find.ts';

const NAME: Readonly<Record<BrowserKind, string>> = { chromium: 'Chromium', firefox: 'Firefox' };
const PACKAGE: Readonly<Record<BrowserKind, string>> = {
  chromium: 'chromium',
  firefox: 'firefox-esr',
};
/** Bare Debian has no emoji: badges in screenshots would begin with an empty box. */
const EMOJI_FONT = 'fonts-noto-color-emoji';

const NO_SANDBOX =
  'As root, Chromium runs without its sandbox: open nothing else in its window, or run this command as another user.\n';
let saidNoSandbox = false;

/** Returns whether this runs as root, where Chromium's sandbox refuses to run. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Finds the installed browser; if there is none and we are root on Debian or Ubuntu, installs the
 * distribution's package. That takes about 15 seconds and is announced on standard error, where all
 * output of apt-get goes too. Also says there, once, that Chromium has no sandbox as root.
 * @throws one clear line saying what to install if there is none and we may not install
 */
export function ensureBrowser(kind: BrowserKind): void {
  if (kind === 'chromium' && isRoot() && !saidNoSandbox) {
    saidNoSandbox = true;
    process.stderr.write(NO_SANDBOX);
  }
  if (findBrowser(kind)) return;
  if (!mayInstall()) throw new Error(adviceFor(kind));

  process.stderr.write(`Installing ${NAME[kind]} (Debian package ${PACKAGE[kind]}, once)…\n`);
  if (!aptGet('update') || !install(PACKAGE[kind]) || !findBrowser(kind))
    throw new Error(`apt-get could not install ${PACKAGE[kind]}. ${adviceFor(kind)}`);
  install(EMOJI_FONT); // everything works without it
}

/** Returns one line for a person: what to install, and how to point to a program elsewhere. */
export function adviceFor(kind: BrowserKind): string {
  const name = kind === 'chromium' ? 'Chromium, Google Chrome or Edge' : 'Firefox';
  const debian = `on Debian: sudo apt-get install ${PACKAGE[kind]}`;
  return `No ${name} found. Install one (${debian}), or set ${PATH_VARIABLE[kind]} to the path of one.`;
}

/** Returns whether this is root on Debian or Ubuntu. */
export function mayInstall(): boolean {
  if (process.platform !== 'linux' || !isRoot()) return false;
  return spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Installs a package of the distribution. @returns whether that worked */
export function install(debianPackage: string): boolean {
  return aptGet('install', '-y', '--no-install-recommends', debianPackage);
}

/** Runs apt-get with these arguments. @returns whether it worked */
export function aptGet(...args: string[]): boolean {
  // To standard error only, because standard output belongs to the calling program.
  const result = spawnSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return result.status === 0;
}

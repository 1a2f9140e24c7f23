import { spawnSync } from 'node:child_process';
import { type BrowserKind, findBrowser, PATH_VARIABLE } from './find.ts';

const NAME: Readonly<Record<BrowserKind, string>> = { chromium: 'Chromium', firefox: 'Firefox' };
const PACKAGE: Readonly<Record<BrowserKind, string>> = { chromium: 'chromium', firefox: 'firefox-esr' };
/** Bare Debian has no emoji: badges in screenshots would begin with an empty box. */
const EMOJI_FONT = 'fonts-noto-color-emoji';
/** Bare Debian has no font for Japanese and Chinese either: screenshots in these languages would show only boxes. */
const CJK_FONT = 'fonts-noto-cjk';

const NO_SANDBOX =
  'As root, Chromium runs without its sandbox: open nothing else in its window, or run this command as another user.\n';
let saidNoSandbox = false;

/** Returns whether this runs as root, where Chromium's sandbox refuses to run. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Finds the installed browser; if there is none and we are root on Debian or Ubuntu, installs the distribution's
 * package. That takes about 15 seconds and is announced on standard error, where all output of apt-get goes too. Also
 * says there, once, that Chromium has no sandbox as root.
 * @throws one clear line saying what to install if there is none and we may not install
 */
export function ensureBrowser(kind: BrowserKind): void {
  if (kind === 'chromium' && isRoot() && !saidNoSandbox) {
    saidNoSandbox = true;
    process.stderr.write(NO_SANDBOX);
  }
  if (findBrowser(kind)) return;
  if (!mayInstall()) throw new Error(adviceFor(kind, process.platform));

  process.stderr.write(`Installing ${NAME[kind]} (Debian package ${PACKAGE[kind]}, once)…\n`);
  if (!aptGet('update') || !install(PACKAGE[kind]) || !findBrowser(kind))
    throw new Error(`apt-get could not install ${PACKAGE[kind]}. ${adviceFor(kind, process.platform)}`);
  install(EMOJI_FONT); // everything works without it
}

/**
 * Makes sure that there is a font for Japanese and Chinese: if Linux has none and we are root on Debian or Ubuntu,
 * installs the distribution's package (60 MB). Says on standard error what it does, or, in one line, what is missing
 * and how to get it.
 * @returns whether there is one now
 */
export function ensureCjkFont(): boolean {
  if (hasCjkFont()) return true;
  if (mayInstall()) {
    process.stderr.write(`Installing a font for Japanese and Chinese (Debian package ${CJK_FONT}, once)…\n`);
    if (aptGet('update') && install(CJK_FONT)) return true;
  }
  process.stderr.write(
    `Pictures in Japanese and Chinese show boxes: there is no font. Install one (on Debian: sudo apt-get install ${CJK_FONT}).\n`,
  );
  return false;
}

/** Returns one line for a person: what to install on `platform`, and how to point to a program elsewhere. */
export function adviceFor(kind: BrowserKind, platform: NodeJS.Platform): string {
  const name = kind === 'chromium' ? 'Chromium, Google Chrome or Edge' : 'Firefox';
  const elsewhere = `or set ${PATH_VARIABLE[kind]} to the path of one`;
  if (platform === 'darwin') {
    const cask = kind === 'chromium' ? 'google-chrome' : 'firefox';
    return `No ${name} found. Install one (brew install --cask ${cask}), ${elsewhere}.`;
  }
  if (platform === 'win32') {
    const id = kind === 'chromium' ? 'Google.Chrome' : 'Mozilla.Firefox';
    return `No ${name} found. Install one (winget install ${id}), ${elsewhere}.`;
  }
  return `No ${name} found. Install one (on Debian: sudo apt-get install ${PACKAGE[kind]}), ${elsewhere}.`;
}

/** Returns whether there is such a font: other systems ship one; on Linux, fontconfig's list tells. */
function hasCjkFont(): boolean {
  if (process.platform !== 'linux') return true;
  const { status, stdout } = spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '';
}

function mayInstall(): boolean {
  if (process.platform !== 'linux' || !isRoot()) return false;
  return spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
}

function install(debianPackage: string): boolean {
  return aptGet('install', '-y', '--no-install-recommends', debianPackage);
}

function aptGet(...args: string[]): boolean {
  // To standard error only, because standard output belongs to the calling program.
  const result = spawnSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return result.status === 0;
}

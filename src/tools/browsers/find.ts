import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

export type BrowserKind = 'chromium' | 'firefox';

/** The machine, as far as the search looks at it. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isProgram: (path: string) => boolean;
}

/** The variable that names a browser of your choice; it overrides everything installed. */
export const PATH_VARIABLE: Readonly<Record<BrowserKind, string>> = {
  chromium: 'CHROMIUM_PATH',
  firefox: 'FIREFOX_PATH',
};

/** Unbranded Chromium comes first, as the tests are tuned to it. */
const ON_PATH: Readonly<Record<BrowserKind, readonly string[]>> = {
  chromium: [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'google-chrome-beta',
    'microsoft-edge-stable',
    'microsoft-edge',
  ],
  firefox: ['firefox', 'firefox-esr', 'firefox-developer-edition'],
};

const LINUX: Readonly<Record<BrowserKind, readonly string[]>> = {
  chromium: [
    '/usr/bin/chromium',
    '/usr/lib/chromium/chromium',
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
    '/snap/bin/chromium',
  ],
  firefox: ['/usr/bin/firefox', '/usr/bin/firefox-esr', '/opt/firefox/firefox', '/snap/bin/firefox'],
};

const MAC_APPS: Readonly<Record<BrowserKind, readonly string[]>> = {
  chromium: ['Chromium', 'Google Chrome', 'Google Chrome Beta', 'Microsoft Edge'],
  firefox: ['Firefox', 'Firefox Developer Edition'],
};

const WINDOWS: Readonly<Record<BrowserKind, readonly string[]>> = {
  chromium: [
    'Chromium\\Application\\chrome.exe',
    'Google\\Chrome\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ],
  firefox: ['Mozilla Firefox\\firefox.exe', 'Firefox Developer Edition\\firefox.exe'],
};

const THIS_MACHINE: Machine = { platform: process.platform, env: process.env, isProgram };

/**
 * Finds an installed browser: the path variable first, then PATH, then the usual places of the platform.
 * @returns absolute path of the first one found, or null; throws if the path variable names something that is not a program
 */
export function findBrowser(kind: BrowserKind, machine: Machine = THIS_MACHINE): string | null {
  const variable = PATH_VARIABLE[kind];
  const named = machine.env[variable];
  if (named) {
    if (machine.isProgram(named)) return named;
    throw new Error(`${variable} names ${named}, which is no program. Correct it, or unset it to search for one.`);
  }
  return [...pathCandidates(kind, machine), ...usualPlaces(kind, machine)].find(machine.isProgram) ?? null;
}

function pathCandidates(kind: BrowserKind, { platform, env }: Machine): string[] {
  // On Windows browsers are not on PATH, and a stray `chromium.bat` could not be driven.
  if (platform === 'win32') return [];
  const folders = (env.PATH ?? '').split(posix.delimiter).filter((folder) => posix.isAbsolute(folder));
  return ON_PATH[kind].flatMap((name) => folders.map((folder) => posix.join(folder, name)));
}

function usualPlaces(kind: BrowserKind, { platform, env }: Machine): string[] {
  if (platform === 'darwin') {
    const roots = ['/Applications', ...(env.HOME ? [posix.join(env.HOME, 'Applications')] : [])];
    return roots.flatMap((root) =>
      MAC_APPS[kind].map((app) => `${root}/${app}.app/Contents/MacOS/${kind === 'firefox' ? 'firefox' : app}`),
    );
  }
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined);
    return roots.flatMap((root) => WINDOWS[kind].map((place) => win32.join(root, place)));
  }
  return [...LINUX[kind]];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Missing, or not executable for us: both mean "not here".
    return false;
  }
}

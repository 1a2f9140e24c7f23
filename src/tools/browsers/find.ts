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

/** On PATH. Unbranded Chromium comes first, as the tests are tuned to it. */
const NAMES: Readonly<Record<BrowserKind, readonly string[]>> = {
  chromium: [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'microsoft-edge-stable',
    'microsoft-edge',
  ],
  firefox: ['firefox', 'firefox-esr', 'firefox-developer-edition'],
};

const MAC_APPS: Readonly<Record<BrowserKind, readonly string[]>> = {
  chromium: [
    'Chromium.app/Contents/MacOS/Chromium',
    'Google Chrome.app/Contents/MacOS/Google Chrome',
    'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  firefox: [
    'Firefox.app/Contents/MacOS/firefox',
    'Firefox Developer Edition.app/Contents/MacOS/firefox',
  ],
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
 * Finds an installed browser: the path variable first, then PATH, then the folders of applications.
 * @returns absolute path of the first one found, or null; throws if the path variable names
 * something that is not a program
 */
export function findBrowser(kind: BrowserKind, machine: Machine = THIS_MACHINE): string | null {
  const variable = PATH_VARIABLE[kind];
  const named = machine.env[variable];
  if (named) {
    if (machine.isProgram(named)) return named;
    throw new Error(
      `${variable} names ${named}, which is no program. Correct it, or unset it to search for one.`,
    );
  }
  return candidates(kind, machine).find(machine.isProgram) ?? null;
}

function candidates(kind: BrowserKind, { platform, env }: Machine): string[] {
  // On Windows browsers are not on PATH, and a stray `chromium.bat` could not be driven.
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
      (root) => root !== undefined,
    );
    return roots.flatMap((root) => WINDOWS[kind].map((place) => win32.join(root, place)));
  }
  const folders = [...(env.PATH ?? '').split(posix.delimiter), '/usr/bin', '/snap/bin'].filter(
    posix.isAbsolute,
  );
  const onPath = NAMES[kind].flatMap((name) => folders.map((folder) => posix.join(folder, name)));
  const roots = ['/Applications', ...(env.HOME ? [posix.join(env.HOME, 'Applications')] : [])];
  return [
    ...onPath,
    ...roots.flatMap((root) => MAC_APPS[kind].map((app) => posix.join(root, app))),
  ];
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

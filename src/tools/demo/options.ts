/** The command-line options of the demo. */
import { parseArgs } from 'node:util';
import type { BrowserKind } from '../browsers/find.ts';

export interface DemoOptions {
  /** null: the first that is installed. */
  readonly browser: BrowserKind | null;
  readonly headless: boolean;
  readonly openWebUi: boolean;
}

export const HELP = `Usage: npm run demo [-- OPTIONS]

Opens a small chat with an agent behind it in a browser with Stream Fixer, switched on for that page.

  --browser chromium|firefox  which browser (the first one installed)
  --headless                  without a window: drives the chat itself and reports before and after
                              (always so without a display and in CI)
  --open-webui                the real Open WebUI 0.12.4 and Hermes Agent 0.19.0 from PyPI instead of recordings
                              (Python 3.11 or 3.12), with a window: "npm run test:real" tests them without
  --help                      this text
`;

/**
 * @param args the arguments after the program's name
 * @returns null if help is requested
 * @throws one line that names what is wrong
 */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): DemoOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      browser: { type: 'string' },
      headless: { type: 'boolean', default: false },
      'open-webui': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const { browser = null, headless, 'open-webui': openWebUi } = values;
  if (values.help) return null;
  if (browser !== null && browser !== 'chromium' && browser !== 'firefox')
    throw new Error(`--browser takes chromium or firefox, not "${browser}".`);
  const hasWindow = !headless && hasDisplay(env, platform);
  if (!hasWindow && openWebUi)
    throw new Error(
      'The real programs are shown in a window only; without one, "npm run test:real" tests them.',
    );
  return { browser, headless: !hasWindow, openWebUi };
}

/** Whether somebody can see a window: there is a display, and this is no CI. */
export function hasDisplay(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): boolean {
  if (env.CI && env.CI !== 'false') return false;
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

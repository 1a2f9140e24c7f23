/** The command-line options of the demo. */
import { parseArgs } from 'node:util';
import type { BrowserKind } from '../browsers/find.ts';

export interface DemoOptions {
  /** null: the first that is installed. */
  readonly browser: BrowserKind | null;
  readonly headless: boolean;
  readonly hermes: boolean;
  /** Comes with Hermes. */
  readonly openWebUi: boolean;
}

export type ReadOptions =
  | { readonly type: 'run'; readonly options: DemoOptions }
  | { readonly type: 'help' }
  | { readonly type: 'wrong'; readonly message: string };

export const HELP = `Usage: npm run demo [-- OPTIONS]

Opens a small chat with an agent behind it in a browser with Stream Fixer, switched on for that page.

  --browser chromium|firefox  which browser (the first one installed)
  --headless                  without a window: drives the chat itself and reports before and after
                              (always so without a display and in CI)
  --hermes                    the real Hermes Agent 0.19.0 from PyPI instead of recordings (Python 3.11 to 3.13)
  --open-webui                the real Open WebUI 0.12.4 from PyPI with the real Hermes behind it (Python 3.11 or 3.12)
  --help                      this text
`;

const OPTIONS = {
  browser: { type: 'string' },
  headless: { type: 'boolean' },
  hermes: { type: 'boolean' },
  'open-webui': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** @param args the arguments after the program's name */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): ReadOptions {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    if (values.help) return { type: 'help' };
    const { browser = null, headless = false, hermes = false, 'open-webui': openWebUi = false } = values;
    if (browser !== null && browser !== 'chromium' && browser !== 'firefox')
      return { type: 'wrong', message: `--browser takes chromium or firefox, not "${browser}".` };
    return { type: 'run', options: { browser, headless: headless || !hasDisplay(env, platform), hermes, openWebUi } };
  } catch (error) {
    return { type: 'wrong', message: `${(error as Error).message} npm run demo -- --help lists the options.` };
  }
}

/** Whether somebody can see a window: there is a display, and this is no CI. */
export function hasDisplay(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): boolean {
  if (env.CI && env.CI !== 'false') return false;
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

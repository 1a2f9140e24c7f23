/** What can be said on the command line of the demo. */
import type { BrowserKind } from '../browsers/find.ts';

export interface DemoOptions {
  /** null: the first that is installed. */
  readonly browser: BrowserKind | null;
  readonly headless: boolean;
  readonly hermes: boolean;
  /** Brings Hermes with it. */
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

/** @param args what follows the program's name */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): ReadOptions {
  let browser: BrowserKind | null = null;
  let headless = !hasDisplay(env, platform);
  let hermes = false;
  let openWebUi = false;
  const rest = args.flatMap((arg) =>
    arg.startsWith('--browser=') ? ['--browser', arg.slice('--browser='.length)] : [arg],
  );
  while (rest.length > 0) {
    const arg = rest.shift() ?? '';
    if (arg === '--help' || arg === '-h') return { type: 'help' };
    if (arg === '--headless') headless = true;
    else if (arg === '--hermes') hermes = true;
    else if (arg === '--open-webui') openWebUi = true;
    else if (arg === '--browser') {
      const name = rest.shift() ?? '';
      if (name !== 'chromium' && name !== 'firefox') {
        return { type: 'wrong', message: `--browser takes chromium or firefox${name && `, not "${name}"`}.` };
      }
      browser = name;
    } else return { type: 'wrong', message: `Unknown option "${arg}"; npm run demo -- --help lists them.` };
  }
  return { type: 'run', options: { browser, headless, hermes, openWebUi } };
}

function hasDisplay(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): boolean {
  if (env.CI && env.CI !== 'false') return false;
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

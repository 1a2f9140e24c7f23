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
  const { tokens } = parseArgs({
    args: [...args],
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  let browser: BrowserKind | null = null;
  const on = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !Object.hasOwn(OPTIONS, token.name)) {
      return { type: 'wrong', message: `Unknown option "${args[token.index]}"; npm run demo -- --help lists them.` };
    }
    if (token.name === 'help') return { type: 'help' };
    if (token.name !== 'browser') on.add(token.name);
    else if (token.value === 'chromium' || token.value === 'firefox') browser = token.value;
    else {
      const got = token.value ? `, not "${token.value}"` : '';
      return { type: 'wrong', message: `--browser takes chromium or firefox${got}.` };
    }
  }
  const headless = on.has('headless') || !hasDisplay(env, platform);
  return { type: 'run', options: { browser, headless, hermes: on.has('hermes'), openWebUi: on.has('open-webui') } };
}

/** Whether somebody can see a window: there is a display, and this is no CI. */
export function hasDisplay(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): boolean {
  if (env.CI && env.CI !== 'false') return false;
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

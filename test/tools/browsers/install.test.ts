import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BrowserKind } from '../../../src/tools/browsers/find.ts';
import { adviceFor, ensureBrowser } from '../../../src/tools/browsers/install.ts';

const ADVICE: readonly (readonly [BrowserKind, string, string])[] = [
  ['chromium', 'sudo apt-get install chromium', 'CHROMIUM_PATH'],
  ['firefox', 'sudo apt-get install firefox-esr', 'FIREFOX_PATH'],
];

test.each(ADVICE)('if %s is missing, one line says to run %s or to set %s', (kind, command, variable) => {
  const advice = adviceFor(kind);

  expect(advice).toContain(command);
  expect(advice).toContain(variable);
  expect(advice).not.toContain('\n');
});

describe('an installed browser', () => {
  beforeEach(() => {
    // Any program will do: nothing is started.
    vi.stubEnv('CHROMIUM_PATH', process.execPath);
    vi.stubEnv('FIREFOX_PATH', process.execPath);
    vi.resetModules();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  test('is used as it is', () => {
    expect(() => ensureBrowser('chromium')).not.toThrow();
  });

  test.each([
    [0, ['chromium', 'chromium', 'firefox'], 1],
    [0, ['firefox'], 0],
    [1000, ['chromium'], 0],
  ] as const)('for user %i who wants %j, %i line says that Chromium has no sandbox', async (user, kinds, lines) => {
    vi.spyOn(process, 'getuid').mockReturnValue(user);
    const said = hearing();
    const fresh = await import('../../../src/tools/browsers/install.ts');
    for (const kind of kinds) fresh.ensureBrowser(kind);

    expect(said().match(/^As root, Chromium runs without its sandbox: .+\n/gm) ?? []).toHaveLength(lines);
    expect(said().split('\n')).toHaveLength(lines + 1);
  });
});

function hearing(): () => string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  return () => write.mock.calls.map(([text]) => String(text)).join('');
}

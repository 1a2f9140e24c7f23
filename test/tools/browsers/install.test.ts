import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BrowserKind } from '../../../src/tools/browsers/find.ts';
import { adviceFor, ensureBrowser } from '../../../src/tools/browsers/install.ts';
import { ensureCjkFont } from '../../screenshots/cjk-font.ts';

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

// On other systems nothing is checked or installed.
describe.runIf(process.platform === 'linux')('a font for Japanese and Chinese', () => {
  let folder = '';

  /** The only programs that exist; the calls of apt-get are recorded. */
  function bring(fonts: string, apt: 'works' | 'fails' | 'is missing'): void {
    folder = mkdtempSync(join(tmpdir(), 'stream-fixer-fonts-'));
    vi.stubEnv('PATH', folder);
    vi.spyOn(process, 'getuid').mockReturnValue(0);
    script('fc-list', `echo "${fonts}"`);
    if (apt !== 'is missing')
      script('apt-get', `echo "$@" >> ${folder}/asked; case "$*" in *install*) exit ${apt === 'works' ? 0 : 1};; esac`);
  }

  function script(name: string, lines: string): void {
    writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(folder, name), 0o755);
  }

  function asked(): string {
    return existsSync(join(folder, 'asked')) ? readFileSync(join(folder, 'asked'), 'utf8') : '';
  }

  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  test('an existing font is enough, and nothing is said', () => {
    bring('/fonts/NotoSansCJK.ttc: Noto Sans CJK JP', 'works');
    const said = hearing();

    expect(ensureCjkFont()).toBe(true);
    expect(asked()).toBe('');
    expect(said()).toBe('');
  });

  test("if there is none, the distribution's package is installed", () => {
    bring('', 'works');
    const said = hearing();

    expect(ensureCjkFont()).toBe(true);
    expect(asked()).toMatch(/install .*fonts-noto-cjk/);
    expect(said()).toMatch(/^Installing [^\n]*\n$/);
  });

  test.each([
    ['fails', 0],
    ['is missing', 0],
    ['works', 1000],
  ] as const)('where apt-get %s for user %i, one line says what to install', (apt, user) => {
    bring('', apt);
    vi.spyOn(process, 'getuid').mockReturnValue(user);
    const said = hearing();

    expect(ensureCjkFont()).toBe(false);
    expect(said().trim().split('\n').at(-1)).toContain('apt-get install fonts-noto-cjk');
    expect(asked().includes('install')).toBe(apt === 'fails');
  });
});

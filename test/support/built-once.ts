import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';

/**
 * On the worker's global object, because all files of a run share it, even if this module is
 * reloaded.
 */
const cache = globalThis as typeof globalThis & { builtPages?: Map<string, Promise<string>> };

/**
 * Builds pages once for all test files of a worker.
 * @param name of the pages
 * @returns the folder with what was built, which is removed at the end of the process
 */
export function builtOnce(name: string, config: InlineConfig): Promise<string> {
  cache.builtPages ??= new Map();
  const built = cache.builtPages.get(name) ?? buildNow(name, config);
  cache.builtPages.set(name, built);
  return built;
}

async function buildNow(name: string, config: InlineConfig): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), `stream-fixer-${name}-`));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const shared = { configFile: false, envFile: false, logLevel: 'error' } as const;
  const whole = {
    outDir,
    emptyOutDir: true,
    minify: false,
    modulePreload: false,
    ...config.build,
  } as const;
  await build({ ...shared, ...config, build: whole });
  return outDir;
}

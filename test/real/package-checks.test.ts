/**
 * The packed package, judged by what its users run: linters of packages, npm's strict mode, and an
 * engine without streams.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNormalizer } from '../../src/package/core.ts';
import { pack } from '../../src/tools/cli/package.ts';
import { parseRecording } from '../../src/tools/demo/servers/recordings.ts';
import { bytesOf, textOf } from '../normalizer/splits.ts';
import { installPackages } from '../support/npm-packages.ts';

const PACKAGES = ['publint@0.3.25', '@arethetypeswrong/cli@0.18.5', 'quickjs-emscripten@0.32.0'];

let folder = '';
let tarball = '';
let modules = '';

beforeAll(async () => {
  modules = join(installPackages(PACKAGES), 'node_modules');
  folder = mkdtempSync(join(tmpdir(), 'stream-fixer-checked-'));
  tarball = await pack(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const npm = process.env.npm_execpath;
  const args = ['install', '--engine-strict', '--no-audit', '--no-fund', tarball];
  const { status, stderr } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: folder, encoding: 'utf8' })
    : spawnSync('npm', args, { cwd: folder, encoding: 'utf8', shell: true });
  if (status !== 0) throw new Error(stderr);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program of a package. @returns what it wrote, if it found nothing; else what it found */
function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(modules, program), ...args],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  return status === 0 ? '' : `${stdout}${stderr}`;
}

test('publint finds nothing', () => {
  expect(run('publint/src/cli.js', 'run', tarball, '--strict')).toBe('');
});

test('its types are found and true, for modules of both kinds', () => {
  // Without `exports`, as before Node 12.7, no entry can be found.
  const args = [tarball, '--profile', 'node16'];
  expect(run('@arethetypeswrong/cli/dist/index.js', ...args)).toBe('');
});

test('npm installs nothing beside it', () => {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: object;
  };
  expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/stream-fixer']);
});

/**
 * What an engine must bring: here for the characters of JSON's ASCII form, with which nothing else
 * is asked for.
 */
const ENCODING = `
globalThis.TextEncoder = class {
  encode(text = '') {
    return Uint8Array.from(unescape(encodeURIComponent(text)), (unit) => unit.charCodeAt(0));
  }
};
globalThis.TextDecoder = class {
  decode(bytes = new Uint8Array()) {
    return decodeURIComponent(escape(String.fromCharCode(...bytes)));
  }
};`;

interface QuickJs {
  getQuickJS(): Promise<{
    newRuntime(): {
      setModuleLoader(load: (name: string) => string): void;
      newContext(): {
        evalCode(code: string, file: string, options?: { type: 'module' }): unknown;
        unwrapResult(result: unknown): unknown;
        getProp(from: unknown, name: string): unknown;
        dump(handle: unknown): unknown;
      };
    };
  }>;
}

test('its core cleans in QuickJS, whose engine has no streams, no timers and no encoding', async () => {
  const { getQuickJS } = createRequire(import.meta.url)(
    join(modules, 'quickjs-emscripten'),
  ) as QuickJs;
  const recording = resolve(import.meta.dirname, '../recordings/llama.cpp/b11549-one-tool.txt');
  const frames = parseRecording(readFileSync(recording, 'utf8')).frames;
  const here = createNormalizer();
  const expected = [...frames.map((frame) => here.push(bytesOf(frame))), here.end()];
  const runtime = (await getQuickJS()).newRuntime();
  const esm = join(folder, 'node_modules/stream-fixer/dist/esm');
  runtime.setModuleLoader((name) => readFileSync(join(esm, name), 'utf8'));
  const context = runtime.newContext();
  context.unwrapResult(context.evalCode(ENCODING, 'encoding.js'));
  const program = `
    import { createNormalizer } from 'core.js';
    const { push, end } = createNormalizer();
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    export const out = ${JSON.stringify(frames)}
      .map((frame) => decoder.decode(push(encoder.encode(frame))))
      .concat(decoder.decode(end()));`;

  const exported = context.unwrapResult(context.evalCode(program, 'main.js', { type: 'module' }));

  expect(expected.map(textOf).join('')).not.toBe(frames.join(''));
  expect(context.dump(context.getProp(exported, 'out'))).toEqual(expected.map(textOf));
});

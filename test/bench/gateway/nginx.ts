/** nginx as a plain reverse proxy, if it is installed (Debian: nginx-light). */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../src/tools/browsers/until.ts';
import { freePort } from '../../../src/tools/demo/servers/server-process.ts';

export interface Proxy {
  readonly origin: string;
  close(): void;
}

/** @returns null if there is no nginx */
export async function startNginx(upstream: string): Promise<Proxy | null> {
  if (spawnSync('nginx', ['-v']).status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-nginx-'));
  const port = await freePort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 2048; }
http { access_log off; ${paths.join(' ')}
  upstream behind { server ${new URL(upstream).host}; keepalive 64; }
  server { listen 127.0.0.1:${port}; location / {
    proxy_pass http://behind; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; } } }
`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  await until(() => listens(port), 'nginx listens');
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => done(false));
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
  });
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserKind } from '../../src/tools/browsers/find.ts';
import { ensureBrowser } from '../../src/tools/browsers/install.ts';
import { launch } from '../../src/tools/browsers/launch.ts';
import { build } from '../../src/tools/cli/build.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { type Mode, openBench, throughput } from './page-report.ts';
import { readOnce } from './socket-report.ts';
import { SOCKET_KINDS } from './socket-frames.ts';
import { STREAM_KINDS } from './bench-streams.ts';
import { quantile } from './quantile.ts';

const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');
const MIB = 1024 * 1024;

/**
 * Prints how fast streams and the packets of a socket pass the hook of this code relative to the hook of another commit, alternating in one
 * browser: the median ratio and its spread. Above 1 this code is faster.
 * @param ref a commit, branch or tag; it is checked out and built elsewhere, and installs what it needs by itself
 */
export async function reportComparison(
  kind: BrowserKind,
  ref: string,
  megabytes: number,
  rounds: number,
): Promise<void> {
  ensureBrowser(kind);
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-compare-'));
  const git = (...args: readonly string[]): void => void execFileSync('git', args, { cwd: ROOT, stdio: 'pipe' });
  git('worktree', 'add', '--detach', folder, ref);
  try {
    execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: 'pipe', shell: process.platform === 'win32' });
    const built = await build(kind);
    const theirs = join(folder, relative(ROOT, built), 'page-hook.js');
    await compare(kind, join(built, 'page-hook.js'), theirs, ref, megabytes, rounds);
  } finally {
    git('worktree', 'remove', '--force', folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures both servers alternately, and prints the speeds and their ratio. @param measure returns a speed */
async function pair(
  name: string,
  unit: string,
  servers: readonly BenchServer[],
  rounds: number,
  measure: (server: BenchServer) => Promise<number>,
): Promise<void> {
  const speeds: number[][] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    // The first in one round is second in the next: a browser slows down as it fills.
    for (const i of round % 2 ? [0, 1] : [1, 0]) {
      const server = servers[i];
      if (!server) continue;
      const speed = await measure(server);
      if (round > 0) speeds[i]?.push(speed); // the first round warms up
    }
  }
  const [own = [], other = []] = speeds;
  const ratios = own.map((speed, i) => speed / (other[i] ?? Number.NaN));
  console.log(
    `  ${name.padEnd(24)} ${quantile(own, 0.5).toFixed(0).padStart(5)} ${unit}, there ${quantile(other, 0.5).toFixed(0).padStart(5)}   ${quantile(ratios, 0.5).toFixed(2)} x (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
}

async function compare(
  kind: BrowserKind,
  ours: string,
  theirs: string,
  ref: string,
  megabytes: number,
  rounds: number,
): Promise<void> {
  const servers: BenchServer[] = [];
  for (const file of [ours, theirs]) servers.push(await startBenchServer(file, megabytes * MIB));
  const driver = await launch(kind, { extension: null });
  try {
    console.log(
      `\n${kind} ${await driver.browser.version()}: this code against ${ref}, ${megabytes} MiB, ${rounds} rounds in turn`,
    );
    for (const stream of STREAM_KINDS) {
      const mode: Mode = { name: stream, hooked: true, mode: 'plain', stream };
      await pair(stream, 'MB/s', servers, rounds, (server) => throughput(driver, server, mode));
    }
    for (const packets of SOCKET_KINDS) {
      await pair(`packets, ${packets}`, 'a ms', servers, rounds, async (server) => {
        const { added } = await readOnce((hooked) => openBench(driver, server, hooked), packets, true);
        return 1000 / added;
      });
    }
  } finally {
    await driver.close();
    for (const server of servers) await server.close();
  }
}

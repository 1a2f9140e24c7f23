import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPython } from '../../../src/tools/demo/servers/python.ts';
import { createStream, STREAM_KINDS } from '../bench-streams.ts';
import { framesOf, measureFrames } from '../frame-report.ts';
import { quantile } from '../quantile.ts';

const MIB = 1024 * 1024;
const PROXY = fileURLToPath(new URL('line_proxy.py', import.meta.url));

/**
 * Prints what a frame costs the pure normalizer in Node, beside a proxy in Python as people write
 * it, in turn in one run: one frame a push, as a live reply arrives.
 */
export function reportProxy(megabytes: number, rounds: number): void {
  const python = findPython();
  if (!python) return console.log('\nNo Python here: nothing to compare the normalizer with.');
  const streams = STREAM_KINDS.map((kind) => [kind, createStream(kind, megabytes * MIB)] as const);
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-bench-'));
  try {
    const files = streams.map(([kind, bytes]) => {
      const file = join(folder, kind);
      writeFileSync(file, bytes);
      return `${kind}=${file}`;
    });
    const frames = streams.map(([kind, bytes]) => [kind, framesOf(bytes)] as const);
    for (const [, one] of frames) measureFrames(one); // warms up
    const ours = new Map<string, number[]>();
    const theirs = new Map<string, number[]>();
    for (let round = 0; round < rounds; round++) {
      for (const [kind, one] of frames) add(ours, kind, measureFrames(one));
      for (const [kind, figure] of Object.entries(measureProxy(python, files)))
        add(theirs, kind, figure);
    }
    console.log(
      `\nNode ${process.versions.node}, the pure normalizer beside a proxy of 60 lines of Python: µs of CPU a frame, median of ${rounds} rounds`,
    );
    for (const kind of STREAM_KINDS) {
      const [own = 0, other = 0] = [ours, theirs].map((all) => quantile(all.get(kind) ?? [], 0.5));
      const times = (other / own).toFixed(1);
      console.log(
        `    ${kind.padEnd(8)} ${own.toFixed(2).padStart(6)} ${other.toFixed(2).padStart(6)}   ${times} times as fast`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function add(figures: Map<string, number[]>, kind: string, figure: number): void {
  figures.set(kind, [...(figures.get(kind) ?? []), figure]);
}

/** @returns µs of CPU a frame, by kind of stream */
function measureProxy(
  [command = '', ...args]: readonly string[],
  files: readonly string[],
): Readonly<Record<string, number>> {
  const { stdout, stderr, status } = spawnSync(command, [...args, PROXY, ...files], {
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`The proxy in Python failed: ${stderr.trim().split('\n').at(-1)}`);
  return JSON.parse(stdout) as Readonly<Record<string, number>>;
}

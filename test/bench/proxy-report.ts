import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPython } from '../../src/tools/demo/servers/python.ts';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { createStream, STREAM_KINDS, type StreamKind } from './bench-streams.ts';
import { quantile } from './quantile.ts';

const MIB = 1024 * 1024;
/** Bytes of one read from a fast network. */
const PIECE = 65_536;
const PROXY = fileURLToPath(new URL('peers/line_proxy.py', import.meta.url));
const COMPANION = fileURLToPath(new URL('../../src/companion/stream_fixer_companion.py', import.meta.url));

/** Required speed relative to the Python proxy, by stream: one frame per push, and chunks of 64 KiB. */
const ASKED = {
  clean: [10, 25],
  prose: [10, 25],
  tools: [10, 25],
  calls: [6, 8],
  defects: [4, 8],
} as const;

/** MB/s by "kind frame" and "kind 64k". */
type Figures = Readonly<Record<string, number>>;

function framesOf(bytes: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let at = 0, end = 0; at < bytes.length; at = end) {
    end = bytes.indexOf(10, at) + 1;
    while (bytes[end] !== 10) end = bytes.indexOf(10, end) + 1;
    frames.push(bytes.slice(at, ++end));
  }
  return frames;
}

function piecesOf(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, i) => bytes.slice(i * PIECE, (i + 1) * PIECE));
}

function speedOf(pieces: readonly Uint8Array[], bytes: number): number {
  const start = performance.now();
  const normalizer = createBodyNormalizer({ contentType: 'text/event-stream', isReply: true });
  for (let i = 0; i < pieces.length; i++) normalizer?.push(pieces[i] ?? new Uint8Array());
  normalizer?.end();
  return bytes / MIB / ((performance.now() - start) / 1000);
}

/** A stream in the pieces of both columns. They are made once: tidying them up must not count as work of the normalizer. */
interface Stream {
  readonly kind: StreamKind;
  readonly bytes: Uint8Array;
  readonly frames: readonly Uint8Array[];
  readonly pieces: readonly Uint8Array[];
}

function streamOf(kind: StreamKind, length: number): Stream {
  const bytes = createStream(kind, length);
  return { kind, bytes, frames: framesOf(bytes), pieces: piecesOf(bytes) };
}

function measureNormalizer(streams: readonly Stream[]): Figures {
  const figures: Record<string, number> = {};
  for (const { kind, bytes, frames, pieces } of streams) {
    figures[`${kind} frame`] = speedOf(frames, bytes.length);
    figures[`${kind} 64k`] = speedOf(pieces, bytes.length);
  }
  return figures;
}

function measurePython([command = '', ...args]: readonly string[], files: readonly string[]): Figures {
  const { stdout, stderr, status } = spawnSync(command, [...args, PROXY, COMPANION, ...files], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The Python proxy failed: ${stderr.trim().split('\n').at(-1)}`);
  return JSON.parse(stdout) as Figures;
}

/**
 * Prints how fast the pure normalizer is in Node, compared with a typical Python proxy, alternating in one run, and how
 * long the companion's filter takes in its server's loop. Without Python only the normalizer is measured.
 * @param python `STREAM_FIXER_PYTHON` or the first that is found; one with pydantic can run the companion too
 */
export function reportProxy(megabytes: number, rounds: number): void {
  const given = process.env.STREAM_FIXER_PYTHON;
  const python = given ? [given] : findPython();
  const streams = STREAM_KINDS.map((kind) => streamOf(kind, megabytes * MIB));
  const folder = mkdtempSync(join(tmpdir(), 'stream-fixer-bench-'));
  try {
    const files = streams.map(({ kind, bytes }) => {
      const file = join(folder, kind);
      writeFileSync(file, bytes);
      return `${kind}=${file}`;
    });
    const ours: Figures[] = [];
    const theirs: Figures[] = [];
    measureNormalizer(streams); // warms up
    for (let round = 0; round < rounds; round++) {
      ours.push(measureNormalizer(streams));
      if (python) theirs.push(measurePython(python, files));
    }
    print(ours, theirs, megabytes, rounds);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function print(ours: readonly Figures[], theirs: readonly Figures[], megabytes: number, rounds: number): void {
  console.log(
    `\n  the pure normalizer in Node ${process.versions.node}, MB/s, ${megabytes} MiB of 200-byte frames, median of ${rounds} rounds`,
  );
  if (theirs.length === 0) console.log('    no Python here: nothing to compare with');
  for (const kind of STREAM_KINDS) {
    const columns = (['frame', '64k'] as const).map((size, column) => {
      const own = ours.map((figures) => figures[`${kind} ${size}`] ?? Number.NaN);
      const ratios = theirs.map((figures, i) => (own[i] ?? Number.NaN) / (figures[`${kind} ${size}`] ?? Number.NaN));
      const beside = `${times(quantile(ratios, 0.5))} (${times(Math.min(...ratios))} to ${times(Math.max(...ratios))}), asked ${ASKED[kind][column]}`;
      return `${speed(own)} ${size === 'frame' ? 'one frame a push' : '64 KiB'}${ratios.length > 0 ? `: ${beside}` : ''}`;
    });
    const companion = theirs.map((figures) => figures[`${kind} companion`] ?? Number.NaN);
    const filter = companion.some(Number.isNaN) ? '' : `   companion's loop ${speed(companion)}`;
    console.log(`    ${kind.padEnd(8)} ${columns.join('   ')}${filter}`);
  }
  if (theirs.length > 0) console.log('    (in times the speed of the Python proxy, same round)');
}

function speed(values: readonly number[]): string {
  return quantile(values, 0.5).toFixed(0).padStart(4);
}

function times(ratio: number): string {
  return ratio.toFixed(1);
}

import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { createStream, STREAM_KINDS } from './bench-streams.ts';
import { quantile } from './quantile.ts';

const MIB = 1024 * 1024;

/** @returns the frames of a stream, each as one push */
export function framesOf(bytes: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let at = 0, end = 0; at < bytes.length; at = end) {
    end = bytes.indexOf(10, at) + 1;
    while (bytes[end] !== 10) end = bytes.indexOf(10, end) + 1;
    frames.push(bytes.slice(at, ++end));
  }
  return frames;
}

/** @returns µs of CPU a frame, whatever else the machine does */
export function measureFrames(frames: readonly Uint8Array[]): number {
  const start = process.cpuUsage();
  const normalizer = createBodyNormalizer({ contentType: 'text/event-stream', isReply: true });
  for (const frame of frames) normalizer?.push(frame);
  normalizer?.end();
  return process.cpuUsage(start).user / frames.length;
}

/**
 * Prints what the pure normalizer takes for a frame in Node, with one frame per push, as a live
 * reply arrives.
 */
export function reportFrames(megabytes: number, rounds: number): void {
  // Made once: tidying them up must not count as work of the normalizer.
  const streams = STREAM_KINDS.map(
    (kind) => [kind, framesOf(createStream(kind, megabytes * MIB))] as const,
  );
  for (const [, frames] of streams) measureFrames(frames); // warms up
  const times = streams.map(() => [] as number[]);
  for (let round = 0; round < rounds; round++)
    streams.forEach(([, frames], i) => times[i]?.push(measureFrames(frames)));
  console.log(
    `\nNode ${process.versions.node}, the pure normalizer: µs of CPU a frame, median of ${rounds} rounds`,
  );
  streams.forEach(([kind], i) =>
    console.log(`    ${kind.padEnd(8)} ${quantile(times[i] ?? [], 0.5).toFixed(2)}`),
  );
}

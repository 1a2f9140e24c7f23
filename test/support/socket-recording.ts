import type { SocketLine } from '../../src/doctor/socket-lines.ts';
import { readSocketLines } from '../../src/tools/cli/socket-recording.ts';

/**
 * @returns the frames that were received, in order.
 * @throws an Error naming the line that is invalid
 */
export function readSocketFrames(text: string): readonly string[] {
  return [...readSocketLines(text.split('\n'))].flatMap((line) =>
    line.kind === 'received' ? [line.frame] : [],
  );
}

/** @returns lines of one connection that received these frames */
export function socketLines(frames: readonly string[]): readonly SocketLine[] {
  return frames.map((frame) => ({ kind: 'received', frame }));
}

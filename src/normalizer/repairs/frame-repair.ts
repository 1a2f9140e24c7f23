import type { FrameFields } from '../framing.ts';

/** A frame as a repair sees it. */
export interface Frame {
  /** All of it, with its blank line. */
  readonly text: string;
  /** Null for a frame without data. */
  readonly fields: FrameFields | null;
  /** Its data, parsed; undefined for data that is no JSON. */
  readonly json: unknown;
}

/** One repair of the frames of a chat's stream. */
export interface FrameRepair {
  /** The file name. */
  readonly id: string;
  /** @returns the frames to read instead, none where the frame goes; null where there is nothing to repair */
  repair(frame: Frame): readonly string[] | null;
}

/** @returns the frame, ended by a blank line in its own style where it has none */
export function endFrame(text: string): string {
  if (text.slice(-4).replace(/\r\n?/g, '\n').endsWith('\n\n')) return text;
  const lineEnd = text.includes('\r\n') ? '\r\n' : text.includes('\r') ? '\r' : '\n';
  return text + (/[\r\n]$/.test(text) ? lineEnd : lineEnd + lineEnd);
}

/** @returns frames that each carry one part of the data, or null when they cannot be written faithfully */
export function cutFrame({ rewrite }: FrameFields, parts: readonly string[]): string[] | null {
  const frames: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    let frame = rewrite(parts[i] ?? '');
    if (frame === null) return null;
    if (i > 0 && frame.startsWith('\ufeff')) frame = frame.slice(1);
    frames.push(i < parts.length - 1 ? endFrame(frame) : frame);
  }
  return frames;
}

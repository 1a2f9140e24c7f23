import { parseJson, replaceStrings } from '../json/json-edit.ts';
import type { StreamRepairs } from '../repairs/stream-repairs.ts';
import type { Verdict } from '../reply/judged.ts';
import type { FrameContent } from './frame-judge.ts';

// Captured on import: the page shares our realm and may replace it later.
const ENCODER = new TextEncoder();

/**
 * Writes the frames that leave: applies the verdict, then the repairs of the stream. A frame that nothing changes keeps
 * its original bytes.
 * @param emit gets the output
 * @param onChange called before anything is removed
 */
export function createFrameWriter(
  repairs: StreamRepairs,
  emit: (bytes: Uint8Array) => void,
  onChange: () => void,
): (bytes: Uint8Array, content: FrameContent, verdict: Verdict) => void {
  function emitAll(frames: readonly Uint8Array[]): void {
    for (let i = 0; i < frames.length; i++) if (frames[i]) emit(frames[i] as Uint8Array);
  }

  return (bytes, { fields, json }, verdict) => {
    if (verdict.kind === 'keep' || !fields) return emitAll(repairs.leave(bytes, fields, json));
    onChange();
    // Keep the part of the frame that is not the marker.
    if (verdict.kind === 'remove' && (fields.lasting?.() ?? '') === '') return;
    const data = replaceStrings(fields.data, verdict.edits);
    const text = fields.rewrite(data);
    emitAll(repairs.leave(text === null ? bytes : ENCODER.encode(text), fields, parseJson(data), data));
  };
}

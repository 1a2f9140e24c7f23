import { NO_BYTES } from '../../lib/bytes.ts';
import type { Framing } from '../framing/framing.ts';
import { parseJson, replaceStrings } from '../json/json-edit.ts';
import { readFrame } from '../repairs/frame-repair.ts';
import type { StreamRepairs } from '../repairs/stream-repairs.ts';
import type { Leave } from './frame-queue.ts';

/** Applies the verdicts on frames, then the repairs of the stream. */
export interface Departure {
  /** A frame that nothing changes is emitted with its original bytes. */
  readonly leave: Leave;
  /** Emits what waits for the next frame. */
  flush(): void;
}

// Captured on import: the page shares our realm and may replace them later.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

/**
 * @param emit gets the output
 * @param changed called before anything is removed
 */
export function createDeparture(
  framing: Framing,
  repairs: StreamRepairs,
  emit: (bytes: Uint8Array) => void,
  changed: () => void,
): Departure {
  function emitAll(frames: readonly Uint8Array[]): void {
    for (let i = 0; i < frames.length; i++) emit(frames[i] ?? NO_BYTES);
  }

  return {
    leave(bytes, read, verdict) {
      // The frame that it repeats needed no stream repair, so this one needs none either.
      if (!read && verdict.kind === 'keep' && !repairs.waits() && !repairs.readsAll()) return emit(bytes);
      const { fields, json } = read ?? readFrame(framing.read, UTF8.decode(bytes));
      if (verdict.kind === 'keep' || !fields) return emitAll(repairs.leave(bytes, fields, json, fields?.data ?? ''));
      changed();
      // Keep the part of the frame that is not the marker.
      if (verdict.kind === 'remove' && (fields.lasting?.() ?? '') === '') return;
      const data = replaceStrings(fields.data, verdict.edits);
      const text = fields.rewrite(data);
      const cleaned = text === null ? bytes : ENCODER.encode(text);
      emitAll(repairs.leave(cleaned, fields, parseJson(data), data));
    },
    flush: () => emit(repairs.flush()),
  };
}

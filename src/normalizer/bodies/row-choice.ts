import { concat, copy, NO_BYTES, view } from '../../lib/bytes.ts';
import { createRowWatch, type Besides } from '../framing/object-row.ts';
import { isObject, parseJson } from '../json/json-edit.ts';
import type { BodyNormalizer } from './stream-normalizer.ts';

/** Bytes of a beginning that are held; no first object of a row is longer. */
const MAX_HELD = 1024 * 1024;

// Captured on import: the page shares our realm and may replace it later.
const UTF8 = new TextDecoder();

/**
 * Chooses how a body is read that may be objects in a row. Its beginning is held until that is
 * known; of one that begins with anything but an object, nothing is.
 * @param createRow creates what reads a row
 * @param other reads any other body, from its first byte
 */
export function createRowChoice(
  besides: Besides,
  createRow: () => BodyNormalizer,
  other: BodyNormalizer,
  onBroken?: () => void,
): BodyNormalizer {
  const watch = createRowWatch(besides);
  let chosen: BodyNormalizer | null = null;
  let held: Uint8Array[] = [];
  let length = 0;

  function choose(isRow: boolean): readonly Uint8Array[] {
    const begun = held;
    held = [];
    chosen = other;
    try {
      if (isRow && mayBeRow(view(concat(begun), 0, watch.firstLength()))) chosen = createRow();
    } catch {
      onBroken?.(); // a page may break what we rely on; it still gets its bytes
    }
    if (begun.length === 1) return chosen.push(begun[0] as Uint8Array);
    const parts: Uint8Array[] = [];
    for (let i = 0; i < begun.length; i++) parts[i] = concat(chosen.push(begun[i] as Uint8Array));
    return parts;
  }

  /** @param first the first object; empty if it spreads over several lines */
  function mayBeRow(first: Uint8Array): boolean {
    if (first.length === 0) return true;
    const json = parseJson(UTF8.decode(first));
    // In an event stream, chunks and errors that only lack their "data:" are repaired.
    return isObject(json) && !(besides === 'events' && ('choices' in json || 'error' in json));
  }

  /**
   * Returns whether the first object is held, and whatever may follow it, while nothing arrives.
   */
  const waitsForNext = (): boolean =>
    chosen === null && besides === 'events' && watch.firstLength() > 0;

  return {
    push(chunk) {
      if (chosen) return chosen.push(chunk);
      let isRow: boolean | null = null;
      for (let i = 0; i < chunk.length && isRow === null; i++)
        isRow = watch.isRow(chunk[i] as number);
      length += chunk.length;
      const isKnown = isRow !== null || length > MAX_HELD;
      held[held.length] = isKnown ? chunk : copy(chunk);
      return isKnown ? choose(isRow === true) : [];
    },
    end(how) {
      const begun = chosen ? NO_BYTES : concat(choose(false));
      return concat([begun, chosen?.end(how) ?? NO_BYTES]);
    },
    idle() {
      const begun = waitsForNext() ? concat(choose(true)) : NO_BYTES;
      return concat([begun, chosen?.idle() ?? NO_BYTES]);
    },
    waits: () => chosen?.waits() ?? waitsForNext(),
  };
}

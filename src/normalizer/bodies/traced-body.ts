import { MARKERS, type FrameTap } from '../reply/frame-trace.ts';
import type { BodyNormalizer } from './stream-normalizer.ts';

/** UTF-16 units after which a stretch is reported at the latest. */
const MAX_STRETCH = 65_536;

// Captured on import: the page shares our realm and may replace it later.
const Decoder = TextDecoder;
const GOES_ON = { stream: true };

/**
 * Reports a body that is not read in frames: in stretches that begin and end where the page has got everything, a JSON
 * answer as a whole.
 * @returns the same body with reports; the very same if there is no tap
 */
export function traceBody(body: BodyNormalizer, tap: FrameTap | undefined): BodyNormalizer {
  if (!tap) return body;
  let before = '';
  let after = '';
  let came = new Decoder();
  let left = new Decoder();
  /** Some of what is held arrived before the tap was opened. */
  let missed = false;

  function tell(): void {
    if (!missed && (before !== '' || after !== ''))
      tap?.frame({ before, after, why: before === after ? [] : reasons() });
    before = after = '';
    missed = false;
  }

  /** Stored chats do not say which rule removed something, so it counts as a marker. */
  function reasons(): readonly string[] {
    const found = tap?.found() ?? [];
    return found.length > 0 ? found : [MARKERS];
  }

  function pushUnseen(chunk: Uint8Array): readonly Uint8Array[] {
    const parts = body.push(chunk);
    before = after = '';
    came = new Decoder();
    left = new Decoder();
    missed = parts.length === 0;
    return parts;
  }

  function leave(bytes: Uint8Array): Uint8Array {
    after += left.decode(bytes, GOES_ON);
    return bytes;
  }

  return {
    ...body,
    push(chunk) {
      if (!tap.isOpen()) return pushUnseen(chunk);
      const text = came.decode(chunk, GOES_ON);
      before += text;
      const parts = body.push(chunk);
      for (let i = 0; i < parts.length; i++) if (parts[i]) leave(parts[i] as Uint8Array);
      if (after !== '' && (after.endsWith(text) || before.length > MAX_STRETCH)) tell();
      return parts;
    },
    end(how) {
      const rest = body.end(how);
      if (!tap.isOpen()) return rest;
      leave(rest);
      tell();
      return rest;
    },
    idle() {
      const bytes = body.idle();
      return tap.isOpen() ? leave(bytes) : bytes;
    },
  };
}

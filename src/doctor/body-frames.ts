import { createDataStreamFraming, createNdjsonFraming } from '../normalizer/framing/line-frames.ts';
import { createFrameSplitter } from '../normalizer/framing/frame-splitter.ts';
import type { Framing } from '../normalizer/framing/framing.ts';
import { createSseFraming } from '../normalizer/framing/sse-frames.ts';
import { WHOLE_JSON } from '../normalizer/framing/whole-json.ts';
import type { Carrier } from './carrier.ts';

/**
 * Splits a body into frames as it arrives, as its carrier requires; one that is read as a whole is
 * one frame. Keeps nothing but the beginning of one frame.
 * @param takeFrame receives the bytes of each frame, in order, and its text; of one that is too
 * long to be read, its parts, with null
 */
export function cutBody(
  carrier: Carrier,
  takeFrame: (bytes: Uint8Array, text: string | null) => void,
) {
  const framing = framingOf(carrier);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let isEnding = false;
  let endsWhole = true;
  function take(bytes: Uint8Array, text: string | null): void {
    endsWhole = !isEnding;
    takeFrame(bytes, text);
  }

  const splitter = createFrameSplitter(
    framing,
    (bytes) => take(bytes, decoder.decode(bytes)),
    (bytes) => take(bytes, null),
  );
  return {
    push: splitter.push,
    /**
     * The body has ended.
     * @returns whether the last frame is certainly complete; otherwise it was taken as it is
     */
    end(): boolean {
      isEnding = true;
      splitter.end();
      return endsWhole;
    },
    read: framing.read,
  };
}

function framingOf(carrier: Carrier): Framing {
  switch (carrier) {
    case 'event-stream':
      return createSseFraming();
    case 'json-lines':
      return createNdjsonFraming();
    case 'data-stream':
      return createDataStreamFraming();
    // Several objects in a row are no document.
    default:
      return { ...WHOLE_JSON, read: (text) => ({ event: null, data: text, rewrite: () => null }) };
  }
}

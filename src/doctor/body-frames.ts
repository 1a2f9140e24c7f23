import { concat } from '../lib/bytes.ts';
import { createDataStreamFraming, createNdjsonFraming } from '../normalizer/framing/line-frames.ts';
import { createFrameSplitter } from '../normalizer/framing/frame-splitter.ts';
import type { FrameFields, Framing } from '../normalizer/framing/framing.ts';
import { createSseFraming } from '../normalizer/framing/sse-frames.ts';
import type { Carrier } from './carrier.ts';

/** Receives the frames of a body, in order. */
export interface FrameTaker {
  /**
   * @param bytes of a whole frame, or of the next part of one that is too long
   * @param text of the frame; null if it is too long to be read
   */
  frame(bytes: Uint8Array, text: string | null): void;
}

/** Splits a body into frames as it arrives. Keeps nothing but the beginning of one frame. */
export interface BodyFrames {
  push(bytes: Uint8Array): void;
  /** The body has ended. @returns whether the last frame is certainly complete; otherwise it was taken as it is */
  end(): boolean;
  read(text: string): FrameFields | null;
}

/** Most bytes of a body without frames that are read as one text. */
export const MAX_WHOLE = 16 * 1024 * 1024;

/** Splits a body as its carrier requires; one that is read as a whole is one frame. */
export function cutBody(carrier: Carrier, taker: FrameTaker): BodyFrames {
  const framing = framingOf(carrier);
  return framing ? cutFrames(framing, taker) : takeWhole(taker);
}

function framingOf(carrier: Carrier): Framing | null {
  switch (carrier) {
    case 'event-stream':
      return createSseFraming();
    case 'json-lines':
      return createNdjsonFraming();
    case 'data-stream':
      return createDataStreamFraming();
    default:
      return null;
  }
}

function cutFrames(framing: Framing, taker: FrameTaker): BodyFrames {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let isEnding = false;
  let endsWhole = true;
  function take(bytes: Uint8Array, text: string | null): void {
    endsWhole = !isEnding;
    taker.frame(bytes, text);
  }

  const splitter = createFrameSplitter(
    framing,
    (bytes) => take(bytes, decoder.decode(bytes)),
    (bytes) => take(bytes, null),
  );
  return {
    push: splitter.push,
    end() {
      isEnding = true;
      splitter.end();
      return endsWhole;
    },
    read: framing.read,
  };
}

function takeWhole(taker: FrameTaker): BodyFrames {
  let parts: Uint8Array[] = [];
  let length = 0;
  let isLong = false;

  function take(): Uint8Array {
    const bytes = concat(parts);
    parts = [];
    return bytes;
  }

  return {
    push(bytes) {
      if (isLong) return taker.frame(bytes, null);
      parts.push(bytes.slice());
      length += bytes.length;
      if (length <= MAX_WHOLE) return;
      isLong = true;
      taker.frame(take(), null);
    },
    end() {
      if (!isLong && length > 0) {
        const bytes = take();
        taker.frame(bytes, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
      }
      return false;
    },
    read: (text) => ({ event: null, data: text, rewrite: () => null }),
  };
}

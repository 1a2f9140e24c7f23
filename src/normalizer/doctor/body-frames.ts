import { createDataStreamFraming } from '../data-stream-lines.ts';
import type { FrameFields, Framing } from '../framing.ts';
import { createNdjsonFraming } from '../ndjson-lines.ts';
import { createSseFraming } from '../sse-frames.ts';
import type { Carrier } from './carrier.ts';

/** A body cut into frames. */
export interface BodyFrames {
  readonly count: number;
  /** The last frame has its end for certain; else it is taken at the end of the body. */
  readonly endsWhole: boolean;
  /** @returns the text of a frame; '' for one that is not there */
  text(frame: number): string;
  /**
   * @returns the offset up to which bytes must be fed for the frame to be taken, and none behind it: behind a carriage
   *   return one byte more, as that alone may be half a line end
   */
  fedTo(frame: number): number;
  read(text: string): FrameFields | null;
}

/** Cuts a body as its carrier is cut; one that is read as a whole is one frame. */
export function cutBody(carrier: Carrier, body: Uint8Array): BodyFrames {
  const framing = framingOf(carrier);
  const ends = framing ? endsOf(framing, body) : [];
  const isWhole = ends.at(-1) === body.length;
  if (!isWhole && body.length > 0) ends.push(body.length);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    count: ends.length,
    endsWhole: isWhole && body[body.length - 1] !== CARRIAGE_RETURN,
    text: (frame) => decoder.decode(body.subarray(ends[frame - 1] ?? 0, ends[frame] ?? 0)),
    fedTo(frame) {
      const end = ends[frame] ?? body.length;
      return body[end - 1] === CARRIAGE_RETURN ? Math.min(end + 1, body.length) : end;
    },
    read: framing?.read ?? readWhole,
  };
}

const CARRIAGE_RETURN = 0x0d;

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

/** @returns the offsets behind the frames that have their end */
function endsOf(framing: Framing, body: Uint8Array): number[] {
  const view = new TextDecoder('latin1').decode(body);
  const ends: number[] = [];
  let at = 0;
  for (let end = framing.next(view, at, true); end !== -1; end = framing.next(view, at, true)) {
    ends.push(end);
    at = end;
  }
  return ends;
}

function readWhole(text: string): FrameFields {
  return { event: null, data: text, rewrite: () => null };
}

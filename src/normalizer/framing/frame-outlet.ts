import type { FrameSink } from './frame-sink.ts';
import { hasWork } from './skip-scan.ts';
import { isStray } from './strays.ts';

/** A frame with more bytes passes unchanged. */
export const MAX_FRAME = 8 * 1024 * 1024;

/** Passes whole frames on to a sink: unread if there is no work in them, unchanged if they are too long. */
export interface FrameOutlet {
  /** @param searched whether it is known that there is work, or that no frame may be skipped */
  hand(bytes: Uint8Array, text: string, searched?: boolean): void;
  /** Passes on the beginning of a frame that is too long to be held. */
  passBeginning(bytes: Uint8Array): void;
  /** Returns whether the stream is in the middle of such a frame. */
  isPassing(): boolean;
  /** Returns whether blank lines between frames may pass in one piece. */
  takesBlanks(): boolean;
  passBlanks(bytes: Uint8Array): void;
}

/** @param isSse the frames are those of an event stream */
export function createFrameOutlet(sink: FrameSink, isSse: boolean): FrameOutlet {
  /** In the middle of a frame that is too long to be held. */
  let passing = false;

  /**
   * Returns whether a frame has no work. Must agree with the search in frame-window.ts, because the same frames must be
   * skipped however the stream is cut.
   */
  function mayPass(text: string): boolean {
    if (sink.seesStrays() && isStray(text)) return false;
    // To `hasWork` a blank line between frames looks like a last frame without its end.
    return /^[\r\n]+$/.test(text) || !hasWork(text, isSse);
  }

  function skipsBlanks(): boolean {
    return sink.canSkip() && !sink.seesStrays();
  }

  return {
    hand(bytes, text, searched = false) {
      if (passing || bytes.length > MAX_FRAME) {
        sink.pass(bytes);
        passing = false;
      } else if (!searched && sink.canSkip() && mayPass(text)) sink.skip(bytes);
      else sink.frame(bytes, text);
    },
    passBeginning(bytes) {
      passing = true;
      if (bytes.length > 0) sink.pass(bytes);
    },
    isPassing: () => passing,
    takesBlanks: () => skipsBlanks() || (sink.passesBlanks?.() ?? false),
    passBlanks(bytes) {
      if (skipsBlanks()) sink.skip(bytes);
      else sink.blanks?.(bytes);
    },
  };
}

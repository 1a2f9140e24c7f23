import type { Framing } from '../framing/framing.ts';
import type { CurrentChunk, FrameSink, Repeats } from '../framing/frame-sink.ts';
import { createRepeatedFrame, stringIn, type FoundFrame } from '../framing/repeated-frame.ts';
import { isPlainText } from '../../lib/window-text.ts';
import type { GoingCall } from '../repairs/chunks/chunk-repairs.ts';
import type { Frame } from '../repairs/frame-repair.ts';
import { readFrame } from '../repairs/frame-repair.ts';
import type { FrameRepairs } from '../repairs/frame-repairs.ts';
import type { StreamRepairs } from '../repairs/stream-repairs.ts';
import type { Judged, Repeat } from '../reply/judged.ts';
import type { FrameContent } from './frame-queue.ts';
import type { OutgoingBytes } from './outgoing-bytes.ts';

/** What the frame reader works with, and where its frames go. */
export interface FrameReaderOptions {
  readonly framing: Framing;
  readonly frameRepairs: FrameRepairs;
  readonly repairs: Pick<StreamRepairs, 'going' | 'goOn' | 'goOnPlain' | 'sent'>;
  /** Whether frames that repeat an earlier one may be read by their text alone. */
  repeats(): boolean;
  /** Whether any frame waits to be emitted. If so, the call that the next one continues is unknown. */
  isWaiting(): boolean;
  /** Called for a frame that is not valid text. */
  onUnreadable(): void;
  /** Takes each frame that was read. */
  judge(bytes: Uint8Array, frame: Frame): Judged | null;
  /** Takes each frame that was judged by its text alone. */
  pass(bytes: Uint8Array, read: FrameContent | null, judged: Judged | null): void;
  /** Takes the bytes of each frame that continues the arguments of a call. */
  readonly out: OutgoingBytes;
}

/** Reads and repairs frames: the first of a kind in full, those that repeat it by their text alone. */
export interface FrameReader {
  /** @param text one unit per byte; see lib/window-text.ts */
  read(bytes: Uint8Array, text: string): void;
  /** Reads the next frames that differ from an earlier one in one string only; see FrameSink. */
  readRepeated(chunk: CurrentChunk, to: number, which: Repeats, sink: FrameSink): boolean;
  /** Whether any frame was read, that is, whether the parser has looked for a byte-order mark. */
  hasRead(): boolean;
  /** Passes on the frames that frame repairs hold back. */
  flush(): void;
}

/** How to judge a frame that repeats another, and the call that it continues, if any. */
type Repeated = Pick<Repeat, 'judge'> & { readonly going: GoingCall | null };

// Captured on import: the page shares our realm and may replace them later.
const ONE_UNIT_PER_BYTE = new TextDecoder('latin1');
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

export function createFrameReader(options: FrameReaderOptions): FrameReader {
  const { framing, frameRepairs, repairs, judge, out } = options;
  const repeated = createRepeatedFrame<Repeated>(framing.separator === '\n\n');
  let hasRead = false;

  function judgeAll(frames: readonly Frame[]): void {
    for (let i = 0; i < frames.length; i++) {
      const frame = frames[i];
      if (frame) judge(ENCODER.encode(frame.text), frame);
    }
  }

  /** @returns the call that the last frame continued; undefined while frames wait */
  function goingCall(): GoingCall | undefined {
    return options.isWaiting() ? undefined : (repairs.going() ?? undefined);
  }

  /** @returns false for a frame that must be read in full; nothing was done then */
  function readFound(bytes: Uint8Array, found: FoundFrame<Repeated>): boolean {
    const { judge: judgeText, going } = found.what;
    if (going && going !== goingCall()) return false;
    const text = going && found.isPlain ? null : stringIn(bytes, found);
    if (text === null && !found.isPlain) return false;
    // At the end of the stream it adds nothing to the frame that it repeats.
    const judged = judgeText(text ?? '');
    if (!going) options.pass(repeated.leaving(bytes, found), null, judged);
    else {
      if (text === null) repairs.goOnPlain(going, bytes, found.start, found.stop);
      else repairs.goOn(going, text);
      out.emit(repeated.leaving(bytes, found, out.room));
    }
    return true;
  }

  function flush(): void {
    judgeAll(frameRepairs.flush());
  }

  return {
    read(bytes, text) {
      const decoded = decode(bytes, text);
      if (decoded === null) {
        flush();
        options.onUnreadable();
        judge(bytes, { text: ONE_UNIT_PER_BYTE.decode(bytes), fields: null, json: undefined });
        return;
      }
      const frame = readFrame(framing.read, decoded);
      hasRead = true;
      const repaired = frameRepairs.repair(frame);
      if (repaired) return judgeAll(repaired);
      const again = judge(bytes, frame)?.repeat;
      if (!again || !options.repeats()) return;
      const going = text.includes('"tool_calls"') ? goingCall() : null;
      if (going !== undefined) {
        repeated.learn(bytes, text, again.path, { judge: again.judge, going }, going && repairs.sent());
      }
    },
    readRepeated(chunk, to, which, sink) {
      if (!options.repeats() || frameRepairs.remembers()) return false;
      const before = chunk.taken;
      for (let only = which; chunk.taken < to; only = which === 'any' ? 'any' : 'sure') {
        const mayPass = !repeated.works() && sink.canSkip();
        if (mayPass && only === 'sure') break;
        const found = repeated.find(chunk.bytes, chunk.taken, to);
        if (!found) break;
        if (!mayPass || found.works) {
          if (!readFound(chunk.bytes, found)) break;
          chunk.taken = found.end;
          sink.taken();
        } else if (only === 'any' && found.isIdle) {
          sink.skip(repeated.leaving(chunk.bytes, found));
          chunk.taken = found.end;
        } else break;
      }
      return chunk.taken > before;
    },
    hasRead: () => hasRead,
    flush,
  };
}

/** @returns the text of a frame; null for broken UTF-8, which passes unchanged */
function decode(bytes: Uint8Array, text: string): string | null {
  try {
    return isPlainText(text) ? text : UTF8.decode(bytes);
  } catch {
    return null;
  }
}

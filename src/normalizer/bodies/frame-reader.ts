import type { Framing } from '../framing/framing.ts';
import { createRepeatedFrame } from '../framing/repeated-frame.ts';
import type { GoingCall } from '../repairs/chunk-repairs.ts';
import type { Frame } from '../repairs/frame-repair.ts';
import { readFrame, type FrameRepairs } from '../repairs/frame-repairs.ts';
import type { StreamRepairs } from '../repairs/stream-repairs.ts';
import type { Judged, Repeat } from '../reply/reply.ts';
import type { FrameContent } from './frame-queue.ts';

/** What the reader of frames works with, and whom it hands them to. */
export interface FrameReaderOptions {
  readonly framing: Framing;
  readonly frameRepairs: FrameRepairs;
  readonly repairs: Pick<StreamRepairs, 'going' | 'goOn' | 'sent'>;
  /** May frames that repeat one before them be read by their text alone? */
  repeats(): boolean;
  /** Does any frame wait to leave? Then nobody knows which call the next one goes on with. */
  isWaiting(): boolean;
  /** Called where a frame is no text. */
  onUnreadable(): void;
  /** Takes each frame that is read. */
  judge(bytes: Uint8Array, frame: Frame): Judged | null;
  /** Takes each frame that was judged by its text alone. */
  pass(bytes: Uint8Array, read: FrameContent | null, judged: Judged | null): void;
  /** Takes the bytes of each frame that goes on with the arguments of a call. */
  emit(bytes: Uint8Array): void;
}

/** Reads frames and repairs them: the first of a kind in full, those that repeat it by their text alone. */
export interface FrameReader {
  /** @param text one unit per byte */
  read(bytes: Uint8Array, text: string): void;
  /**
   * Reads a frame that repeats one before it but for one string.
   * @returns false where it does not, and nothing was done
   */
  readRepeated(bytes: Uint8Array, onlyWork: boolean): boolean;
  /** A frame was read: the parser has looked for a byte-order mark. */
  hasRead(): boolean;
  /** Hands on what repairs of frames hold. */
  flush(): void;
}

/** How a frame is judged that repeats another one, and the call that it goes on with, if any. */
type Repeated = Pick<Repeat, 'judge'> & { readonly going: GoingCall | null };

// Captured on import: the page shares our realm and may replace them later.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

export function createFrameReader(options: FrameReaderOptions): FrameReader {
  const { framing, frameRepairs, repairs, judge } = options;
  const repeated = createRepeatedFrame<Repeated>(framing.separator === '\n\n');
  let hasRead = false;

  function judgeAll(frames: readonly Frame[]): void {
    for (let i = 0; i < frames.length; i++) {
      const frame = frames[i];
      if (frame) judge(ENCODER.encode(frame.text), frame);
    }
  }

  /** @returns the call that the last frame went on with; nothing while frames wait */
  function goingCall(): GoingCall | undefined {
    return options.isWaiting() ? undefined : (repairs.going() ?? undefined);
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
        judge(bytes, { text, fields: null, json: undefined });
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
    readRepeated(bytes, onlyWork) {
      if (!options.repeats() || frameRepairs.remembers()) return false;
      const found = repeated.read(bytes, onlyWork);
      if (!found) return false;
      const { judge: judgeText, going } = found.what;
      if (going && going !== goingCall()) return false;
      // To the end of the stream it says nothing that the other one has not said.
      const judged = judgeText(found.text);
      if (going) {
        repairs.goOn(going, found.text);
        options.emit(found.bytes);
      } else options.pass(bytes, null, judged);
      return true;
    },
    hasRead: () => hasRead,
    flush,
  };
}

/** @returns the text of a frame; null for broken UTF-8: the frame passes as it is */
function decode(bytes: Uint8Array, text: string): string | null {
  try {
    return isAscii(text) ? text : UTF8.decode(bytes);
  } catch {
    return null;
  }
}

function isAscii(text: string): boolean {
  if (text.length < 8) {
    for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x80) return false;
    return true;
  }
  // oxlint-disable-next-line no-control-regex -- the range of ASCII is what is meant
  return /^[\x00-\x7f]*$/.test(text);
}

import type { Framing } from '../framing/framing.ts';
import { type Frame, readFrame } from '../repairs/frame.ts';
import type { FrameRepairs } from '../repairs/frame-repairs.ts';

// Captured on import: the page shares our realm and may replace them later.
const ONE_UNIT_PER_BYTE = new TextDecoder('latin1');
const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

/**
 * Creates the reader of frames, which also repairs them.
 * @param judge takes each frame that was read
 * @param onUnreadable called for a frame that is not valid text, before it is judged
 * @param onCarried called for a frame that gets lines of a dropped one, before it is judged
 */
export function createFrameReader(
  framing: Framing,
  repairs: FrameRepairs,
  judge: (bytes: Uint8Array, frame: Frame) => void,
  onUnreadable: () => void,
  onCarried: () => void,
) {
  /** Lines of dropped frames. */
  let carried = '';
  /** A sound chunk came. */
  let isChat = false;

  /** An EventSource takes the id of a frame without data, too: others throw on such a frame. */
  function judgeWithCarried({ text }: Frame): void {
    const lines = carried;
    carried = '';
    onCarried();
    const frame = readFrame(
      framing.read,
      text.replace(/^\ufeff?/, (mark) => mark + lines),
    );
    try {
      judge(ENCODER.encode(frame.text), frame);
    } catch (error) {
      // The frame leaves unchanged, behind them.
      carried = lines;
      throw error;
    }
  }

  function judgeAll(frames: readonly Frame[]): void {
    for (let i = 0; i < frames.length; i++) {
      const frame = frames[i];
      if (!frame) continue;
      if (carried !== '' && frame.fields) judgeWithCarried(frame);
      else judge(ENCODER.encode(frame.text), frame);
    }
  }

  /** @returns the lines of dropped frames as a frame of their own */
  function takeCarried(): string {
    const text = carried === '' ? '' : `${carried}\n`;
    carried = '';
    return text;
  }

  function flush(): void {
    judgeAll(repairs.flush());
    const text = takeCarried();
    if (text !== '')
      judge(ENCODER.encode(text), { text, fields: null, json: undefined, sound: null });
  }

  return {
    /** @param text the content of a whole frame; broken UTF-8 is replaced */
    read(bytes: Uint8Array, text: string): void {
      if (!isText(bytes, text)) {
        if (framing.isText) throw new TypeError('not UTF-8');
        flush();
        onUnreadable();
        return judge(bytes, {
          text: ONE_UNIT_PER_BYTE.decode(bytes),
          fields: null,
          json: undefined,
          sound: null,
          unread: true,
        });
      }
      const frame = readFrame(framing.read, text);
      isChat ||= frame.sound !== null && frame.sound !== 'end';
      const isStraight = frame.sound !== null && !repairs.seesAll;
      const repaired = isStraight ? null : repairs.repair(frame, isChat);
      if (repaired) judgeAll(repaired);
      else if (carried !== '' && frame.fields) judgeAll([frame]);
      else judge(bytes, frame);
    },
    /**
     * Lets the lines of a dropped frame that last beyond it (`id`, `retry`) leave with the next
     * frame that has data.
     */
    drop(text: string): void {
      carried = framing.lasting(carried + text);
    },
    /** Passes on the frames that frame repairs hold back. */
    flush,
    /** @returns all text that is held, in case a call above has thrown */
    rest: (): string => takeCarried() + repairs.held(),
  };
}

/** Returns whether the bytes are valid UTF-8. @param text the same, decoded leniently */
function isText(bytes: Uint8Array, text: string): boolean {
  if (!text.includes('\ufffd')) return true;
  try {
    STRICT.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

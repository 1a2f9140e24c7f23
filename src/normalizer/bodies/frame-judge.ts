import { isObject } from '../json/json-edit.ts';
import type { Frame } from '../repairs/frame-repair.ts';
import type { StrayFrames } from '../repairs/stray-frames.ts';
import type { Judged, Reply } from '../reply/reply.ts';
import type { FrameContent } from './frame-queue.ts';

/** What the judge of frames asks, and whom it tells. */
export interface FrameJudgeOptions {
  readonly reply: Reply;
  readonly strays: StrayFrames;
  /** Called with each frame before it is judged. */
  onFrame(frame: Frame): void;
  /** Called with each that goes as a whole. */
  onRemoved(): void;
  /** Takes each frame that stays in its place, and what still may become of its text. */
  pass(bytes: Uint8Array, read: FrameContent | null, judged: Judged | null): void;
}

// Captured on import: the page shares our realm and may replace it later.
const ENCODER = new TextEncoder();
const UNREAD: FrameContent = { fields: null, json: undefined };

/**
 * Makes messages of frames and has the reply judge them.
 * @returns a function that takes frames in order, with their bytes, and returns what became of the message; null where
 *   it is not known, or went
 */
export function createFrameJudge({
  reply,
  strays,
  onFrame,
  onRemoved,
  pass,
}: FrameJudgeOptions): (bytes: Uint8Array, frame: Frame) => Judged | null {
  return (bytes, frame) => {
    const { text, fields, json } = frame;
    let judged: Judged | null = null;
    onFrame(frame);
    if (fields && isObject(json)) judged = reply.judge({ event: fields.event, json });
    else if (fields?.data.trim() === '[DONE]') reply.end();
    else if (text.trim() !== '') reply.pause(text.startsWith(':'));
    // What goes anyway need not wait, and what waits for nothing behind nothing leaves at once.
    if (judged?.removed) {
      onRemoved();
      const lasting = fields?.lasting?.() ?? '';
      if (lasting !== '') pass(ENCODER.encode(lasting), UNREAD, null);
      return null;
    }
    if (strays.goes(frame, judged !== null)) return null;
    pass(bytes, frame, judged);
    return judged;
  };
}

import { isObject } from '../json/json-edit.ts';
import type { Frame } from '../repairs/frame-repair.ts';
import type { StrayFrames } from '../repairs/stray-frames.ts';
import type { Judged } from '../reply/judged.ts';
import type { Reply } from '../reply/reply.ts';
import type { FrameContent } from './frame-queue.ts';

/** What the frame judge works with, and its callbacks. */
export interface FrameJudgeOptions {
  readonly reply: Reply;
  readonly strays: StrayFrames;
  /** Called with each frame before it is judged. */
  onFrame(frame: Frame): void;
  /** Called for each frame that is removed as a whole. */
  onRemoved(): void;
  /** Takes each frame that is kept, in order, with the pending verdict on its text. */
  pass(bytes: Uint8Array, read: FrameContent | null, judged: Judged | null): void;
}

// Captured on import: the page shares our realm and may replace it later.
const ENCODER = new TextEncoder();
const UNREAD: FrameContent = { fields: null, json: undefined };

/**
 * Turns frames into messages and lets the reply judge them.
 * @returns a function that takes frames in order, with their bytes, and returns the verdict on the message; null if it
 * is not known, or if the frame was removed
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
    // A frame that is removed anyway need not wait. One that waits for nothing is emitted at once if nothing waits
    // before it.
    if (judged?.removed) onRemoved();
    if (judged?.removed || strays.goes(frame, judged !== null)) {
      const lasting = fields?.lasting?.() ?? '';
      if (lasting !== '') pass(ENCODER.encode(lasting), UNREAD, null);
      return null;
    }
    pass(bytes, frame, judged);
    return judged;
  };
}

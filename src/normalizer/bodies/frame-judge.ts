import { isObject } from '../json/json-edit.ts';
import type { Frame } from '../repairs/frame-repair.ts';
import type { StrayFrames } from '../repairs/stray-frames.ts';
import type { Judged } from '../reply/judged.ts';
import type { Reply } from '../reply/reply.ts';

/** What a frame contains, as far as it matters when it leaves. */
export type FrameContent = Pick<Frame, 'fields' | 'json'>;

/** Takes each frame that is kept, with the pending verdict on its text; null if that stays. */
export type TakeJudged = (bytes: Uint8Array, content: FrameContent, judged: Judged | null) => void;

// Captured on import: the page shares our realm and may replace it later.
const ENCODER = new TextEncoder();
const UNREAD: FrameContent = { fields: null, json: undefined };

/**
 * Turns frames into messages and lets the reply judge them.
 * @param next takes the frames that are kept, in order
 * @param onRemoved called for each frame that is removed because it is nothing but tool progress
 * @returns a function that takes frames in order, with their bytes
 */
export function createFrameJudge(
  reply: Reply,
  strays: StrayFrames,
  next: TakeJudged,
  onRemoved: () => void,
): (bytes: Uint8Array, frame: Frame) => void {
  return (bytes, frame) => {
    const { text, fields, json } = frame;
    let judged: Judged | null = null;
    if (fields && isObject(json)) judged = reply.judge({ event: fields.event, json });
    else if (fields?.data.trim() === '[DONE]') reply.end();
    else if (text.trim() !== '') reply.pause(text.startsWith(':'));
    if (judged?.removed) onRemoved();
    if (judged?.removed || strays.goes(frame, judged !== null)) {
      const lasting = fields?.lasting?.() ?? '';
      if (lasting !== '') next(ENCODER.encode(lasting), UNREAD, null);
    } else next(bytes, frame, judged);
  };
}

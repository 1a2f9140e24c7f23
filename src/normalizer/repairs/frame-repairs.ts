import type { FrameFields } from '../framing.ts';
import { parseJson } from '../json-text.ts';
import { bareJson } from './bare-json.ts';
import { byteOrderMark } from './byte-order-mark.ts';
import { dataComments } from './data-comments.ts';
import { dataLines } from './data-lines.ts';
import { errorLines } from './error-lines.ts';
import type { Frame, FrameRepair } from './frame-repair.ts';
import { joinedObjects } from './joined-objects.ts';
import { lastBlankLine } from './last-blank-line.ts';
import { silentEvents } from './silent-events.ts';

/** Repairs the frames of one stream before anything else reads them. */
export interface FrameRepairs {
  /** @returns what to read in place of a frame, none where it goes; null for a frame that needs no repair */
  repair(frame: Frame): readonly Frame[] | null;
  /** A defect was found that a search for work does not see: every frame is to be looked at. */
  readsAll(): boolean;
  /** A sign of a chat has come. */
  isChat(): boolean;
}

/** In this order: what one gives, those behind it look at. */
export const FRAME_REPAIRS: readonly FrameRepair[] = [
  byteOrderMark, dataComments, silentEvents, errorLines, bareJson, joinedObjects, dataLines, lastBlankLine,
];

/** Signs of a chat: a chunk, or the heartbeats of gateways that come before the first one. */
const FIRST_SIGN = /"choices"|^data: ?:.*(?:processing|keep-?alive)/im;

/**
 * Only the stream of a chat is repaired, from its first chunk on: others have rules of their own.
 * @param read reads the fields of a frame
 * @param enabled ids of the repairs that are on
 * @param onRepair told the id of each repair that was made, once for each frame
 */
export function createFrameRepairs(read: (text: string) => FrameFields | null, enabled: ReadonlySet<string>, onRepair: (id: string) => void = () => {}): FrameRepairs {
  const repairs = FRAME_REPAIRS.filter(({ id }) => enabled.has(id));
  let isChat = false;
  let readsAll = false;

  /** Makes the repairs from a step on. */
  function repairFrom(frame: Frame, step: number): readonly Frame[] | null {
    for (let i = step; i < repairs.length; i++) {
      const repair = repairs[i];
      const texts = repair?.repair(frame);
      if (!repair || !texts) continue;
      onRepair(repair.id);
      return texts.flatMap((text) => {
        const made = readFrame(read, text);
        return repairFrom(made, i + 1) ?? [made];
      });
    }
    return null;
  }

  return {
    repair(frame) {
      isChat ||= FIRST_SIGN.test(frame.text);
      const frames = isChat ? repairFrom(frame, 0) : null;
      readsAll ||= frames !== null;
      return frames;
    },
    readsAll: () => readsAll,
    isChat: () => isChat,
  };
}

/** @returns a frame and what it says */
export function readFrame(read: (text: string) => FrameFields | null, text: string): Frame {
  const fields = read(text);
  return { text, fields, json: fields ? parseJson(fields.data) : undefined };
}

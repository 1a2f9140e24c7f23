import { isObject } from '../json/json-edit.ts';
import { endFrame, type FrameRepair } from './frame-repair.ts';

/** The last frame is whole but has no blank line behind it: a strict client drops it. A frame that is cut stays so. */
export const lastBlankLine: FrameRepair = {
  id: 'last-blank-line',
  repair({ text, fields, json }) {
    if (!isObject(json) && fields?.data.trim() !== '[DONE]') return null;
    // A strict client drops it as it is, and would throw when it got it.
    if (isObject(json) && json.choices === null) return null;
    const ended = endFrame(text);
    return ended === text ? null : [ended];
  },
};

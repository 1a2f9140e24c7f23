import { isObject } from '../json/json-edit.ts';
import { endFrame, type FrameRepair } from './frame-repair.ts';

/** The last frame is complete but lacks its blank line: a strict client drops it. A truncated frame stays as it is. */
export const lastBlankLine: FrameRepair = {
  id: 'last-blank-line',
  repair({ text, fields, json }) {
    if (!isObject(json) && fields?.data.trim() !== '[DONE]') return null;
    // A strict client drops this one as it is, and would throw if it were complete.
    if (isObject(json) && json.choices === null) return null;
    const ended = endFrame(text);
    return ended === text ? null : [ended];
  },
};

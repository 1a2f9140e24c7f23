import { isObject } from '../json/json-edit.ts';
import { cutFrame, type FrameRepair } from './frame-repair.ts';

/** One chunk over several `data:` lines: joined, for clients that read line by line (llama-ui, BetterChatGPT). */
export const dataLines: FrameRepair = {
  id: 'data-lines',
  repair({ fields, json }) {
    // In JSON, a line feed can only be between tokens.
    return fields?.data.includes('\n') && isObject(json) ? cutFrame(fields, [joinLines(fields.data)]) : null;
  },
};

/** Joins lines in one pass: a pattern that begins with blanks would scan each run of them once per blank. */
function joinLines(data: string): string {
  return data
    .split('\n')
    .flatMap((line) => line.trim() || [])
    .join(' ');
}

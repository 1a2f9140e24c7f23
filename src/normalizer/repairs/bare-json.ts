import { isObject, parseJson } from '../json/json-edit.ts';
import { endFrame, type FrameRepair } from './frame-repair.ts';

/** A line of JSON without `data:`, mostly an error (googleapis/js-genai#1973): becomes a frame. */
export const bareJson: FrameRepair = {
  id: 'bare-json',
  repair({ text }) {
    if (!text.includes('}') || !/(?:^|[\r\n])\{/.test(text)) return null;
    const frames: string[] = [];
    let found = false;
    let rest = '';
    for (const line of text.match(/[^\r\n]*(?:\r\n|[\r\n]|$)/g) ?? []) {
      const json = line.startsWith('{') ? parseJson(line) : null;
      if (!isObject(json) || !('error' in json || 'choices' in json)) {
        rest += line;
        continue;
      }
      if (rest.trim() !== '') frames.push(endFrame(rest));
      rest = '';
      found = true;
      frames.push(`data: ${line.trim()}\n\n`);
    }
    if (rest.trim() !== '') frames.push(rest);
    return found ? frames : null;
  },
};

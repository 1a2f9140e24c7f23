import { isObject } from '../json-text.ts';
import { writeMessage, type FrameRepair } from './frame-repair.ts';

/**
 * `choices` is null (MiniMax: RooCodeInc/Roo-Code#9105) or missing on a chunk with usage (Groq:
 * tashfeenahmed/freellmapi#156): becomes an empty array, as readers take its first entry. A frame of `data: null`
 * goes. A message that tells of an error stays. Off by default: an empty array says that there are no choices, null does not.
 */
export const nullChoices: FrameRepair = {
  id: 'null-choices',
  repair({ fields, json }) {
    if (!fields) return null;
    if (json === null) return [];
    if (!isObject(json) || json.choices != null || json.error != null) return null;
    return 'choices' in json || json.object === 'chat.completion.chunk' ? writeMessage(fields, { ...json, choices: [] }) : null;
  },
};

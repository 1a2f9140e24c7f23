import { isObject } from '../json/json-edit.ts';
import { editFrame, type FrameRepair } from './frame-repair.ts';

const PADDING = ['p', 'obfuscation'];

/**
 * Padding against eavesdroppers who count bytes: `p` (Mistral: NousResearch/hermes-agent#106006), `obfuscation`
 * (OpenAI: openai/openai-ruby#484). Removed, because strict schemas refuse a chunk with unknown fields. Off by default:
 * a page that relays the stream would lose the padding.
 */
export const paddingFields: FrameRepair = {
  id: 'padding-fields',
  repair({ fields, json }) {
    if (!fields || !isObject(json) || !('choices' in json)) return null;
    return editFrame(
      fields,
      PADDING.filter((key) => typeof json[key] === 'string').map((key) => ({ path: [key], remove: true })),
    );
  },
};

import { isObject, parseJson } from '../json/json-edit.ts';
import { editFrame, type FrameRepair } from './frame-repair.ts';
import { dataIn } from './defect-forms.ts';

/**
 * `choices` is null (MiniMax: RooCodeInc/Roo-Code#9105) or missing on a chunk with usage (Groq:
 * tashfeenahmed/freellmapi#156; DeepInfra: RooCodeInc/Roo-Code#9105), which may not even call
 * itself a chunk. It becomes one empty choice, as readers take the first entry, some unguarded
 * (Hollama), or an empty array on a message that is no chunk, whose choices may be of another kind.
 * A frame of `data: null` is dropped. A message that reports an error stays. OpenAI's schema
 * requires an array, and nine of thirteen readers break (test/clients).
 */
export const nullChoices: FrameRepair = {
  id: 'null-choices',
  stage: 'frame',
  stream: 'broken',
  about: {
    name: 'Missing "choices"',
    defect: '"choices" is null or missing, or the data of a frame is null.',
    breaks: [
      'OpenAI library read without a guard, Vercel AI SDK, big-AGI, BetterChatGPT, Hollama: throw',
      'Roo Code, Kilo Code: throw',
    ],
    whatWeDo:
      'In a chunk, "choices" becomes one empty choice, elsewhere an empty list; a frame of null is removed.',
    source: 'https://github.com/RooCodeInc/Roo-Code/issues/9105',
    form(frame) {
      const data = dataIn(frame);
      if (data.trim() === 'null') return { defect: 'The data of a frame is null.' };
      const json = parseJson(data);
      if (!isObject(json)) return null;
      return { defect: 'choices' in json ? '"choices" is null.' : 'A chunk has no "choices".' };
    },
  },
  repair({ fields, json }) {
    if (!fields) return null;
    if (json === null) return [];
    if (!isObject(json) || json.choices != null || json.error != null) return null;
    const isChunk = json.object === 'chat.completion.chunk' || isUsage(json);
    if (!isChunk && !('choices' in json)) return null;
    return editFrame(fields, [
      { path: ['choices'], json: isChunk ? '[{"index":0,"delta":{},"finish_reason":null}]' : '[]' },
    ]);
  },
};

/** What every chunk may have beside its choices. */
const OF_CHUNKS =
  /^(?:id|created|model|usage|system_fingerprint|service_tier|provider|\w+_id|obfuscation|timings|x_\w+)$/;

/**
 * Returns whether a message has nothing but figures of use, and perhaps what every chunk has. Logs
 * of calls have usage, too, beside what was said.
 */
function isUsage(json: Record<string, unknown>): boolean {
  return (
    isObject(json.usage) &&
    Object.entries(json).every(
      ([key, value]) =>
        OF_CHUNKS.test(key) || value === null || /^(?:number|boolean)$/.test(typeof value),
    )
  );
}

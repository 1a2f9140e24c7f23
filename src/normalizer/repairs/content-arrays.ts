import { arrayOf, stringOf } from '../dialects/fields.ts';
import { isObject, jsonString, type JsonEdit } from '../json/json-edit.ts';
import { editChoices, type FrameRepair } from './frame-repair.ts';

/**
 * The content of a delta is an array of parts (Mistral: symfony/ai#2422, prism-php/prism#862):
 * clients that join strings show `[object Object]`. Its texts become one string, its thinking
 * becomes `reasoning_content`. A delta with any other kind of part stays unchanged. Off by default:
 * a page that knows Mistral's parts shows them in their order.
 */
export const contentArrays: FrameRepair = {
  id: 'content-arrays',
  stage: 'frame',
  stream: 'legal',
  about: {
    name: 'Content as a list of parts',
    defect: 'The content of a delta is not text, but a list of parts.',
    breaks: [
      'OpenAI library, LangChain, most chat pages: the text is lost, or "[object Object]"',
      'symfony/ai, prism: an error',
    ],
    whatWeDo: 'The text of the parts becomes the content; thinking becomes reasoning.',
    allowed: "Mistral's documentation of its thinking models",
    source: 'https://github.com/symfony/ai/issues/2422',
  },
  repair(frame) {
    const like = frame.fields?.data ?? '';
    return editChoices(frame, ({ delta }, choice) => {
      const said =
        isObject(delta) && Array.isArray(delta.content) ? join(delta.content as unknown[]) : null;
      if (!said || !isObject(delta)) return [];
      const content = [...choice, 'delta', 'content'];
      const edits: JsonEdit[] = [
        said.text === null
          ? { path: content, remove: true }
          : { path: content, json: jsonString(said.text, like) },
      ];
      if (said.thinking !== null) {
        edits.push({
          path: [...choice, 'delta', 'reasoning_content'],
          json: jsonString(stringOf(delta.reasoning_content) + said.thinking, like),
        });
      }
      return edits;
    });
  },
};

interface Said {
  /** Null if there is no part of that kind. */
  readonly text: string | null;
  readonly thinking: string | null;
}

/** @returns the joined parts; null if one is of another kind */
function join(parts: readonly unknown[]): Said | null {
  let text: string | null = parts.length === 0 ? '' : null;
  let thinking: string | null = null;
  for (const part of parts) {
    const said = textOf(part);
    if (said !== null) text = (text ?? '') + said;
    else if (isObject(part) && part.type === 'thinking') {
      const thought = thoughtOf(part.thinking);
      if (thought === null) return null;
      thinking = (thinking ?? '') + thought;
    } else return null;
  }
  return { text, thinking };
}

function textOf(part: unknown): string | null {
  if (typeof part === 'string') return part;
  return isObject(part) && part.type === 'text' && typeof part.text === 'string' ? part.text : null;
}

function thoughtOf(thinking: unknown): string | null {
  if (typeof thinking === 'string') return thinking;
  if (!Array.isArray(thinking)) return null;
  const texts = arrayOf(thinking).map(textOf);
  return texts.includes(null) ? null : texts.join('');
}

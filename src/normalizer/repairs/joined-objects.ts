import { isObject, parseJson } from '../json/json-edit.ts';
import { cutFrame, type FrameRepair } from './frame-repair.ts';

/**
 * More objects in one frame than any proxy joins; also bounds the work on text that only looks like
 * it.
 */
const MAX_OBJECTS = 64;
const BOUNDARY = /\}\s*(?=[{[])/g;

/**
 * Several chunks, or a chunk and `[DONE]`, in one frame (Wei-Shaw/sub2api#1471): each gets its own
 * frame.
 */
export const joinedObjects: FrameRepair = {
  id: 'joined-objects',
  stage: 'frame',
  stream: 'broken',
  about: {
    name: 'Several chunks in one frame',
    defect: 'The data of one frame contains several chunks.',
    breaks: [
      'OpenAI libraries, Vercel AI SDK, LangChain, big-AGI, LobeHub, Hollama: throw',
      'NextChat, KoboldAI Lite, BetterChatGPT: the text of the frame is lost',
    ],
    whatWeDo: 'Each gets a frame of its own.',
    source: 'https://github.com/Wei-Shaw/sub2api/issues/1471',
  },
  repair({ fields, json }) {
    if (!fields || json !== undefined || !fields.data.includes('}')) return null;
    const parts = partsOf(fields.data);
    return parts && cutFrame(fields, parts);
  },
};

/**
 * @returns the objects that make up the text, with `[DONE]` if it follows; null for anything else
 */
function partsOf(data: string): string[] | null {
  const parts: string[] = [];
  let start = 0;
  let tries = 0;
  for (const found of data.matchAll(BOUNDARY)) {
    if (++tries > MAX_OBJECTS) return null;
    const part = data.slice(start, found.index + 1);
    if (!isObject(parseJson(part))) continue;
    parts.push(part);
    start = found.index + found[0].length;
  }
  const rest = data.slice(start).trim();
  if (parts.length === 0 || !(rest === '[DONE]' || isObject(parseJson(rest)))) return null;
  return [...parts, rest].map((part) => part.replace(/\n/g, ' '));
}

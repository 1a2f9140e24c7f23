import { isObject, parseJson } from '../json/json-edit.ts';
import { endFrame, type FrameRepair } from './frame-repair.ts';

/** A line of JSON without `data:`, mostly an error (googleapis/js-genai#1973): becomes a frame. */
export const bareJson: FrameRepair = {
  id: 'bare-json',
  stage: 'frame',
  stream: 'broken',
  about: {
    name: 'JSON without "data:"',
    defect: 'A line of JSON lacks the "data:" before it. Usually it is an error.',
    breaks: [
      'OpenAI library, LangChain, big-AGI, LobeHub, Hollama: the reply ends as if it was whole',
    ],
    whatWeDo: 'The line becomes a frame.',
    source: 'https://github.com/googleapis/js-genai/issues/1973',
  },
  repair({ text }) {
    if (!text.startsWith('{') && !text.includes('\n{') && !text.includes('\r{')) return null;
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

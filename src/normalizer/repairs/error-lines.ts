import { isObject, parseJson } from '../json/json-edit.ts';
import type { FrameRepair } from './frame-repair.ts';

/**
 * `error: {…}` instead of `data:` (older llama.cpp): the frame gets the error as data too. The line stays, because the
 * pages that came with those servers look for it.
 */
export const errorLines: FrameRepair = {
  id: 'error-lines',
  stage: 'frame',
  stream: 'broken',
  about: {
    name: 'Errors in a field of their own',
    defect: 'An error is sent in a field of its own, "error: {…}", which event streams do not have.',
    breaks: [
      'OpenAI library, LangChain, big-AGI, LobeHub, Hollama: the reply ends as if it was whole',
      'openai-go: "unexpected end of JSON input"',
    ],
    whatWeDo: 'The frame gets the error as data too.',
    source: 'https://github.com/ggml-org/llama.cpp/pull/16109',
  },
  repair({ text, fields }) {
    if (fields || !text.includes('error:')) return null;
    const [line = '', said] = /^error: ?(\{.*\})$/m.exec(text) ?? [];
    const json = said ? parseJson(said) : null;
    if (!isObject(json)) return null;
    return [text.replace(line, () => `${line}\ndata: ${'error' in json ? said : `{"error":${said}}`}`)];
  },
};

import { isObject, parseJson } from '../json/json-edit.ts';
import { endFrame, lineEndOf, type FrameRepair } from './frame-repair.ts';

/**
 * Marks a line that was repaired, so that it is not repaired again behind another of our filters.
 */
const REPAIRED = ': sent as data before';

/**
 * `error: {…}` instead of `data:` (older llama.cpp): the error is sent as data, too. The line
 * stays, because pages that came with those servers look for it, but behind the data, and in a
 * frame of its own: the page of llama.cpp knows both, and BetterChatGPT glues what it cannot parse
 * to the next frame.
 */
export const errorLines: FrameRepair = {
  id: 'error-lines',
  stage: 'frame',
  stream: 'broken',
  about: {
    name: 'Errors in a field of their own',
    defect:
      'An error is sent in a field of its own, "error: {…}", which event streams do not have.',
    breaks: [
      'OpenAI library, LangChain, big-AGI, LobeHub, Hollama: the reply ends as if it was whole',
      'openai-go: "unexpected end of JSON input"',
    ],
    whatWeDo: 'The error is sent as data, too.',
    source: 'https://github.com/ggml-org/llama.cpp/pull/16109',
  },
  repair({ text, fields }) {
    if (fields || !text.includes('error:') || text.includes(REPAIRED)) return null;
    const [line = '', said] = /^error: ?(\{.*\})$/m.exec(text) ?? [];
    const json = said ? parseJson(said) : null;
    if (!isObject(json)) return null;
    const data = `data: ${'error' in json ? said : `{"error":${said}}`}`;
    const marked = line + lineEndOf(text) + REPAIRED;
    return [endFrame(text.replace(line, () => data)), text.replace(line, () => marked)];
  },
};

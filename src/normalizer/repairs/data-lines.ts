import { isObject } from '../json/json-edit.ts';
import { cutFrame, type FrameRepair } from './frame-repair.ts';

/**
 * One chunk over several `data:` lines: joined, for clients that read line by line (llama-ui,
 * BetterChatGPT).
 */
export const dataLines: FrameRepair = {
  id: 'data-lines',
  stage: 'frame',
  stream: 'broken',
  about: {
    name: 'One chunk on several lines',
    defect: 'One chunk is spread over several lines of data.',
    breaks: [
      'clients that read line by line, such as llama-ui and KoboldAI Lite: the text of the frame is lost',
    ],
    whatWeDo: 'The lines are joined into one.',
    allowed: 'the standard of server-sent events',
    source: 'https://github.com/SamSaffron/term-llm/pull/454',
  },
  repair({ fields, json }) {
    // In JSON, a line feed can only be between tokens.
    return fields?.data.includes('\n') && isObject(json)
      ? cutFrame(fields, [joinLines(fields.data)])
      : null;
  },
};

/**
 * Joins lines in one pass: a pattern that begins with blanks would scan each run of them once per
 * blank.
 */
function joinLines(data: string): string {
  return data
    .split('\n')
    .flatMap((line) => line.trim() || [])
    .join(' ');
}

import { isObject } from '../json/json-edit.ts';
import { endFrame, type FrameRepair } from './frame-repair.ts';

/**
 * The last frame is complete but lacks its blank line: a strict client drops it. A truncated frame
 * stays as it is.
 */
export const lastBlankLine: FrameRepair = {
  id: 'last-blank-line',
  stage: 'frame',
  stream: 'broken',
  about: {
    name: 'No blank line at the end',
    defect: 'There is no blank line after the last frame.',
    breaks: [
      'clients that keep to the rules, such as EventSource, NextChat, big-AGI: the frame is dropped',
      'Vercel AI SDK, sse.js, KoboldAI Lite: an error, or the text is lost',
    ],
    whatWeDo: 'The blank line is added.',
    source:
      'https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation',
  },
  repair({ text, fields, json }) {
    if (!isObject(json) && fields?.data.trim() !== '[DONE]') return null;
    // A strict client drops this one as it is, and would throw if it were complete.
    if (isObject(json) && json.choices === null) return null;
    const ended = endFrame(text);
    return ended === text ? null : [ended];
  },
};

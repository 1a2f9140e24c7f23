import type { FrameFields } from '../framing/framing.ts';
import { isObject } from '../json/json-edit.ts';
import type { FrameRepair } from './frame-repair.ts';
import { isEnded } from './frame.ts';

const HEARTBEAT = /^(?:ping|heartbeat|keep-?alive)$/;

/**
 * A frame with fields but without data (`data:` as a heartbeat, `event: ping`, `id` or `retry`
 * alone), or a named heartbeat whose data is not a chunk: the OpenAI library, LangChain and seven
 * other readers take either for a chunk and throw. An EventSource ignores frames without data, but
 * for `id` and `retry`, which leave with the next frame.
 */
export const silentEvents: FrameRepair = {
  id: 'silent-events',
  stage: 'frame',
  stream: 'broken',
  about: {
    name: 'Events without data',
    defect: 'A frame has no data, or is a named heartbeat.',
    breaks: [
      'OpenAI libraries, LangChain, Hollama, without data: "Unexpected end of JSON input"',
      'Vercel AI SDK, big-AGI, for data that is no chunk: throw',
      'LobeHub, Niek/chatgpt-web: the reply ends with an error',
      'BetterChatGPT: the reply stops there',
    ],
    whatWeDo: 'The frame is removed.',
    source: 'https://github.com/anomalyco/opencode/issues/40171',
    form(frame) {
      const name = /^event: ?(.*)$/m.exec(frame)?.[1]?.trim().slice(0, 60) ?? '';
      return /^data: *\S/m.test(frame)
        ? {
            defect: `A heartbeat is sent as an event, "${name}".`,
            breaks: [
              'OpenAI libraries, Vercel AI SDK, big-AGI: throw',
              'BetterChatGPT: the reply stops there',
            ],
          }
        : {
            defect: name === '' ? 'A frame has no data.' : `An event, "${name}", has no data.`,
            breaks: [
              'OpenAI libraries, LangChain, Hollama: "Unexpected end of JSON input"',
              'LobeHub, Niek/chatgpt-web: the reply ends with an error',
              'BetterChatGPT: the reply stops there',
            ],
          };
    },
  },
  repair({ text, fields, json }) {
    if (isEnded(text) && (fields ? isSilent(fields) : isWithoutData(text))) return [];
    if (!fields) return null;
    return HEARTBEAT.test(fields.event ?? '') &&
      !(isObject(json) && ('choices' in json || 'error' in json))
      ? []
      : null;
  },
};

/** An error says something even without data. */
function isSilent({ event, data }: FrameFields): boolean {
  return event !== 'error' && data.trim() === '';
}

/** Returns whether a frame has fields, none of them with data. */
function isWithoutData(text: string): boolean {
  const lines = text.replace(/\r\n?/g, '\n');
  if (/^event: ?error$/m.test(lines)) return false;
  return (
    /^(?:event|data|id|retry)(?::|$)/m.test(lines) &&
    !/^(?!event:|data:? *$|id:|retry:|:|$)/m.test(lines)
  );
}

import { isObject } from '../json/json-edit.ts';
import { endFrame, type FrameRepair } from './frame-repair.ts';

const HEARTBEAT = /^(?:ping|heartbeat|keep-?alive)$/;

/**
 * An event without data, or a named heartbeat whose data is not a chunk: the OpenAI library and LangChain take either
 * for a chunk and throw. An EventSource ignores events without data.
 */
export const silentEvents: FrameRepair = {
  id: 'silent-events',
  stage: 'frame',
  stream: 'broken',
  about: {
    name: 'Events without data',
    defect: 'An event has no data, or is a named heartbeat.',
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
      return /^data/m.test(frame)
        ? {
            defect: `A heartbeat is sent as an event, "${name}".`,
            breaks: ['OpenAI libraries, Vercel AI SDK, big-AGI: throw', 'BetterChatGPT: the reply stops there'],
          }
        : {
            defect: `An event, "${name}", has no data.`,
            breaks: [
              'OpenAI libraries, LangChain, Hollama: "Unexpected end of JSON input"',
              'LobeHub, Niek/chatgpt-web: the reply ends with an error',
              'BetterChatGPT: the reply stops there',
            ],
          };
    },
  },
  repair({ text, fields, json }) {
    if (!fields)
      return text.includes('event:') &&
        endFrame(text) === text &&
        /^event:/m.test(text) &&
        !/^(?!event:|:|$)/m.test(text.replace(/\r\n?/g, '\n'))
        ? []
        : null;
    return HEARTBEAT.test(fields.event ?? '') && !(isObject(json) && ('choices' in json || 'error' in json))
      ? []
      : null;
  },
};

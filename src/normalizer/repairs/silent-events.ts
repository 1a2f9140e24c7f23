import { isObject } from '../json/json-edit.ts';
import { endFrame, type FrameRepair } from './frame-repair.ts';

const HEARTBEAT = /^(?:ping|heartbeat|keep-?alive)$/;

/**
 * An event without data, or a named heartbeat whose data is not a chunk: the OpenAI library and LangChain take either
 * for a chunk and throw. An EventSource ignores events without data.
 */
export const silentEvents: FrameRepair = {
  id: 'silent-events',
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

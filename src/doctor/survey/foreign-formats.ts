import type { Message } from '../../normalizer/dialects/dialect.ts';
import { isObject } from '../../normalizer/json/json-edit.ts';

type Fields = Record<string, unknown>;

/** Events of the OpenAI Realtime API, which shares others with Responses. */
const REALTIME =
  /^(?:session\.(?:created|updated)|conversation\.(?:created|item\.\w+)|input_audio_buffer\.\w+|rate_limits\.updated)$/;

/** Formats that people may have at hand, and that we do not read. */
const FORMATS: readonly { readonly words: string; isIt(json: Fields): boolean }[] = [
  {
    words:
      'This is a session of the OpenAI Realtime API, over a WebSocket, which Stream Fixer does not read.',
    isIt: isRealtime,
  },
  {
    words: 'These are messages of JSON-RPC, such as those of MCP, not a reply.',
    isIt: ({ jsonrpc }) => typeof jsonrpc === 'string',
  },
  {
    words:
      'The answer of the server is wrapped: its choices are one level deeper than clients look.',
    isIt: (json) => wraps(json.data) || wraps(json.result) || wraps(json.response),
  },
];

/**
 * @returns a sentence that identifies a message of no known dialect; null if that is unknown, too
 */
export function guessFormat({ json }: Message): string | null {
  return FORMATS.find(({ isIt }) => isIt(json))?.words ?? null;
}

/** Returns whether a message is one that only a session of the Realtime API has. */
export function isRealtime({ type }: Fields): boolean {
  return typeof type === 'string' && REALTIME.test(type);
}

function wraps(value: unknown): boolean {
  return isObject(value) && Array.isArray(value.choices);
}

import { stringOf } from '../dialects/fields.ts';
import { isObject } from '../json/json-edit.ts';
import type { Frame } from './frame.ts';
import type { PlacedRepair } from './repair.ts';

export const foreignEvents: PlacedRepair = {
  id: 'foreign-events',
  stage: 'stray',
  stream: 'broken',
  about: {
    name: 'Other messages between chunks',
    defect: 'Between the chunks there are messages that are neither chunks nor errors.',
    breaks: [
      'OpenAI libraries, Vercel AI SDK, Hollama, BetterChatGPT, big-AGI: as with tool progress events',
    ],
    whatWeDo: 'They are removed.',
    source: 'https://github.com/janhq/jan/issues/8280',
  },
};

/**
 * Returns whether a frame is no part of a chat: it has data, but neither a chunk nor an error nor
 * figures of use, such as a server's own `event: x.progress` or `{"type":"status"}`. A chunk is
 * recognised by its `choices`, not by a list of other names. The OpenAI library takes the data for
 * a chunk, the AI SDK finds it invalid whatever the name, and big-AGI, Hollama and BetterChatGPT
 * lose the rest of the reply. Events named `error` and `thread.*` mean something to the OpenAI
 * library. No chat page is known that reads chunks and other messages in one stream: those with
 * events of their own (LobeHub, LibreChat, hermes-webui, chat-ui) send no chunks. Data that is no
 * JSON may be part of a chunk, and stays unless its event has a name.
 * @param frame one that no dialect knows, in a stream of chunks
 */
export function isForeign({ text, fields, json }: Frame): boolean {
  const name = fields?.event ?? 'message';
  if (name === 'error' || name.startsWith('thread.') || /^error:/m.test(text)) return false;
  if (json === undefined) return name !== 'message';
  return !isObject(json) || !('choices' in json || 'usage' in json || isError(json));
}

/** Errors as OpenAI, vLLM, FastAPI and Anthropic write them. */
function isError(json: Record<string, unknown>): boolean {
  return 'error' in json || 'detail' in json || json.object === 'error' || json.type === 'error';
}

/** @returns the name of such a frame: of its event, or what its data calls itself */
export function nameOfForeign({ fields, json }: Frame): string {
  if (fields?.event) return fields.event;
  if (!isObject(json)) return 'message';
  const { event, type, object } = json;
  const names = [event, isObject(event) ? event.type : null, type, object];
  return stringOf(names.find((name) => typeof name === 'string')) || 'message';
}

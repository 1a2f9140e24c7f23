import { isObject } from '../json/json-edit.ts';
import type { Frame } from './frame-repair.ts';
import type { PlacedRepair } from './repair.ts';

export const FOREIGN_EVENTS = 'foreign-events';

export const foreignEvents: PlacedRepair = {
  id: FOREIGN_EVENTS,
  stage: 'stray',
  stream: 'broken',
  about: {
    name: 'Unknown events between chunks',
    defect: 'There are named events between the chunks that are neither chunks nor errors.',
    breaks: ['OpenAI libraries, Vercel AI SDK, Hollama, BetterChatGPT, big-AGI: as with tool progress events'],
    whatWeDo: 'They are removed where something else in the stream needs repair.',
    source: 'https://github.com/janhq/jan/issues/8280',
  },
};

/**
 * Returns whether a frame is a named event that no dialect knows, with neither a chunk nor an error as data, such as a
 * server's own `event: x.progress`. The OpenAI library takes the data for a chunk, the AI SDK finds it invalid whatever
 * the name, and big-AGI, Hollama and BetterChatGPT lose the rest of the reply. `error` and `thread.*` mean something to
 * the OpenAI library. No chat page is known that reads chunks and listens to such names as well: those with named
 * events (LobeHub, LibreChat, hermes-webui, chat-ui) have their own streams. A page that does still gets them from a
 * server that needs no repair, because they are dropped only after something else was changed in a stream of chunks
 * (frame-repairs.ts).
 * @param frame one that no dialect knows
 */
export function isForeignEvent({ fields, json }: Frame): boolean {
  const name = fields?.event ?? 'message';
  if (name === 'message' || name === 'error' || name.startsWith('thread.')) return false;
  return !(isObject(json) && ('choices' in json || 'error' in json));
}

import { textOf } from './fields.ts';
import type { Dialect, Message, Reading } from './dialect.ts';

/** AnythingLLM's chats and its embedded widget: deltas, or a whole reply. Its server drops tool events. */
export const anythingLlm: Dialect = { id: 'anything-llm', read };

function read({ json }: Message): Reading | null {
  const { uuid, type } = json;
  if (typeof uuid !== 'string') return null;
  switch (type) {
    case 'textResponseChunk':
      return {
        texts: textOf(json, 'textResponse', uuid, 'delta'),
        callsElsewhere: true,
        closes: json.close === true ? [uuid] : [],
      };
    case 'textResponse':
      return { texts: textOf(json, 'textResponse', uuid, 'whole'), callsElsewhere: true };
    case 'finalizeResponseStream':
      return { ends: true };
    default:
      return null;
  }
}

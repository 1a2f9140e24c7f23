import { textOf } from './fields.ts';
import type { Dialect, Message, Reading, StreamSoFar } from './dialect.ts';

/**
 * What LobeHub's server makes of any model's stream: named events, texts as bare strings (`value`,
 * see sse-frames.ts). Hermes' tool events are among them, see hermes-progress.ts.
 */
export const lobehub: Dialect = { id: 'lobehub', read };

const CHANNEL = 'reply';

function read({ event, json }: Message, { dialects }: StreamSoFar): Reading | null {
  // The page runs the calls.
  if (event === 'tool_calls' && Array.isArray(json.value)) return { callsElsewhere: true };
  // An end as well: it comes in place of "stop" where the model's server counts tokens in the last
  // chunk, as Hermes does.
  if (event === 'usage' && dialects.has('lobehub')) return {};
  if (typeof json.value !== 'string') return null;
  switch (event) {
    case 'text':
      return { texts: textOf(json, 'value', CHANNEL, 'delta') };
    case 'stop':
      return { closes: [CHANNEL] };
    case 'reasoning':
      return {};
    default:
      return null;
  }
}

import { textOf } from './fields.ts';
import type { Dialect, Message, Reading } from './dialect.ts';

/**
 * The data stream of the AI SDK before version 5, as line-frames.ts reads it: code `0` is text, `f`
 * begins a step, `d` ends the reply. The server in between runs its own tools.
 */
export const aiSdkData: Dialect = { id: 'ai-sdk-data', read };

const CHANNEL = 'reply';

function read({ event, json }: Message): Reading | null {
  if (event?.length !== 1 || !('value' in json)) return null;
  switch (event) {
    case '0':
      return { texts: textOf(json, 'value', CHANNEL, 'delta'), callsElsewhere: true };
    case 'd':
      return { ends: true };
    // A step or a tool call separates texts.
    default:
      return { closes: 'f9'.includes(event) ? [CHANNEL] : [] };
  }
}

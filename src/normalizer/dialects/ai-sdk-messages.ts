import { nameOf, textOf } from './fields.ts';
import type { Dialect, Message, Reading, StreamSoFar } from './dialect.ts';

/**
 * The UI message stream of the AI SDK, version 5 and later, which assistant-ui reads too. Text
 * parts have ids, and a new one begins after each tool call. The server in between runs its own
 * tools.
 */
export const aiSdkMessages: Dialect = { id: 'ai-sdk-messages', read };

/** Types that identify the stream; others, such as `start`, occur in many protocols. */
const SIGN = /^(?:text|reasoning)-(?:start|delta|end)$|^tool-(?:in|out)put-/;

function read({ json }: Message, { dialects }: StreamSoFar): Reading | null {
  const { type, id } = json;
  if (typeof type !== 'string') return null;
  if (
    !dialects.has('ai-sdk-messages') &&
    !(SIGN.test(type) && typeof (id ?? json.toolCallId) === 'string')
  )
    return null;
  const channel = nameOf('text', id);
  switch (type) {
    case 'text-start':
      return { opens: [channel], callsElsewhere: true };
    case 'text-delta':
      return { texts: textOf(json, 'delta', channel, 'delta'), callsElsewhere: true };
    case 'text-end':
      return { closes: [channel] };
    case 'finish':
    case 'abort':
      return { ends: true };
    default:
      return {};
  }
}

import { assistantCopies, nameOf, textOf } from './fields.ts';
import type { Dialect, Message, Reading, StreamSoFar } from './dialect.ts';

/** AG-UI (CopilotKit): events by `type`. Its server runs the tools. */
export const agUi: Dialect = { id: 'ag-ui', read };

function read({ json }: Message, { dialects }: StreamSoFar): Reading | null {
  const { type, messageId } = json;
  if (typeof type !== 'string') return null;
  const opens =
    type === 'RUN_STARTED'
      ? 'runId' in json
      : type.startsWith('TEXT_MESSAGE_') && typeof messageId === 'string';
  if (!opens && !dialects.has('ag-ui')) return null;
  const channel = nameOf('message', messageId);
  switch (type) {
    case 'TEXT_MESSAGE_START':
      return { opens: [channel] };
    // Clients refuse an empty delta; a chunk may be what opens the message.
    case 'TEXT_MESSAGE_CONTENT':
    case 'TEXT_MESSAGE_CHUNK':
      return {
        texts: textOf(json, 'delta', channel, 'delta'),
        opens: typeof json.role === 'string' ? [channel] : [],
        onlyText: type === 'TEXT_MESSAGE_CONTENT',
        callsElsewhere: true,
      };
    case 'TEXT_MESSAGE_END':
      return { closes: [channel] };
    case 'MESSAGES_SNAPSHOT':
      return { texts: assistantCopies(json.messages, ['messages']) };
    case 'RUN_FINISHED':
    case 'RUN_ERROR':
      return { ends: true };
    default:
      return {};
  }
}

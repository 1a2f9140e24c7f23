import { textOf } from './fields.ts';
import type { Dialect, Message, Reading } from './dialect.ts';

/**
 * Hugging Face's chat-ui, in lines: tokens, at last the whole text. Tokens are filled up with NUL, which its page
 * takes out; one that is changed loses them here. Its server drops tool events and runs tools of its own.
 */
export const hfChatUi: Dialect = { id: 'hf-chat-ui', canSkip: false, read };

const CHANNEL = 'reply';

function read({ json }: Message): Reading | null {
  switch (json.type) {
    case 'stream': {
      const texts = textOf(json, 'token', CHANNEL, 'delta').map((slot) => ({
        ...slot,
        text: slot.text.replaceAll('\0', ''),
      }));
      return texts.length > 0 ? { texts, callsElsewhere: true } : null;
    }
    case 'finalAnswer':
      return typeof json.text === 'string' ? { texts: textOf(json, 'text', CHANNEL, 'copy'), ends: true } : null;
    // Much may come before the first token.
    case 'reasoning':
    case 'tool':
      return typeof json.subtype === 'string' ? {} : null;
    default:
      return null;
  }
}

import { textOf } from './fields.ts';
import type { Dialect, Message, Reading } from './dialect.ts';

/**
 * Hugging Face's chat-ui, in lines: tokens, and finally the whole text. Tokens are padded with NUL, which its page
 * removes; a token that we change loses them. Its server drops tool events and runs its own tools.
 */
export const hfChatUi: Dialect = { id: 'hf-chat-ui', read };

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
    // Much may precede the first token.
    case 'reasoning':
    case 'tool':
      return typeof json.subtype === 'string' ? {} : null;
    default:
      return null;
  }
}

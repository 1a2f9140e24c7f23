import type { PlacedRepair } from './repair.ts';
import { keepAliveComments } from './keep-alive-comments.ts';

/**
 * Drops comment frames (keep-alive-comments.ts) even if nothing else needs repair, and before the
 * first chunk: for pages on fetch-event-source that parse every message (Niek/chatgpt-web), and for
 * BetterChatGPT. Off by default: comments are legal, and a page with its own timeout for silence
 * may rely on them.
 */
export const loneComments: PlacedRepair = {
  id: 'lone-comments',
  stage: 'stray',
  stream: 'legal',
  about: {
    name: 'Comments in a stream without defects',
    defect: 'There are comments or empty frames between chunks, and nothing else needs repair.',
    breaks: [
      'fetch-event-source: an empty message, which ends the reply of Niek/chatgpt-web with an error',
      'BetterChatGPT: the reply stops there',
    ],
    whatWeDo: 'They are removed.',
    allowed: 'the standard of server-sent events',
    source: 'https://github.com/tmc/langchaingo/issues/942',
    form: keepAliveComments.about.form,
  },
};

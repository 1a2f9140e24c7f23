import type { PlacedRepair } from './repair.ts';

export const keepAliveComments: PlacedRepair = {
  id: 'keep-alive-comments',
  stage: 'stray',
  stream: 'broken',
  about: {
    name: 'Comments between chunks',
    defect: 'There are comments or empty frames between the chunks, usually heartbeats.',
    breaks: [
      'fetch-event-source: an empty message, which ends the reply of Niek/chatgpt-web with an error',
      'BetterChatGPT: the reply stops there',
      'langchaingo, shell_gpt and others that parse every line',
    ],
    whatWeDo: 'They are removed where something else in the stream needs repair.',
    allowed: 'the standard of server-sent events',
    source: 'https://github.com/tmc/langchaingo/issues/942',
    form: (frame) => ({
      defect:
        frame.trim() === ''
          ? 'There are empty frames between the chunks.'
          : 'There are comments between the chunks, usually heartbeats.',
    }),
  },
};

/**
 * Returns whether a frame is nothing but comments (`: OPENROUTER PROCESSING`, tmc/langchaingo#942;
 * `: keepalive` of Hermes; `: x-omniroute-…`, diegosouzapw/OmniRoute#10524), or empty. Clients on
 * fetch-event-source get an empty message and parse it (Niek/chatgpt-web); BetterChatGPT loses a
 * frame with each further read. No chat page is known that waits for comments. They are legal, so
 * they are dropped only after something else was changed in a stream of chunks (frame-repairs.ts).
 */
export function isKeepAlive(text: string): boolean {
  return !/(?:^|[\r\n])[^:\r\n]/.test(text);
}

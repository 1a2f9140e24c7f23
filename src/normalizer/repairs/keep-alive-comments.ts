export const KEEP_ALIVE_COMMENTS = 'keep-alive-comments';

/**
 * Returns whether a frame is nothing but comments (`: OPENROUTER PROCESSING`, tmc/langchaingo#942; `: keepalive` of
 * Hermes; `: x-omniroute-…`, diegosouzapw/OmniRoute#10524), or empty. Clients on fetch-event-source get an empty
 * message and parse it (Niek/chatgpt-web); BetterChatGPT loses a frame with each further read. No chat page is known
 * that waits for comments. They are legal, so they are dropped only after something else was changed in a stream of
 * chunks (stray-frames.ts).
 */
export function isKeepAlive(text: string): boolean {
  return !/(?:^|[\r\n])[^:\r\n]/.test(text);
}

export const KEEP_ALIVE_COMMENTS = 'keep-alive-comments';

/**
 * A frame of nothing but comments (`: OPENROUTER PROCESSING`, tmc/langchaingo#942; `: keepalive` of Hermes and llama.cpp;
 * diegosouzapw/OmniRoute#7031), or of nothing at all: clients on fetch-event-source get an empty message and parse it
 * (Niek/chatgpt-web), BetterChatGPT loses a frame with each further read. No chat page is known that waits for comments.
 * They go only behind something else that was repaired in a stream of chunks (stray-frames.ts).
 */
export function isKeepAlive(text: string): boolean {
  return !/(?:^|[\r\n])[^:\r\n]/.test(text);
}

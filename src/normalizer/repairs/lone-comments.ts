/**
 * Drops comment frames (keep-alive-comments.ts) even if nothing else needs repair, and before the first chunk: for
 * pages on fetch-event-source that parse every message (Niek/chatgpt-web), and for BetterChatGPT. Off by default:
 * comments are legal, and a page with its own timeout for silence may rely on them.
 */
export const LONE_COMMENTS = 'lone-comments';

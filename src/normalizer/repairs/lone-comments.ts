/**
 * Frames of comments (keep-alive-comments.ts) also where nothing else needs repair, and before the first chunk: for pages on
 * fetch-event-source that parse every message (Niek/chatgpt-web), and for BetterChatGPT. Off by default: comments are
 * legal, and a page with a limit of its own for silence may count on them.
 */
export const LONE_COMMENTS = 'lone-comments';

/** https://platform.openai.com/docs/api-reference/chat-streaming/streaming */
const OF_OPENAI: ReadonlySet<string> = new Set([
  'stop',
  'length',
  'tool_calls',
  'function_call',
  'content_filter',
]);

/** Reasons for which the reply ends too early, also in the words of other formats. */
export const LIMIT =
  /^(?:length|max_(?:output_)?tokens|model_length|model_context_window_exceeded)$/i;
export const FILTER =
  /^(?:content_filter|refusal|safety|recitation|blocklist|prohibited_content|spii|sensitive)$/i;

/** Gemini's words for a call that it could not read. */
export const MALFORMED = /malformed_?function_?call|unexpected_?tool_?call/i;

/** A failure of the server or of its provider: "network_error", "insufficient_system_resource". */
const FAILED = /error|fail|abort|cancel|time_?out|interrupt|overload|insufficient|unavailable/i;

/** Returns whether a finish reason tells of a failure. */
export function isFailure(reason: string): boolean {
  return FAILED.test(reason) && !MALFORMED.test(reason);
}

/**
 * Returns whether a finish reason is OpenAI's, or means something that is reported in other words.
 */
export function isKnownReason(reason: string): boolean {
  return (
    OF_OPENAI.has(reason) ||
    isFailure(reason) ||
    [LIMIT, FILTER, MALFORMED].some((pattern) => pattern.test(reason))
  );
}

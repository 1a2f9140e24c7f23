/**
 * What is wrong with a stream, by the id of the repair that fixes it. A diagnosis is in English in every language,
 * because the operator of the server reads it; the English popup uses the same words.
 */
export const DEFECT_WORDS: Readonly<Record<string, string>> = {
  markers: 'The text of the reply contains tool markers.',
  'tool-events': 'Tool progress is sent as events between the chunks of the reply.',
  'tool-call-container': '"tool_calls" is not a list of calls, but one object, null or an empty list.',
  'tool-call-index': 'Entries of "tool_calls" have no index, or several calls share one.',
  'tool-call-empty-fields': 'In later pieces of a call, the id, type or name is empty or null.',
  'tool-call-arguments': 'The arguments of a call are not text, but an object or null.',
  'tool-call-repeats': 'Later pieces of a call repeat its id or its name.',
  'tool-call-split':
    'One delta carries several things at once: the name of a call and its arguments, several calls, or text and a call.',
  'tool-call-growing': 'The name of a call is sent again and again while it grows.',
  'tool-call-nameless': 'The head of a call has no name yet; the name is in a later piece.',
  'tool-call-name-pieces': 'The name of a call is sent in pieces.',
  'tool-call-bare-head': 'The head of a call has a name and no arguments, not even empty ones.',
  'tool-call-placeholder': 'The arguments of a call begin with "{}", and the real ones follow.',
  'first-role': 'The first delta of the reply has no role.',
  'byte-order-mark': 'There is a byte-order mark before the first frame.',
  'data-comments': 'A heartbeat is sent as data, such as "data: : OPENROUTER PROCESSING".',
  'silent-events': 'An event has no data, or is a named heartbeat.',
  'error-lines': 'An error is sent in a field of its own, "error: {…}", which event streams do not have.',
  'bare-json': 'A line of JSON lacks the "data:" before it. Usually it is an error.',
  'joined-objects': 'The data of one frame contains several chunks.',
  'data-lines': 'One chunk is spread over several lines of data.',
  'last-blank-line': 'There is no blank line after the last frame.',
  'keep-alive-comments': 'There are comments or empty frames between the chunks, usually heartbeats.',
  'lone-comments': 'There are comments or empty frames between chunks, and nothing else needs repair.',
  'foreign-events': 'There are named events between the chunks that are neither chunks nor errors.',
  done: 'The stream ends without "data: [DONE]".',
  'null-choices': '"choices" is null or missing, or the data of a frame is null.',
  'delta-missing': 'A choice of a chunk has no "delta".',
  'content-arrays': 'The content of a delta is not text, but a list of parts.',
  'padding-fields': 'Chunks have meaningless fields, as padding.',
  'cumulative-text': 'Every delta repeats the whole text so far, not only what is new.',
  'finish-tool-calls': 'Tools were called, but the finish reason is "stop" or empty.',
  'finish-missing': 'No chunk has a finish reason.',
};

/** What one delta combines that belongs into several. */
export const SPLIT_WORDS = {
  arguments: 'One delta has the name of a tool call and its first arguments.',
  calls: 'One delta has several tool calls.',
  text: 'One delta has text and a tool call.',
} as const;

/** Markers in the text, which the marker filter takes out. */
export const MARKERS = 'markers';
/** Events of tool progress that are taken out whole. */
export const TOOL_EVENTS = 'tool-events';

/** What is wrong with a stream, in plain words, by the id of the repair that mends it. Doctor and popup say it alike. */
export const DEFECT_WORDS: Readonly<Record<string, string>> = {
  [MARKERS]: 'Tool markers stand in the text of the reply.',
  [TOOL_EVENTS]: 'Tool progress comes as events between the chunks of the reply.',
  'tool-call-container': '"tool_calls" is one object, null or an empty list in place of a list of calls.',
  'tool-call-index': 'Entries of "tool_calls" have no index, or several calls share one.',
  'tool-call-empty-fields': 'Later pieces of a call have an empty or null id, type or name.',
  'tool-call-arguments': 'The arguments of a call are an object or null in place of text.',
  'tool-call-repeats': 'Id or name of a call come again with its later pieces.',
  'tool-call-split': 'One delta has the name of a call and its arguments, several calls, or text and a call.',
  'tool-call-growing': 'The name of a call comes again while it grows.',
  'tool-call-bare-head': 'The head of a call has a name and no arguments, not even empty ones.',
  'tool-call-placeholder': 'The arguments of a call begin with "{}", and the real ones follow.',
  'byte-order-mark': 'A byte-order mark stands before the first frame.',
  'data-comments': 'A heartbeat comes as data, such as "data: : OPENROUTER PROCESSING".',
  'silent-events': 'An event has no data, or is a named heartbeat.',
  'error-lines': 'An error comes in a field of its own, "error: {…}", which event streams do not have.',
  'bare-json': 'A line of JSON stands in the stream without "data:" before it, mostly an error.',
  'joined-objects': 'Several chunks stand in the data of one frame.',
  'data-lines': 'One chunk is spread over several lines of data.',
  'last-blank-line': 'The last frame has no blank line behind it.',
  'keep-alive-comments': 'Comments and empty frames stand between the chunks, mostly as heartbeats.',
  'foreign-events': 'Named events that are neither chunk nor error stand between the chunks.',
  done: 'The stream ends without "data: [DONE]".',
  'null-choices': '"choices" is null or missing, or the data of a frame is null.',
  'content-arrays': 'The content of a delta is a list of parts in place of text.',
  'padding-fields': 'Chunks have fields that say nothing, as padding.',
  'cumulative-text': 'Every delta has all of the text so far, not only what is new.',
  'finish-tool-calls': 'Tools were called, but the finish reason is "stop" or empty.',
  'finish-missing': 'No chunk has a finish reason.',
};

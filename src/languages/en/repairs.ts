/** What can be wrong with a stream, by the id of the repair that mends it: `name` for a switch, `words` as a sentence. */
export const repairsWords = {
  markers: {
    name: 'Tool markers in the text',
    words: 'Tool markers stand in the text of the reply.',
  },
  'tool-events': {
    name: 'Tool progress as events',
    words: 'Tool progress comes as events between the chunks of the reply.',
  },
  'tool-call-container': {
    name: 'Calls that are no list',
    words: '"tool_calls" is one object, null or an empty list in place of a list of calls.',
  },
  'tool-call-index': {
    name: 'Calls without an index',
    words: 'Entries of "tool_calls" have no index, or several calls share one.',
  },
  'tool-call-empty-fields': {
    name: 'Empty fields in later pieces',
    words: 'Later pieces of a call have an empty or null id, type or name.',
  },
  'tool-call-arguments': {
    name: 'Arguments that are no text',
    words: 'The arguments of a call are an object or null in place of text.',
  },
  'tool-call-repeats': {
    name: 'Id or name sent again',
    words: 'Id or name of a call come again with its later pieces.',
  },
  'tool-call-split': {
    name: 'Name and arguments in one piece',
    words: 'One delta has the name of a call and its arguments, several calls, or text and a call.',
  },
  'tool-call-growing': {
    name: 'Name that grows',
    words: 'The name of a call comes again while it grows.',
  },
  'tool-call-bare-head': {
    name: 'Call without arguments',
    words: 'The head of a call has a name and no arguments, not even empty ones.',
  },
  'tool-call-placeholder': {
    name: 'Braces before the arguments',
    words: 'The arguments of a call begin with "{}", and the real ones follow.',
  },
  'byte-order-mark': {
    name: 'Byte-order mark',
    words: 'A byte-order mark stands before the first frame.',
  },
  'data-comments': {
    name: 'Heartbeats sent as data',
    words: 'A heartbeat comes as data, such as "data: : OPENROUTER PROCESSING".',
  },
  'silent-events': {
    name: 'Events without data',
    words: 'An event has no data, or is a named heartbeat.',
  },
  'error-lines': {
    name: 'Errors in a field of their own',
    words: 'An error comes in a field of its own, "error: {…}", which event streams do not have.',
  },
  'bare-json': {
    name: 'JSON without "data:"',
    words: 'A line of JSON stands in the stream without "data:" before it, mostly an error.',
  },
  'joined-objects': {
    name: 'Several chunks in one frame',
    words: 'Several chunks stand in the data of one frame.',
  },
  'data-lines': {
    name: 'One chunk on several lines',
    words: 'One chunk is spread over several lines of data.',
  },
  'last-blank-line': {
    name: 'No blank line at the end',
    words: 'The last frame has no blank line behind it.',
  },
  'keep-alive-comments': {
    name: 'Comments between chunks',
    words: 'Comments and empty frames stand between the chunks, mostly as heartbeats.',
  },
  'foreign-events': {
    name: 'Unknown events between chunks',
    words: 'Named events that are neither chunk nor error stand between the chunks.',
  },
  done: {
    name: 'No "[DONE]" at the end',
    words: 'The stream ends without "data: [DONE]".',
  },
  'null-choices': {
    name: 'Missing "choices"',
    words: '"choices" is null or missing, or the data of a frame is null.',
  },
  'content-arrays': {
    name: 'Content as a list of parts',
    words: 'The content of a delta is a list of parts in place of text.',
  },
  'padding-fields': {
    name: 'Padding',
    words: 'Chunks have fields that say nothing, as padding.',
  },
  'cumulative-text': {
    name: 'Text sent again and again',
    words: 'Every delta has all of the text so far, not only what is new.',
  },
  'finish-tool-calls': {
    name: 'Wrong finish reason',
    words: 'Tools were called, but the finish reason is "stop" or empty.',
  },
  'finish-missing': {
    name: 'No finish reason',
    words: 'No chunk has a finish reason.',
  },
};

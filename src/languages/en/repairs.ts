/** What can be wrong with a stream, by the id of the repair that mends it: `name` for a switch, `words` as a sentence. */
export const repairsWords = {
  markers: {
    name: 'Tool markers in the text',
    words: 'The text of the reply contains tool markers.',
  },
  'tool-events': {
    name: 'Tool progress as events',
    words: 'Tool progress is sent as events between the chunks of the reply.',
  },
  'tool-call-container': {
    name: 'Calls that are no list',
    words: '"tool_calls" is not a list of calls, but one object, null or an empty list.',
  },
  'tool-call-index': {
    name: 'Calls without an index',
    words: 'Entries of "tool_calls" have no index, or several calls share one.',
  },
  'tool-call-empty-fields': {
    name: 'Empty fields in later pieces',
    words: 'In later pieces of a call, the id, type or name is empty or null.',
  },
  'tool-call-arguments': {
    name: 'Arguments that are no text',
    words: 'The arguments of a call are not text, but an object or null.',
  },
  'tool-call-repeats': {
    name: 'Id or name sent again',
    words: 'Later pieces of a call repeat its id or its name.',
  },
  'tool-call-split': {
    name: 'Name and arguments in one piece',
    words:
      'One delta carries several things at once: the name of a call and its arguments, several calls, or text and a call.',
    cases: {
      arguments: 'One delta has the name of a tool call and its first arguments.',
      calls: 'One delta has several tool calls.',
      text: 'One delta has text and a tool call.',
    },
  },
  'tool-call-growing': {
    name: 'Name that grows',
    words: 'The name of a call is sent again and again while it grows.',
  },
  'tool-call-nameless': {
    name: 'Name that comes later',
    words: 'The head of a call has no name yet; the name is in a later piece.',
  },
  'tool-call-name-pieces': {
    name: 'Name in pieces',
    words: 'The name of a call is sent in pieces.',
  },
  'tool-call-bare-head': {
    name: 'Call without arguments',
    words: 'The head of a call has a name and no arguments, not even empty ones.',
  },
  'tool-call-placeholder': {
    name: 'Braces before the arguments',
    words: 'The arguments of a call begin with "{}", and the real ones follow.',
  },
  'first-role': {
    name: 'First piece without a role',
    words: 'The first delta of the reply has no role.',
  },
  'byte-order-mark': {
    name: 'Byte-order mark',
    words: 'There is a byte-order mark before the first frame.',
  },
  'data-comments': {
    name: 'Heartbeats sent as data',
    words: 'A heartbeat is sent as data, such as "data: : OPENROUTER PROCESSING".',
  },
  'silent-events': {
    name: 'Events without data',
    words: 'An event has no data, or is a named heartbeat.',
  },
  'error-lines': {
    name: 'Errors in a field of their own',
    words: 'An error is sent in a field of its own, "error: {…}", which event streams do not have.',
  },
  'bare-json': {
    name: 'JSON without "data:"',
    words: 'A line of JSON lacks the "data:" before it. Usually it is an error.',
  },
  'joined-objects': {
    name: 'Several chunks in one frame',
    words: 'The data of one frame contains several chunks.',
  },
  'data-lines': {
    name: 'One chunk on several lines',
    words: 'One chunk is spread over several lines of data.',
  },
  'last-blank-line': {
    name: 'No blank line at the end',
    words: 'There is no blank line after the last frame.',
  },
  'keep-alive-comments': {
    name: 'Comments between chunks',
    words: 'There are comments or empty frames between the chunks, usually heartbeats.',
  },
  'lone-comments': {
    name: 'Comments in a stream without defects',
    words: 'There are comments or empty frames between chunks, and nothing else needs repair.',
  },
  'foreign-events': {
    name: 'Unknown events between chunks',
    words: 'There are named events between the chunks that are neither chunks nor errors.',
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
    words: 'The content of a delta is not text, but a list of parts.',
  },
  'padding-fields': {
    name: 'Padding',
    words: 'Chunks have meaningless fields, as padding.',
  },
  'cumulative-text': {
    name: 'Text sent again and again',
    words: 'Every delta repeats the whole text so far, not only what is new.',
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

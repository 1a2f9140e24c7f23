import { words } from './messages.ts';

/** One defect of streams. */
export interface RepairWords {
  /** A few words, for a switch. */
  readonly name: string;
  /** What is wrong, as a sentence. */
  readonly words: string;
  /** Sentences for single variants of it, if it has several. */
  readonly cases?: Readonly<Record<string, string>>;
}

/** What can be wrong with a stream, by the id of its repair, `markers` or `tool-events`. */
export const repairWords: Readonly<Record<string, RepairWords>> = words({
  markers: { name: 'repairs_markers_name', words: 'repairs_markers_words' },
  'tool-events': { name: 'repairs_tool_events_name', words: 'repairs_tool_events_words' },
  'tool-call-container': { name: 'repairs_tool_call_container_name', words: 'repairs_tool_call_container_words' },
  'tool-call-index': { name: 'repairs_tool_call_index_name', words: 'repairs_tool_call_index_words' },
  'tool-call-empty-fields': {
    name: 'repairs_tool_call_empty_fields_name',
    words: 'repairs_tool_call_empty_fields_words',
  },
  'tool-call-arguments': { name: 'repairs_tool_call_arguments_name', words: 'repairs_tool_call_arguments_words' },
  'tool-call-repeats': { name: 'repairs_tool_call_repeats_name', words: 'repairs_tool_call_repeats_words' },
  'tool-call-split': {
    name: 'repairs_tool_call_split_name',
    words: 'repairs_tool_call_split_words',
    cases: {
      arguments: 'repairs_tool_call_split_cases_arguments',
      calls: 'repairs_tool_call_split_cases_calls',
      text: 'repairs_tool_call_split_cases_text',
    },
  },
  'tool-call-growing': { name: 'repairs_tool_call_growing_name', words: 'repairs_tool_call_growing_words' },
  'tool-call-nameless': { name: 'repairs_tool_call_nameless_name', words: 'repairs_tool_call_nameless_words' },
  'tool-call-name-pieces': { name: 'repairs_tool_call_name_pieces_name', words: 'repairs_tool_call_name_pieces_words' },
  'tool-call-bare-head': { name: 'repairs_tool_call_bare_head_name', words: 'repairs_tool_call_bare_head_words' },
  'tool-call-placeholder': { name: 'repairs_tool_call_placeholder_name', words: 'repairs_tool_call_placeholder_words' },
  'first-role': { name: 'repairs_first_role_name', words: 'repairs_first_role_words' },
  'byte-order-mark': { name: 'repairs_byte_order_mark_name', words: 'repairs_byte_order_mark_words' },
  'data-comments': { name: 'repairs_data_comments_name', words: 'repairs_data_comments_words' },
  'silent-events': { name: 'repairs_silent_events_name', words: 'repairs_silent_events_words' },
  'error-lines': { name: 'repairs_error_lines_name', words: 'repairs_error_lines_words' },
  'bare-json': { name: 'repairs_bare_json_name', words: 'repairs_bare_json_words' },
  'joined-objects': { name: 'repairs_joined_objects_name', words: 'repairs_joined_objects_words' },
  'data-lines': { name: 'repairs_data_lines_name', words: 'repairs_data_lines_words' },
  'last-blank-line': { name: 'repairs_last_blank_line_name', words: 'repairs_last_blank_line_words' },
  'keep-alive-comments': { name: 'repairs_keep_alive_comments_name', words: 'repairs_keep_alive_comments_words' },
  'lone-comments': { name: 'repairs_lone_comments_name', words: 'repairs_lone_comments_words' },
  'foreign-events': { name: 'repairs_foreign_events_name', words: 'repairs_foreign_events_words' },
  done: { name: 'repairs_done_name', words: 'repairs_done_words' },
  'null-choices': { name: 'repairs_null_choices_name', words: 'repairs_null_choices_words' },
  'content-arrays': { name: 'repairs_content_arrays_name', words: 'repairs_content_arrays_words' },
  'padding-fields': { name: 'repairs_padding_fields_name', words: 'repairs_padding_fields_words' },
  'cumulative-text': { name: 'repairs_cumulative_text_name', words: 'repairs_cumulative_text_words' },
  'finish-tool-calls': { name: 'repairs_finish_tool_calls_name', words: 'repairs_finish_tool_calls_words' },
  'finish-missing': { name: 'repairs_finish_missing_name', words: 'repairs_finish_missing_words' },
});

/** @param id may be anything. @returns null for any other id */
export function repairText(id: string): RepairWords | null {
  return Object.hasOwn(repairWords, id) ? (repairWords[id] ?? null) : null;
}

import { DONE } from './done.ts';
import { FIRST_ROLE } from './first-role.ts';
import { FOREIGN_EVENTS } from './foreign-events.ts';
import { CONTENT_RULES, FRAME_REPAIRS, STREAM_RULES } from './frame-repairs.ts';
import { KEEP_ALIVE_COMMENTS } from './keep-alive-comments.ts';
import { LONE_COMMENTS } from './lone-comments.ts';
import { toolCallArguments } from './tool-calls/tool-call-arguments.ts';
import { toolCallBareHead } from './tool-calls/tool-call-bare-head.ts';
import { TOOL_CALL_CONTAINER } from './tool-calls/tool-call-container.ts';
import { toolCallEmptyFields } from './tool-calls/tool-call-empty-fields.ts';
import { TOOL_CALL_GROWING } from './tool-calls/tool-call-growing.ts';
import { toolCallIndex } from './tool-calls/tool-call-index.ts';
import { TOOL_CALL_NAME_PIECES } from './tool-calls/tool-call-name-pieces.ts';
import { TOOL_CALL_NAMELESS } from './tool-calls/tool-call-nameless.ts';
import { TOOL_CALL_PLACEHOLDER } from './tool-calls/tool-call-placeholder.ts';
import { toolCallRepeats } from './tool-calls/tool-call-repeats.ts';
import { TOOL_CALL_SPLIT } from './tool-calls/tool-call-split.ts';

/** Ids of the repairs that are on by default: none of them changes what a stream means. */
export const DEFAULT_REPAIRS: ReadonlySet<string> = new Set([
  TOOL_CALL_CONTAINER,
  toolCallIndex.id,
  toolCallEmptyFields.id,
  toolCallArguments.id,
  toolCallRepeats.id,
  TOOL_CALL_SPLIT,
  TOOL_CALL_GROWING,
  TOOL_CALL_NAMELESS,
  TOOL_CALL_PLACEHOLDER,
  FIRST_ROLE,
  ...FRAME_REPAIRS.map(({ id }) => id),
  KEEP_ALIVE_COMMENTS,
  FOREIGN_EVENTS,
  DONE,
]);

/** Ids of the repairs that change what a stream means: each is on only if requested. */
export const RULE_REPAIRS: ReadonlySet<string> = new Set([
  toolCallBareHead.id,
  TOOL_CALL_NAME_PIECES,
  LONE_COMMENTS,
  ...[...CONTENT_RULES, ...STREAM_RULES].map(({ id }) => id),
]);

/** Ids of all repairs. */
export const ALL_REPAIRS: ReadonlySet<string> = new Set([...DEFAULT_REPAIRS, ...RULE_REPAIRS]);

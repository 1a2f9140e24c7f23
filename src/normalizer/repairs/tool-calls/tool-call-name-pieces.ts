import { isObject } from '../../json/json-edit.ts';
import { stringOf, type ToolCall } from './tool-call.ts';

export const TOOL_CALL_NAME_PIECES = 'tool-call-name-pieces';

/**
 * The name of a call comes in pieces, "get_" and "weather" (continuedev/continue#5849, openclaw/openclaw#127601): clients
 * take the first piece or the last. Every head without arguments waits for the next frame, and one with the joined name
 * takes its place. Off by default: other servers correct a name in this way, and every head would wait.
 */
export function isPiece(entry: Record<string, unknown>, { name }: ToolCall): boolean {
  const piece = isObject(entry.function) ? stringOf(entry.function.name) : '';
  return piece !== '' && piece !== name && name.length + piece.length <= MAX_NAME;
}

/** Longer than the names that servers accept; what is longer stays in pieces. */
const MAX_NAME = 256;

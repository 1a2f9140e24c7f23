import { stringOf } from '../../dialects/fields.ts';
import { isObject } from '../../json/json-edit.ts';
import type { ToolCall } from './tool-call.ts';
import type { PlacedRepair } from '../repair.ts';

export const toolCallNamePieces: PlacedRepair = {
  id: 'tool-call-name-pieces',
  stage: 'chunk',
  stream: 'legal',
  about: {
    name: 'Name in pieces',
    defect: 'The name of a call is sent in pieces.',
    breaks: [
      'OpenAI library: the last piece is the name',
      'Vercel AI SDK, NextChat, LobeHub: the first piece is the name',
      'big-AGI: "unexpected tool_call name change"',
    ],
    whatWeDo: 'The pieces are joined into one head.',
    allowed: "OpenAI's schema",
    source: 'https://github.com/continuedev/continue/pull/5849',
  },
};

/**
 * Returns whether an entry is a piece of a name: "get_" and "weather" (continuedev/continue#5849,
 * openclaw/openclaw#127601), of which clients take the first or the last. Every head without arguments waits for the
 * next frame, and a head with the joined name replaces it. Off by default: other servers correct a name this way, and
 * every head would wait.
 */
export function isPiece(entry: Record<string, unknown>, { name }: ToolCall): boolean {
  const piece = isObject(entry.function) ? stringOf(entry.function.name) : '';
  return piece !== '' && piece !== name && name.length + piece.length <= MAX_NAME;
}

/** Longer than the names that servers accept; anything longer stays in pieces. */
const MAX_NAME = 256;

import { hermesProgress } from '../../dialects/hermes-progress.ts';
import { isObject } from '../../json/json-edit.ts';
import type { ChatEvent } from '../chat-event.ts';
import type { SocketReply } from '../socket-reply.ts';

/** Longest text of a tool that is accepted and kept while the tool runs, in UTF-16 units; a badge shows far less. */
const MAX_TOOL_TEXT = 10_000;

/**
 * Reads an event that the companion filter sent: a marker that it removed, or the progress of a tool.
 * @param replyOf returns the reply that gets it; called only if there is something
 */
export function readSentProgress({ type, data }: ChatEvent, replyOf: () => SocketReply): void {
  if (!isObject(data)) return;
  const { marker: came, emoji, label } = data;
  if (came === 'whole' || came === 'split' || came === 'line') {
    if (typeof emoji !== 'string' || typeof label !== 'string' || isHuge(emoji, label)) return;
    return replyOf().relayed({ emoji, label }, came);
  }
  const reading = hermesProgress.read({ event: type, json: data }, { dialects: new Set(), hermes: true });
  for (const fact of reading?.progress ?? []) {
    if (!isHuge(fact.tool, fact.emoji, fact.label, fact.callId)) replyOf().fact(fact);
  }
}

function isHuge(...texts: readonly (string | null)[]): boolean {
  return texts.some((text) => text !== null && text.length > MAX_TOOL_TEXT);
}

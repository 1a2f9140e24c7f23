import { isObject } from '../json/json-edit.ts';
import { contentTexts, nameOf, textAt } from './fields.ts';
import type { Dialect, Message, Reading } from './dialect.ts';

/**
 * LibreChat's frames: deltas by step, then the whole text in `final`, or in `sync` for a page that reconnects. Its
 * server drops tool events and runs its own tools.
 */
export const libreChat: Dialect = { id: 'libre-chat', read };

function read({ json }: Message): Reading | null {
  const { event, data } = json;
  if (isObject(data) && typeof event === 'string' && /^on_(?:message|reasoning|run_step)/.test(event)) {
    const channel = nameOf('step', data.id);
    if (event === 'on_run_step') return { opens: data.type === 'message_creation' ? [channel] : [] };
    if (event !== 'on_message_delta' || !isObject(data.delta)) return {};
    return {
      texts: contentTexts(data.delta.content, ['data', 'delta', 'content'], channel, 'delta'),
      callsElsewhere: true,
    };
  }
  if (json.final === true && isObject(json.responseMessage)) {
    const { text, content } = json.responseMessage;
    const path = ['responseMessage'];
    return {
      texts: [
        ...textAt([...path, 'text'], text, 'copy', 'copy'),
        ...contentTexts(content, [...path, 'content'], 'copy', 'copy'),
      ],
      ends: true,
    };
  }
  if (isObject(json.resumeState)) {
    return {
      texts: contentTexts(json.resumeState.aggregatedContent, ['resumeState', 'aggregatedContent'], 'copy', 'copy'),
      callsElsewhere: true,
    };
  }
  // Each message repeats the whole part so far.
  const isContent = typeof json.index === 'number' && typeof json.messageId === 'string';
  return isContent && json.type === 'text'
    ? { texts: contentTexts(json, [], 'copy', 'copy'), callsElsewhere: true }
    : null;
}

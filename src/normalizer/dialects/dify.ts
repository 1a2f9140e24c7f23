import { isObject } from '../json/json-edit.ts';
import { firstString, textAt, textOf } from './fields.ts';
import type { Dialect, Message, Reading } from './dialect.ts';

/**
 * Dify's chats, agents and workflows: the type is the field `event`. Its server drops tool events and runs its own
 * tools.
 */
export const dify: Dialect = { id: 'dify', read };

function read({ json }: Message): Reading | null {
  const { event, data } = json;
  if (typeof event !== 'string' || typeof json.task_id !== 'string') return null;
  const channel = `message ${firstString(json, 'message_id', 'id') ?? ''}`;
  switch (event) {
    case 'message':
    case 'agent_message':
      return { texts: textOf(json, 'answer', channel, 'delta'), callsElsewhere: true };
    case 'text_chunk':
      return {
        texts: isObject(data) ? textAt(['data', 'text'], data.text, 'workflow', 'delta') : [],
        callsElsewhere: true,
      };
    // The following events repeat the text.
    case 'message_replace':
      return { texts: textOf(json, 'answer', channel, 'copy') };
    case 'agent_thought':
      return { texts: textOf(json, 'thought', channel, 'copy') };
    case 'node_finished':
    case 'workflow_finished':
      return { texts: outputTexts(data) };
    case 'message_end':
      return { ends: true };
    default:
      return {};
  }
}

function outputTexts(data: unknown): ReturnType<typeof textAt> {
  if (!isObject(data) || !isObject(data.outputs)) return [];
  const { outputs } = data;
  return ['answer', 'text'].flatMap((key) => textAt(['data', 'outputs', key], outputs[key], 'copy', 'copy'));
}

import { JSON_STYLES } from '../json-styles.ts';
import type { Random } from '../random.ts';
import { tokensOf, writeText } from '../texts.ts';
import {
  argumentsOf,
  frameOf,
  interleave,
  type ServerStream,
  type SseStyle,
  TOOLS,
} from './server.ts';

/** llama.cpp's `/v1/responses`, and OpenAI's own: named events, no `[DONE]`. */
export function responses(random: Random): ServerStream {
  const style: SseStyle = { json: random.pick(JSON_STYLES), lineEnd: '\n', prefix: 'data: ' };
  const response = {
    id: `resp_${random.letters(20)}`,
    object: 'response',
    model: 'gpt-oss',
    status: 'in_progress',
  };
  const item = { id: `msg_${random.letters(20)}`, type: 'message', role: 'assistant' };
  const text = writeText(random);
  const call = {
    id: `fc_${random.letters(20)}`,
    type: 'function_call',
    call_id: `call_${random.letters(20)}`,
    name: random.pick(TOOLS),
  };
  const said = argumentsOf(random);
  const part = { type: 'output_text', text, annotations: [] };
  const deltas = tokensOf(random, text).map((delta) => ({
    type: 'response.output_text.delta',
    item_id: item.id,
    content_index: 0,
    delta,
  }));
  const calls = tokensOf(random, said).map((delta) => ({
    type: 'response.function_call_arguments.delta',
    item_id: call.id,
    delta,
  }));
  const events = [
    { type: 'response.created', response },
    { type: 'response.in_progress', response },
    { type: 'response.output_item.added', item: { ...item, content: [], status: 'in_progress' } },
    {
      type: 'response.content_part.added',
      item_id: item.id,
      content_index: 0,
      part: { ...part, text: '' },
    },
    ...deltas,
    { type: 'response.output_text.done', item_id: item.id, content_index: 0, text },
    { type: 'response.content_part.done', item_id: item.id, content_index: 0, part },
    { type: 'response.output_item.done', item: { ...item, content: [part], status: 'completed' } },
    { type: 'response.output_item.added', item: { ...call, arguments: '', status: 'in_progress' } },
    ...calls,
    { type: 'response.output_item.done', item: { ...call, arguments: said, status: 'completed' } },
    {
      type: 'response.completed',
      response: {
        ...response,
        status: 'completed',
        output: [
          { ...item, content: [part] },
          { ...call, arguments: said },
        ],
      },
    },
  ];
  return {
    contentType: 'text/event-stream',
    sessionId: null,
    frames: events.map((event) => frameOf(style, event, event.type)),
  };
}

/** llama.cpp's `/v1/messages`, and Anthropic's own: named events, pings among them. */
export function messages(random: Random): ServerStream {
  const style: SseStyle = { json: random.pick(JSON_STYLES), lineEnd: '\n', prefix: 'data: ' };
  const text = tokensOf(random, writeText(random)).map((piece) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: piece },
  }));
  const input = tokensOf(random, argumentsOf(random)).map((partial_json) => ({
    type: 'content_block_delta',
    index: 1,
    delta: { type: 'input_json_delta', partial_json },
  }));
  const pings = Array.from({ length: random.below(3) }, () => ({ type: 'ping' }));
  const events = [
    {
      type: 'message_start',
      message: {
        id: `msg_${random.letters(20)}`,
        type: 'message',
        role: 'assistant',
        content: [],
        model: 'claude',
        stop_reason: null,
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ...interleave<{ type: string }>(random, [text, pings]),
    { type: 'content_block_stop', index: 0 },
    {
      type: 'content_block_start',
      index: 1,
      content_block: {
        type: 'tool_use',
        id: `toolu_${random.letters(20)}`,
        name: random.pick(TOOLS),
        input: {},
      },
    },
    ...input,
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ];
  return {
    contentType: 'text/event-stream',
    sessionId: null,
    frames: events.map((event) => frameOf(style, event, event.type)),
  };
}

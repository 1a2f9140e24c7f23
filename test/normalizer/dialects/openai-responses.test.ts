import { expect, test } from 'vitest';
import { openaiResponses } from '../../../src/normalizer/dialects/openai-responses.ts';
import { progressOf, read, textsOf } from './read.ts';

const item = {
  id: 'i',
  type: 'message',
  role: 'assistant',
  content: [
    { type: 'output_text', text: 'a' },
    { type: 'refusal', text: 'no' },
  ],
};

test('deltas and all repetitions of their text are read', () => {
  const rows: readonly (readonly [json: Record<string, unknown>, texts: readonly string[]])[] = [
    [
      { type: 'response.output_text.delta', item_id: 'i', content_index: 2, delta: 'a' },
      ['delta item i 2 delta=a'],
    ],
    [
      { type: 'response.output_text.delta', item_id: 'i', output_index: 1, delta: 'a' },
      ['delta item 1 0 delta=a'],
    ],
    [{ type: 'response.output_text.delta', delta: 'a' }, ['delta  delta=a']],
    [{ type: 'response.output_text.delta', item_id: 'i', delta: null }, []],
    [
      { type: 'response.output_text.done', item_id: 'i', content_index: 0, text: 'a' },
      ['copy item i 0 text=a'],
    ],
    [
      { type: 'response.content_part.done', part: { type: 'output_text', text: 'a' } },
      ['copy copy part.text=a'],
    ],
    [{ type: 'response.content_part.done', part: { type: 'reasoning_text', text: 'a' } }, []],
    [{ type: 'response.output_item.done', item }, ['copy copy item.content.0.text=a']],
    [{ type: 'response.output_item.done', item: { ...item, role: 'user' } }, []],
    [{ type: 'response.output_item.done', item: { ...item, type: 'function_call' } }, []],
    [
      { type: 'response.completed', response: { output: [null, { type: 'reasoning' }, item] } },
      ['copy copy response.output.2.content.0.text=a'],
    ],
    [{ type: 'response.completed', response: null }, []],
    [{ type: 'response.function_call_arguments.delta', delta: '`⏰ list`' }, []],
  ];
  for (const [json, texts] of rows)
    expect([json, textsOf(read(openaiResponses, json))]).toEqual([json, texts]);
});

test('other shapes are not recognised', () => {
  for (const json of [{}, { type: 'message' }, { type: 7 }, { type: 'responses.x' }])
    expect(read(openaiResponses, json)).toBeNull();
});

test('function calls are progress only on Hermes, where the server runs them itself', () => {
  const started = {
    type: 'response.output_item.added',
    item: { type: 'function_call', name: 'f', call_id: 'c' },
  };
  const ended = {
    type: 'response.output_item.added',
    item: { type: 'function_call_output', call_id: 'c' },
  };
  const blocked = {
    ...ended,
    item: { ...ended.item, output: [{ type: 'input_text', text: '{"status":"blocked"}' }] },
  };
  expect([started, ended, blocked].map((json) => progressOf(read(openaiResponses, json)))).toEqual([
    [],
    [],
    [],
  ]);
  expect(
    [started, ended, blocked].flatMap((json) =>
      progressOf(read(openaiResponses, json, null, { hermes: true })),
    ),
  ).toEqual(['running f null null c', 'unknown null null null c', 'blocked null null null c']);
  expect(
    progressOf(
      read(openaiResponses, { ...started, type: 'response.output_item.done' }, null, {
        hermes: true,
      }),
    ),
  ).toEqual([]);
});

test('the end of a response ends the reply', () => {
  for (const type of ['response.completed', 'response.failed', 'response.incomplete'])
    expect(read(openaiResponses, { type })?.ends).toBe(true);
  expect(
    read(openaiResponses, { type: 'response.output_text.done', item_id: 'i' })?.closes,
  ).toEqual(['item i 0']);
});

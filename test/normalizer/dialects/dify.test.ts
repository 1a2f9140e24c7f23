import { expect, test } from 'vitest';
import { dify } from '../../../src/normalizer/dialects/dify.ts';
import { read, textsOf } from './read.ts';

const task_id = 't';

test('deltas and all repetitions of their text are read', () => {
  const rows: readonly (readonly [json: Record<string, unknown>, texts: readonly string[]])[] = [
    [{ event: 'message', id: 'm', answer: 'a' }, ['delta message m answer=a']],
    [{ event: 'agent_message', id: 'x', message_id: 'm', answer: 'a' }, ['delta message m answer=a']],
    [{ event: 'text_chunk', data: { text: 'a' } }, ['delta workflow data.text=a']],
    [{ event: 'text_chunk' }, []],
    [{ event: 'message_replace', message_id: 'm', answer: 'a' }, ['copy message m answer=a']],
    [
      { event: 'agent_thought', message_id: 'm', thought: 'a', observation: 'o', tool_input: 'i' },
      ['copy message m thought=a'],
    ],
    [{ event: 'node_finished', data: { outputs: { text: 'a', usage: {} } } }, ['copy copy data.outputs.text=a']],
    [
      { event: 'workflow_finished', data: { outputs: { answer: 'a', files: [] } } },
      ['copy copy data.outputs.answer=a'],
    ],
    [{ event: 'workflow_finished', data: { outputs: null } }, []],
    [{ event: 'workflow_finished' }, []],
    [{ event: 'node_started', data: { inputs: { text: '`⏰ list`' } } }, []],
    [{ event: 'error', message: '`⏰ list`' }, []],
  ];
  for (const [json, texts] of rows) {
    const reading = read(dify, { task_id, ...json });
    expect([json, reading && textsOf(reading)]).toEqual([json, texts]);
  }
});

test('the end of the message ends the reply, and nothing is certain about its tools', () => {
  expect(read(dify, { task_id, event: 'message_end' })?.ends).toBe(true);
  expect(read(dify, { task_id, event: 'message', id: 'm', answer: 'a' })?.callsElsewhere).toBe(true);
});

test('other shapes are not recognised', () => {
  for (const json of [{}, { event: 'message', answer: 'a' }, { task_id, answer: 'a' }, { task_id, event: 3 }])
    expect(read(dify, json)).toBeNull();
});

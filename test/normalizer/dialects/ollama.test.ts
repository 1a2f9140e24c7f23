import { expect, test } from 'vitest';
import { ollama } from '../../../src/normalizer/dialects/ollama.ts';
import { read, textsOf } from './read.ts';

const model = 'qwen3:8b';

test('chat and generate are read, line by line and as one response', () => {
  const rows: readonly (readonly [
    json: Record<string, unknown>,
    texts: readonly string[],
    ends: boolean,
    calls?: boolean,
  ])[] = [
    [
      { message: { role: 'assistant', content: 'a' }, done: false },
      ['delta reply message.content=a'],
      false,
      false,
    ],
    [
      { message: { role: 'assistant', content: 'a' }, done: true },
      ['delta reply message.content=a'],
      true,
      false,
    ],
    [{ message: { role: 'assistant', thinking: 'a' }, done: false }, [], false, false],
    [
      { message: { content: '', tool_calls: [{ function: { name: 'f' } }] }, done: false },
      ['delta reply message.content='],
      false,
      true,
    ],
    [{ response: 'a', done: false }, ['delta reply response=a'], false],
    [{ response: '', done: true }, ['delta reply response='], true],
  ];
  for (const [json, texts, ends, calls] of rows) {
    const reading = read(ollama, { model, ...json });
    expect([json, textsOf(reading), reading?.ends, reading?.callsElsewhere]).toEqual([
      json,
      texts,
      ends,
      calls,
    ]);
  }
});

test('other shapes are not recognised', () => {
  for (const json of [
    { response: 'a', done: false },
    { model, response: 'a' },
    { model, done: true },
    { model, message: 'a', done: false },
    { model, message: { content: 'a' }, done: 1 },
  ]) {
    expect([json, read(ollama, json)]).toEqual([json, null]);
  }
});

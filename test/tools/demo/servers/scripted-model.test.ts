import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  nextStep,
  SCRIPTED_QUESTIONS,
  startScriptedModel,
  type ScriptedModel,
} from '../../../../src/tools/demo/servers/scripted-model.ts';

let model: ScriptedModel;

beforeAll(async () => {
  model = await startScriptedModel();
});
afterAll(() => model.close());

const [TIME = '', TWO = '', LONG = ''] = SCRIPTED_QUESTIONS;
const user = (content: unknown) => ({ role: 'user', content });
const assistant = { role: 'assistant', content: '' };
const tool = { role: 'tool', content: '{}' };

test.each([
  ['a first question calls a tool', [user(TIME)], 1],
  ['a batch calls two', [user(TWO)], 2],
  ['a long one calls one', [user(LONG)], 1],
  ['the answer after the tool calls none', [user(TIME), assistant, tool], 0],
  ['after two tools too', [user(TWO), assistant, tool, tool], 0],
  ['a second question starts over', [user(TIME), assistant, tool, assistant, user(TIME)], 1],
  ['a question in parts is understood', [user([{ type: 'text', text: TIME }])], 1],
  ['an unknown question calls none', [user('?')], 0],
  ['more steps than scripted repeat the last', [user(TIME), assistant, tool, assistant, assistant], 0],
])('%s', (_, messages, calls) => {
  expect(nextStep(messages).calls).toHaveLength(calls);
});

test('an unknown question is answered with the possible ones', () => {
  for (const question of SCRIPTED_QUESTIONS) expect(nextStep([user('?')]).text).toContain(question);
});

function ask(body: object): Promise<Response> {
  return fetch(`${model.baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
}

test('it streams text, then the calls, then the finish reason', async () => {
  const text = await (await ask({ stream: true, messages: [user(TIME)] })).text();

  const data = text
    .split('\n\n')
    .filter(Boolean)
    .map((frame) => frame.slice('data: '.length));
  expect(data.at(-1)).toBe('[DONE]');
  const choices = data
    .slice(0, -1)
    .flatMap((line) => (JSON.parse(line) as { choices: { delta: Delta; finish_reason: unknown }[] }).choices);
  expect(choices.map(({ delta }) => delta.content ?? '').join('')).toBe('Let me look at the clock. ');
  expect(choices.flatMap(({ delta }) => delta.tool_calls ?? [])[0]?.function.name).toBe('terminal');
  expect(choices.at(-1)?.finish_reason).toBe('tool_calls');
});

interface Delta {
  readonly content?: string;
  readonly tool_calls?: { id: string; function: { name: string } }[];
}

test('no call id occurs twice', async () => {
  const ids: string[] = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const reply = (await (await ask({ messages: [user(TWO)] })).json()) as { choices: { message: Delta }[] };
    ids.push(...reply.choices.flatMap(({ message }) => message.tool_calls ?? []).map(({ id }) => id));
  }

  expect(new Set(ids).size).toBe(4);
});

test('it reports its context length, which Hermes asks for', async () => {
  const models: unknown = await (await fetch(`${model.baseUrl}/models`)).json();

  expect(models).toMatchObject({ data: [{ context_length: expect.any(Number) as number }] });
});

test('it refuses anything but a chat request', async () => {
  expect((await ask({})).status).toBe(400);
});

test('it lists its requests', async () => {
  await ask({ stream: true, messages: [user('Told?')] });

  expect(model.requests.at(-1)).toEqual({ stream: true, messages: [user('Told?')] });
  const listed: unknown = await (await fetch(`${model.baseUrl}/requests`)).json();
  expect(listed).toEqual(model.requests);
});

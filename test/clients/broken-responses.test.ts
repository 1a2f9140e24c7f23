/**
 * A sound stream of Responses with one field broken: where a library that reads it stumbles, the
 * doctor finds something. For chats, see `broken-fields.test.ts`.
 */
import { ChatOpenAI } from '@langchain/openai';
import { expect, test } from 'vitest';
import { bytesOf } from '../normalizer/splits.ts';
import { someOf } from '../support/speed.ts';
import { answering, outcomeOf, type Asked, type Outcome } from './client.ts';
import {
  changed,
  GONE,
  isLike,
  pathsIn,
  shown,
  VALUES,
  valueAt,
  type Json,
} from './broken-values.ts';
import { findingsIn } from './findings.ts';
import { quietly } from './globals.ts';
import { openaiFor } from './openai-client.ts';

const ARGUMENTS = '{"city":"Oslo"}';
const TEXT = { type: 'output_text', text: 'Hi you.', annotations: [], logprobs: [] };
const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [TEXT],
};
const CALL = {
  id: 'fc_1',
  type: 'function_call',
  status: 'completed',
  call_id: 'call_1',
  name: 'get_weather',
  arguments: ARGUMENTS,
};
const IN_TEXT = { item_id: 'msg_1', output_index: 0, content_index: 0 };
const IN_CALL = { item_id: 'fc_1', output_index: 1 };

function responseWith(more: object): object {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    status: 'in_progress',
    model: 'm',
    output: [],
    error: null,
    incomplete_details: null,
    usage: null,
    ...more,
  };
}

const USAGE = { input_tokens: 1, output_tokens: 2, total_tokens: 3 };

const SOUND = [
  { type: 'response.created', response: responseWith({}) },
  { type: 'response.in_progress', response: responseWith({}) },
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { ...MESSAGE, status: 'in_progress', content: [] },
  },
  { type: 'response.content_part.added', ...IN_TEXT, part: { ...TEXT, text: '' } },
  { type: 'response.output_text.delta', ...IN_TEXT, delta: 'Hi ', logprobs: [] },
  { type: 'response.output_text.delta', ...IN_TEXT, delta: 'you.', logprobs: [] },
  { type: 'response.output_text.done', ...IN_TEXT, text: 'Hi you.', logprobs: [] },
  { type: 'response.content_part.done', ...IN_TEXT, part: TEXT },
  { type: 'response.output_item.done', output_index: 0, item: MESSAGE },
  {
    type: 'response.output_item.added',
    output_index: 1,
    item: { ...CALL, status: 'in_progress', arguments: '' },
  },
  { type: 'response.function_call_arguments.delta', ...IN_CALL, delta: ARGUMENTS },
  { type: 'response.function_call_arguments.done', ...IN_CALL, arguments: ARGUMENTS },
  { type: 'response.output_item.done', output_index: 1, item: CALL },
  {
    type: 'response.completed',
    response: responseWith({ status: 'completed', output: [MESSAGE, CALL], usage: USAGE }),
  },
].map((event, i): Json => ({ ...event, sequence_number: i }));

const READERS: Readonly<Record<string, (asked: Asked) => Promise<Outcome>>> = {
  openai: (asked) =>
    outcomeOf(async (reading) => {
      const { model, question: input } = asked;
      const events = await openaiFor(asked).responses.create({ model, input, stream: true });
      for await (const event of events) {
        if (event.type === 'response.output_text.delta') reading.text += event.delta;
        if (event.type !== 'response.output_item.done') continue;
        const { item } = event;
        if (item.type === 'function_call')
          reading.calls = [...reading.calls, { name: item.name, arguments: item.arguments }];
      }
    }),
  'openai `.stream()`': (asked) =>
    outcomeOf(async (reading) => {
      const stream = openaiFor(asked).responses.stream({
        model: asked.model,
        input: asked.question,
      });
      stream.on('response.output_text.delta', ({ delta }) => void (reading.text += delta));
      const { output } = await stream.finalResponse();
      reading.calls = output.flatMap((item) =>
        item.type === 'function_call' ? [{ name: item.name, arguments: item.arguments }] : [],
      );
    }),
  LangChain: ({ baseURL, apiKey, model, question, fetch }) =>
    outcomeOf(async (reading) => {
      const chat = new ChatOpenAI({
        apiKey,
        model,
        useResponsesApi: true,
        maxRetries: 0,
        configuration: { baseURL, dangerouslyAllowBrowser: true, logLevel: 'off', fetch },
      });
      await quietly(async () => {
        for await (const { text } of await chat.stream(question)) reading.text += text;
      });
    }),
};

interface Broken {
  readonly what: string;
  readonly events: readonly Json[];
}

function bodyOf(events: readonly Json[]): Uint8Array {
  return bytesOf(
    events
      .map((event) => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`)
      .join(''),
  );
}

async function stumbling(body: Uint8Array): Promise<string[]> {
  const bad: string[] = [];
  for (const [name, read] of Object.entries(READERS)) {
    const { text, calls, error } = await read(answering([body], 'text/event-stream'));
    const isCalled = name === 'LangChain' || JSON.stringify(calls).includes('Oslo');
    if (error !== undefined || text !== 'Hi you.' || !isCalled) bad.push(name);
  }
  return bad;
}

/**
 * What the doctor does not tell, since streams that are quoted in reports often lack it, or it only
 * repeats what came before: the id of the response, the copy of the reply in the last event, the
 * lists in its items.
 */
const UNTOLD =
  /^response\.(?:created|completed): response\.(?:id|output\.\d|output is \[\]|error)|^response\.in_progress: |^response\.output_item\.(?:added|done): item\.content|\.done: (?:content_index|part\.text) is (?:gone|null)$|added: part\.text is (?:gone|null)$/;

const ALL: readonly Broken[] = SOUND.flatMap((event, i) => [
  { what: `${String(event.type)} is gone`, events: SOUND.toSpliced(i, 1) },
  ...pathsIn(event).flatMap((path) =>
    VALUES.flatMap((value): Broken[] => {
      const what = `${String(event.type)}: ${path.join('.')} is ${shown(value)}`;
      if (isLike(valueAt(event, path), value) || UNTOLD.test(what)) return [];
      return [{ what, events: SOUND.with(i, changed(event, path, value)) }];
    }),
  ),
]);

test('the doctor finds nothing in the stream as it is, and all read it', async () => {
  expect(findingsIn(bodyOf(SOUND))).toBe(0);
  expect(await stumbling(bodyOf(SOUND))).toEqual([]);
  expect(ALL.some(({ what }) => what.includes(shown(GONE)))).toBe(true);
});

test('where a library stumbles over one broken field, the doctor finds something', async () => {
  const unsaid: string[] = [];
  for (const { what, events } of someOf(ALL, 300)) {
    const body = bodyOf(events);
    if (findingsIn(body) > 0) continue;
    const bad = await stumbling(body);
    if (bad.length > 0) unsaid.push(`${what}: ${bad.join()}`);
  }
  expect(unsaid).toEqual([]);
}, 300_000);

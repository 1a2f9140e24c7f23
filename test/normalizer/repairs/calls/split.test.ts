import { expect, test } from 'vitest';
import { calls, chunk, messagesOf, repaired, repairedEntries, sse } from '../repaired.ts';

test('the head of llama.cpp with the opening brace becomes a head and its first arguments', () => {
  const head = {
    index: 0,
    id: 'R9g0',
    type: 'function',
    function: { name: 'query_agent', arguments: '{' },
  };
  const next = { index: 0, function: { arguments: '"agent_name"' } };

  expect(repairedEntries([head], [next])).toEqual([
    [{ ...head, function: { name: 'query_agent', arguments: '' } }],
    [{ index: 0, function: { arguments: '{' } }],
    [next],
  ]);
});

test('text, heads and arguments get a chunk each; finish reason, usage and timings are in the last one, alone', () => {
  const delta = {
    role: 'assistant',
    content: 'Look: ',
    tool_calls: [
      {
        index: 0,
        id: 'a',
        type: 'function',
        function: { name: 'f', arguments: '{}' },
        extra_content: { google: {} },
      },
      { index: 1, id: 'b', type: 'function', function: { name: 'g', arguments: '{"x":1}' } },
    ],
  };
  const envelope = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' };
  const part = (said: object): object => ({
    ...envelope,
    choices: [{ index: 0, delta: said, finish_reason: null }],
  });

  expect(
    messagesOf(
      repaired(sse(chunk(delta, 'tool_calls', { usage: { total_tokens: 1 }, timings: { n: 2 } }))),
    ),
  ).toEqual([
    part({ role: 'assistant', content: 'Look: ' }),
    part({
      tool_calls: [
        {
          index: 0,
          id: 'a',
          type: 'function',
          function: { name: 'f', arguments: '' },
          extra_content: { google: {} },
        },
      ],
    }),
    part({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }),
    part({
      tool_calls: [{ index: 1, id: 'b', type: 'function', function: { name: 'g', arguments: '' } }],
    }),
    part({ tool_calls: [{ index: 1, function: { arguments: '{"x":1}' } }] }),
    {
      ...envelope,
      choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }],
      usage: { total_tokens: 1 },
      timings: { n: 2 },
    },
  ]);
});

test('each choice is split separately', () => {
  const choices = [
    { index: 1, delta: { content: 'a' }, finish_reason: 'stop' },
    {
      index: 0,
      delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{' } }] },
      finish_reason: null,
    },
  ];
  const said = messagesOf(repaired(sse({ choices }))).map((message) => message.choices);

  expect(said).toEqual([
    [
      choices[0],
      {
        index: 0,
        delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '' } }] },
        finish_reason: null,
      },
    ],
    [
      {
        index: 0,
        delta: { tool_calls: [{ index: 0, function: { arguments: '{' } }] },
        finish_reason: null,
      },
    ],
  ]);
});

test('every part is a separate frame, in the style of the original', () => {
  const json = JSON.stringify(
    calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{' } }),
  );
  for (const frame of [
    'data: JSON\n\n',
    'id: 1\r\ndata: JSON\r\n\r\n',
    'data:JSON\r\r',
    'data: JSON',
    '\ufeffdata: JSON\n\n',
  ]) {
    const body = repaired(frame.replace('JSON', json));
    const frames = body.split(/\n\n|\r\n\r\n|\r\r/).filter((each) => each !== '');
    expect([frame, frames.length, frames.slice(1).some((each) => each.includes('\ufeff'))]).toEqual(
      [frame, 2, false],
    );
    expect(
      frames.every((each) =>
        /^data: ?\{.*\}$/m.test(each.replace('\ufeff', '').replaceAll('\r', '\n')),
      ),
    ).toBe(true);
  }
});

test('a marker beside a call is removed and the call is split', () => {
  const head = { index: 0, id: 'a', function: { name: 'f', arguments: '{' } };
  const body = repaired(
    sse(chunk({ content: 'Hi!\n`⏰ list`\n\nYou', tool_calls: [head] }), '[DONE]'),
  );

  expect(body).not.toContain('⏰');
  expect(messagesOf(body)).toHaveLength(3);
});

test('a late head is not separated from the arguments of another call before it', () => {
  const rest = (index: number, said: string): object => ({ index, function: { arguments: said } });
  const head = (index: number): object => ({
    index,
    id: `call ${index}`,
    type: 'function',
    function: { name: 'f', arguments: '' },
  });
  const late = [rest(0, '}'), head(1)];
  expect(repairedEntries([head(0)], [rest(0, '{')], [rest(1, '{}')], late)).toEqual([
    [head(0)],
    [rest(0, '{')],
    [rest(1, '{}')],
    late,
  ]);
  // In time, and after nothing of another call.
  expect(repairedEntries([head(0)], [rest(0, '{}'), head(1)])).toEqual([
    [head(0)],
    [rest(0, '{}')],
    [head(1)],
  ]);
  expect(repairedEntries([rest(0, '{')], [rest(0, '}'), head(0)])).toEqual([
    [rest(0, '{')],
    [rest(0, '}')],
    [head(0)],
  ]);
});

import { expect, test } from 'vitest';
import { calls, chunk, sse } from '../normalizer/repairs/repaired.ts';
import { bytesOf } from '../normalizer/splits.ts';
import { tryClients } from './before-after.ts';
import { DEFECTS, type Defect } from './defects.ts';
import { findingsIn } from './findings.ts';

// "No defects found" is a promise: every client of the table reads the stream correctly.

const ROLE = chunk({ role: 'assistant', content: '' });
const HI = [chunk({ content: 'Hi ' }), chunk({ content: 'you.' })];
const STOP = chunk({}, 'stop');
const USAGE = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const HEAD = {
  index: 0,
  id: 'call_a',
  type: 'function',
  function: { name: 'get_weather', arguments: '' },
};
const ARGUMENTS = '{"city":"Oslo"}';
const REST = { index: 0, function: { arguments: ARGUMENTS } };

function stream(what: string, ...data: readonly (string | object)[]): Defect {
  return { what, repair: 'nothing', body: bytesOf(sse(...data)), text: 'Hi you.' };
}

function call(
  what: string,
  parts: readonly object[],
  said = ARGUMENTS,
  more: Partial<Defect> = {},
): Defect {
  const body = bytesOf(
    sse(ROLE, ...parts.map((part) => calls(part)), chunk({}, 'tool_calls'), '[DONE]'),
  );
  return {
    what,
    repair: 'nothing',
    body,
    text: '',
    calls: [{ name: 'get_weather', arguments: said }],
    ...more,
  };
}

function withDelta(each: object, more: object): object {
  const { choices } = each as { choices: readonly { delta: object }[] };
  return {
    ...each,
    choices: choices.map((choice) => ({ ...choice, delta: { ...choice.delta, ...more } })),
  };
}

function withRole(each: object, role: string | null): object {
  return withDelta(each, { role });
}

/** Streams that deviate a little; some are well-formed, and the doctor must know which. */
const VARIANTS: readonly Defect[] = [
  stream('as it should be', ROLE, ...HI, STOP, '[DONE]'),
  stream(
    'null as the first content',
    chunk({ role: 'assistant', content: null }),
    ...HI,
    STOP,
    '[DONE]',
  ),
  stream('no role', ...HI, STOP, '[DONE]'),
  stream(
    'the role in every chunk',
    ...HI.map((each) => ({
      ...each,
      choices: [
        {
          index: 0,
          delta: { role: 'assistant', content: each === HI[0] ? 'Hi ' : 'you.' },
          finish_reason: null,
        },
      ],
    })),
    STOP,
    '[DONE]',
  ),
  stream(
    'usage in a chunk without choices',
    ROLE,
    ...HI,
    STOP,
    { ...chunk({}), choices: [], usage: USAGE },
    '[DONE]',
  ),
  stream(
    'usage with the finish reason',
    ROLE,
    ...HI,
    chunk({}, 'stop', { usage: USAGE }),
    '[DONE]',
  ),
  stream(
    'a first chunk without choices (Azure)',
    { ...chunk({}), choices: [], prompt_filter_results: [] },
    ROLE,
    ...HI,
    STOP,
    '[DONE]',
  ),
  stream(
    'the finish reason with the last text',
    ROLE,
    chunk({ content: 'Hi ' }),
    chunk({ content: 'you.' }, 'stop'),
    '[DONE]',
  ),
  stream('an empty content at the end', ROLE, ...HI, chunk({ content: '' }, 'stop'), '[DONE]'),
  stream(
    'a field that nobody knows',
    ROLE,
    ...HI.map((each) => ({ ...each, timings: { n: 1 } })),
    STOP,
    '[DONE]',
  ),
  stream('no [DONE]', ROLE, ...HI, STOP),
  stream('no finish reason', ROLE, ...HI, '[DONE]'),
  stream('neither', ROLE, ...HI),
  stream(
    'text behind the finish reason',
    ROLE,
    chunk({ content: 'Hi ' }),
    STOP,
    chunk({ content: 'you.' }),
    '[DONE]',
  ),
  stream('an error at the end', ROLE, ...HI, { error: { message: 'no' } }),
  stream('a chunk without choices', ROLE, ...HI, STOP, { usage: USAGE }, '[DONE]'),
  stream(
    'a choice without delta',
    ROLE,
    ...HI,
    { ...STOP, choices: [{ index: 0, finish_reason: 'stop' }] },
    '[DONE]',
  ),
  stream(
    'data that is no JSON',
    ROLE,
    chunk({ content: 'Hi ' }),
    'hello',
    chunk({ content: 'you.' }),
    STOP,
    '[DONE]',
  ),
  stream('null as the role', ...HI.map((each) => withRole(each, null)), STOP, '[DONE]'),
  stream(
    'an empty role behind a whole one',
    ROLE,
    ...HI.map((each) => withRole(each, '')),
    STOP,
    '[DONE]',
  ),
  stream(
    'null as the calls',
    ROLE,
    ...HI.map((each) => withDelta(each, { tool_calls: null })),
    STOP,
    '[DONE]',
  ),
  stream('null as the id', ...[ROLE, ...HI, STOP].map((each) => ({ ...each, id: null })), '[DONE]'),
  stream(
    'no model',
    ...[ROLE, ...HI, STOP].map((each) => ({ ...each, model: undefined })),
    '[DONE]',
  ),
  stream(
    'no object',
    ...[ROLE, ...HI, STOP].map((each) => ({ ...each, object: undefined })),
    '[DONE]',
  ),
  stream(
    'figures as text',
    ROLE,
    ...HI,
    chunk({}, 'stop', { usage: { ...USAGE, prompt_tokens: '1' } }),
    '[DONE]',
  ),
  stream(
    'figures without totals',
    ROLE,
    ...HI,
    chunk({}, 'stop', { usage: { prompt_tokens_details: {} } }),
    '[DONE]',
  ),
  stream('an unknown finish reason', ROLE, ...HI, chunk({}, 'end_turn'), '[DONE]'),
  stream('a status before the first chunk', { status: 'thinking' }, ROLE, ...HI, STOP, '[DONE]'),
  stream('a typed status before the first chunk', { type: 'status' }, ROLE, ...HI, STOP, '[DONE]'),
  stream(
    'a delta that is null',
    ROLE,
    ...HI,
    { ...STOP, choices: [{ index: 0, delta: null, finish_reason: 'stop' }] },
    '[DONE]',
  ),
  stream('null as data', 'null', ROLE, ...HI, STOP, '[DONE]'),
  stream('null between chunks', ROLE, 'null', ...HI, STOP, '[DONE]'),
  ...Object.entries({
    'carriage returns and line feeds': ['\n', '\r\n'],
    'carriage returns': ['\n', '\r'],
    'no space before the data': ['data: ', 'data:'],
    'a byte-order mark': [/^/, '\ufeff'],
    'a comment before the first chunk': [/^/, ': hi\n\n'],
    'a named event before the first chunk': [/^/, 'event: status\ndata: {"a":1}\n\n'],
    'an empty frame': [/^/, '\n'],
    'the name of every event': [/^data: \{/gm, 'event: message\ndata: {'],
    'an id with every event': [/^data: \{/gm, 'id: 1\ndata: {'],
  } satisfies Record<string, readonly [string | RegExp, string]>).map(
    ([what, [from, to]]): Defect => ({
      what,
      repair: 'nothing',
      body: bytesOf(
        typeof from === 'string'
          ? sse(ROLE, ...HI, STOP, '[DONE]').replaceAll(from, to)
          : sse(ROLE, ...HI, STOP, '[DONE]').replace(from, to),
      ),
      text: 'Hi you.',
    }),
  ),
  call('a call without arguments', [HEAD], ''),
  call('a call as it should be', [HEAD, REST]),
  call('arguments in pieces', [
    HEAD,
    { index: 0, function: { arguments: '{"city":' } },
    { index: 0, function: { arguments: '"Oslo"}' } },
  ]),
  call('a call without id', [{ ...HEAD, id: undefined }, REST]),
  call('a call without type', [{ ...HEAD, type: undefined }, REST]),
  call('an empty piece', [HEAD, { index: 0, function: { arguments: '' } }, REST]),
  call('a call that begins with index 1', [
    { ...HEAD, index: 1 },
    { ...REST, index: 1 },
  ]),
  call('arguments that are cut', [HEAD, { index: 0, function: { arguments: '{"city":' } }]),
];

function isSilent({ body }: Defect): boolean {
  return findingsIn(body) === 0;
}

/** The clients that do not read it correctly. */
async function stumbling(defect: Defect): Promise<string[]> {
  return (await tryClients(defect)).flatMap(({ client, before }) =>
    before === null || before === 'ok' ? [] : [`${client.name}: ${before}`],
  );
}

const SILENT = [
  ...VARIANTS,
  ...DEFECTS.filter(
    ({ format, readSize }) => (format ?? 'chat') === 'chat' && readSize === undefined,
  ),
].filter(isSilent);

test('some streams are well-formed', () => {
  expect(SILENT.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'as it should be',
      'a call as it should be',
      'usage with the finish reason',
    ]),
  );
  expect(SILENT.length).toBeLessThan(VARIANTS.length);
});

test.each(SILENT.map((defect) => [defect.what, defect] as const))(
  'if the doctor finds nothing, every client reads it: %s',
  async (_, defect) => {
    expect(await stumbling(defect)).toEqual([]);
  },
  60_000,
);

import { expect, test } from 'vitest';
import { hermesRuns } from '../../../src/normalizer/dialects/hermes-runs.ts';
import { progressOf, read, textsOf } from './read.ts';

const run_id = 'run_1';

test('the end of a run says what its model took', () => {
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15, cache_read_tokens: 0 };
  const usedIn = (more: object) =>
    read(hermesRuns, { run_id, event: 'run.completed', output: 'a', ...more })?.used;

  expect(usedIn({ usage })).toEqual({ kind: 'tokens', text: '15' });
  expect(usedIn({})).toBeUndefined();
});

test('texts and tool calls of a run are read, and nothing is removed', () => {
  const rows: readonly (readonly [
    json: Record<string, unknown>,
    texts: readonly string[],
    progress: readonly string[],
  ])[] = [
    [{ event: 'message.delta', delta: 'a' }, ['delta run run_1 delta=a'], []],
    [{ event: 'reasoning.available', text: 'a' }, ['copy run run_1 text=a'], []],
    [{ event: 'run.completed', output: 'a' }, ['copy run run_1 output=a'], []],
    [{ event: 'tool.started', tool: 'f', preview: 'p' }, [], ['running f null p null']],
    // It is also said of what has only begun.
    [{ event: 'tool.completed', tool: 'f', error: false }, [], ['unknown f null null null']],
    [
      { event: 'tool.completed', tool: 'f', error: false, preview: '{"exit_code": 0}' },
      [],
      ['ran f null {"exit_code": 0} null'],
    ],
    [
      {
        event: 'tool.completed',
        tool: 'f',
        error: false,
        preview: '{"status": "dispatched", "no...',
      },
      [],
      ['unknown f null {"status": "dispatched", "no... null'],
    ],
    [{ event: 'tool.completed', tool: 'f' }, [], ['unknown f null null null']],
    [
      {
        event: 'tool.completed',
        tool: 'f',
        error: true,
        preview: '{"error": "BLOCKED: Command denied by user."}',
      },
      [],
      ['denied f null {"error": "BLOCKED: Command denied by user."} null'],
    ],
    [{ event: 'tool.completed', tool: 'f', error: true }, [], ['failed f null null null']],
    [{ event: 'approval.request', choices: ['once'] }, [], ['waiting null null null null']],
    [{ event: 'message.delta', delta: 3 }, [], []],
  ];
  for (const [json, texts, progress] of rows) {
    const reading = read(hermesRuns, { run_id, ...json });
    expect([json, textsOf(reading), progressOf(reading), reading?.remove]).toEqual([
      json,
      texts,
      progress,
      undefined,
    ]);
  }
});

test('a run ends by completion, failure or cancellation', () => {
  for (const event of ['run.completed', 'run.failed', 'run.cancelled'])
    expect(read(hermesRuns, { run_id, event })).toMatchObject({
      ends: true,
      closes: ['run run_1'],
    });
});

test('other shapes are not recognised', () => {
  expect(read(hermesRuns, { event: 'message.delta', delta: 'a' })).toBeNull();
  expect(read(hermesRuns, { run_id, type: 'message.delta' })).toBeNull();
  expect(read(hermesRuns, { run_id, event: 'message.delta', delta: 'a' }, 'named')).toBeNull();
});

test.each<[event: Record<string, unknown>, subAgent: object]>([
  [{ event: 'subagent.start', goal: 'look' }, { state: 'running' }],
  [
    {
      event: 'subagent.complete',
      status: 'timeout',
      summary: 'gave up',
      duration_seconds: 600,
      input_tokens: 900,
      output_tokens: 20,
    },
    { state: 'failed', seconds: 600, tokens: 920, error: 'gave up' },
  ],
  // Whether it had to stop before its end, only the result of its tool says.
  [{ event: 'subagent.complete', status: 'completed', summary: 'All done' }, { state: 'unknown' }],
])('%o tells of a sub-agent', (event, subAgent) => {
  const reading = read(hermesRuns, { run_id, subagent_id: 'sa-0', depth: 0, ...event });
  expect(reading?.progress).toMatchObject([
    { phase: 'sub-agent', tool: 'delegate_task', subAgent: { id: 'sa-0', ...subAgent } },
  ]);
  expect(read(hermesRuns, { run_id, ...event })?.progress).toEqual([]);
  expect(read(hermesRuns, { run_id, subagent_id: 'sa-1', depth: 1, ...event })?.progress).toEqual(
    [],
  );
});

test('an event of another name is one of Hermes only in its stream', () => {
  const dialects = new Set([hermesRuns.id]);
  for (const event of ['RunContent', 'token', 'on_chat_model_stream']) {
    expect(read(hermesRuns, { run_id, event, content: 'a' })).toBeNull();
    expect(read(hermesRuns, { run_id, event, content: 'a' }, null, { dialects })).toEqual({});
  }
});

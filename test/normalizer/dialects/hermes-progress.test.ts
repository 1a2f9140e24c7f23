import { expect, test } from 'vitest';
import { hermesProgress } from '../../../src/normalizer/dialects/hermes-progress.ts';
import { progressOf, read } from './read.ts';

const NAME = 'hermes.tool.progress';
const chat = { dialects: new Set(['openai-chat']) };

test('every generation and dialect of the event is read and removed', () => {
  const rows: readonly (readonly [json: Record<string, unknown>, progress: string])[] = [
    [{ tool: 'terminal', emoji: '💻', label: 'ls' }, 'start terminal 💻 ls null'],
    [
      { tool: 'terminal', emoji: '💻', label: 'ls', toolCallId: 'c', status: 'running' },
      'running terminal 💻 ls c',
    ],
    [{ tool: 'terminal', toolCallId: 'c', status: 'completed' }, 'unknown terminal null null c'],
    [
      { tool: 'xai_video_edit', emoji: 'video', label: '', toolCallId: 'c', status: 'running' },
      'running xai_video_edit video  c',
    ],
    [{ name: 'f', tool_call_id: 'c', status: 'started' }, 'running f null null c'],
    [{ tool_name: 'f', call_id: 'c', status: 'EXECUTING' }, 'running f null null c'],
    [{ toolName: 'f', id: 'c', phase: 'done' }, 'unknown f null null c'],
    [{ tool: 'f', id: 'c', status: 'complete' }, 'unknown f null null c'],
    [{ tool: 'f', id: 'c', status: 'success' }, 'unknown f null null c'],
    [{ tool: 'f', id: 'c', status: 'failed' }, 'failed f null null c'],
    [{ tool: '', status: 'waiting' }, 'waiting null null null null'],
    [{ tool: '', toolCallId: 'c', status: 'timed-out' }, 'timed-out  null null c'],
    [{ tool: 'f', id: 'c', status: 'error' }, 'failed f null null c'],
    [{ id: 'c', status: 'in_progress', preview: 'p' }, 'running null null p c'],
    [{ tool: 'f', id: 'c' }, 'running f null null c'],
    [{ tool: 'f', toolCallId: '', status: 'running' }, 'running f null null null'],
    [{ tool: 'f', toolCallId: null, id: 7, emoji: 3, label: {} }, 'start f null null null'],
  ];
  for (const [json, progress] of rows) {
    const reading = read(hermesProgress, json, NAME);
    expect([json, progressOf(reading), reading?.remove, reading?.hermes]).toEqual([
      json,
      [progress],
      true,
      true,
    ]);
    expect(reading?.progress?.[0]).toMatchObject({ source: 'event', provenance: 'server' });
  }
});

test('an event without anything we understand is removed all the same', () => {
  for (const json of [
    {},
    { status: 'running' },
    { tool: 'f', status: 'paused' },
    { tool: 'f', status: 'constructor' },
    { tool: 'f', status: '__proto__' },
  ]) {
    const reading = read(hermesProgress, json, NAME);
    expect([json, progressOf(reading), reading?.remove]).toEqual([json, [], true]);
  }
});

test('the question whether a command may run is removed, and its call waits', () => {
  const asks = { run_id: 'chatcmpl-1', command: 'rm -rf old', choices: ['once', 'deny'] };
  const reading = read(hermesProgress, asks, 'approval.request', chat);

  expect([progressOf(reading), reading?.remove]).toEqual([['waiting null null null null'], true]);
  expect(reading?.progress?.[0]?.question).toEqual({
    runId: 'chatcmpl-1',
    requestId: '',
    command: 'rm -rf old',
    reason: '',
    choices: ['once', 'deny'],
    answeredBy: 'you',
  });
  for (const [keys, pattern] of [
    [{ pattern_key: 'delete' }, 'delete'],
    [{ pattern_key: 'delete', pattern_keys: ['delete', 7, '', 'force'] }, 'delete, force'],
    [{ pattern_keys: {} }, undefined],
  ] as const)
    expect(
      read(hermesProgress, { ...asks, ...keys }, 'approval.request', chat)?.progress?.[0]?.question
        ?.pattern,
    ).toBe(pattern);
  expect(read(hermesProgress, asks, 'approval.request')).toBeNull();
  expect(read(hermesProgress, { command: 'rm' }, 'approval.request', chat)).toBeNull();
});

test('the companion tells what the record of the agent says of a call, and of a question who answers it', () => {
  const call = { tool: 'terminal', toolCallId: 'c' };
  const failed = {
    ...call,
    status: 'failed',
    exit_code: 3,
    error: '',
    input: '{"command":"exit 3"}',
    output: 'x',
  };
  const asks = {
    tool: '',
    status: 'waiting',
    command: 'rm -rf old',
    description: 'delete',
    answered_by: 'admin',
  };

  expect(read(hermesProgress, failed, NAME)?.progress).toEqual([
    expect.objectContaining({
      phase: 'failed',
      receipt: { exitCode: 3, input: '{"command":"exit 3"}', output: 'x' },
    }),
  ]);
  expect(read(hermesProgress, asks, NAME)?.progress?.[0]?.question).toEqual({
    runId: '',
    requestId: '',
    command: 'rm -rf old',
    reason: 'delete',
    choices: [],
    answeredBy: 'admin',
  });
  expect(
    read(hermesProgress, { ...call, status: 'completed', unread: 'absent' }, NAME)?.progress,
  ).toEqual([expect.objectContaining({ phase: 'unknown', receipt: { unread: 'absent' } })]);
  for (const odd of [{ exit_code: '3', error: 7, input: null, unread: 'canary' }, {}])
    expect(
      read(hermesProgress, { ...call, status: 'ran', ...odd }, NAME)?.progress?.[0],
    ).not.toHaveProperty('receipt');
});

test('what the agent says meanwhile is a note, and leaves the stream', () => {
  const status = { kind: 'lifecycle', text: 'Rate limited. Waiting 2.8s (attempt 2/3)...' };

  for (const event of ['hermes.status', 'approval.request', NAME])
    expect(read(hermesProgress, status, event)?.note).toEqual(
      event === 'hermes.status' ? { kind: 'status', text: status.text } : undefined,
    );
  expect(read(hermesProgress, status, 'hermes.status')).toMatchObject({
    remove: true,
    hermes: true,
  });
  // From the companion.
  for (const kind of ['failed', 'no-tool', 'broken', 'files'])
    expect(read(hermesProgress, { ...status, kind }, 'hermes.status')?.note?.kind).toBe(kind);
  expect(read(hermesProgress, { kind: 'lifecycle', text: 7 }, 'hermes.status')).toBeNull();
});

test('an unnamed copy is recognised on a chat stream only', () => {
  for (const json of [
    { tool: 'f', emoji: '' },
    { tool: 'f', status: 'running' },
    { toolName: 'f', status: 'done', toolCallId: 'c' },
  ]) {
    expect(read(hermesProgress, json, null, chat)?.remove).toBe(true);
    expect(read(hermesProgress, json)).toBeNull();
  }
});

test('everything else is left alone', () => {
  const event = { tool: 'f', status: 'running', emoji: 'x' };
  for (const json of [
    { ...event, choices: [] },
    { ...event, object: 'x' },
    { tool: 'f' },
    { tool: 'f', status: 'sleeping' },
    { tool: 'f', status: 'constructor' },
    { status: 'running', emoji: 'x' },
    { tool: 3, emoji: 'x' },
    {},
  ]) {
    expect([json, read(hermesProgress, json, null, chat)]).toEqual([json, null]);
  }
  for (const name of [
    'hermes.status',
    'tool.started',
    'hermes.tool.progress.x',
    'Hermes.tool.progress',
    'message',
  ]) {
    expect(read(hermesProgress, event, name, chat)).toBeNull();
  }
});

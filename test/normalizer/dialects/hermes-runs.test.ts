import { expect, test } from 'vitest';
import { hermesRuns } from '../../../src/normalizer/dialects/hermes-runs.ts';
import { bytesOf, endsEvery, normalizeCut, sameBytes, textOf } from '../splits.ts';
import { progressOf, read, textsOf } from './read.ts';

const run_id = 'run_1';

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
    [{ event: 'tool.completed', tool: 'f', error: false }, [], ['finished f null null null']],
    [{ event: 'tool.completed', tool: 'f', error: true }, [], ['failed f null null null']],
    [{ event: 'approval.request', choices: ['once'] }, [], []],
    [{ event: 'message.delta', delta: 3 }, [], []],
  ];
  for (const [json, texts, progress] of rows) {
    const reading = read(hermesRuns, { run_id, ...json });
    expect([json, textsOf(reading), progressOf(reading), reading?.remove]).toEqual([json, texts, progress, undefined]);
  }
});

test('a run ends by completion, failure or cancellation', () => {
  for (const event of ['run.completed', 'run.failed', 'run.cancelled'])
    expect(read(hermesRuns, { run_id, event })).toMatchObject({ ends: true, closes: ['run run_1'] });
});

test('other shapes are not recognised', () => {
  expect(read(hermesRuns, { event: 'message.delta', delta: 'a' })).toBeNull();
  expect(read(hermesRuns, { run_id, type: 'message.delta' })).toBeNull();
  expect(read(hermesRuns, { run_id, event: 'message.delta', delta: 'a' }, 'named')).toBeNull();
});

test('a marker is removed from deltas and all repetitions, and a tool is reported, wherever the stream is cut', () => {
  const dirty = 'a\n`⏰ x`\n\nb';
  const events = [
    { event: 'tool.started', tool: 'f', preview: 'p' },
    ...['a\n`⏰', ' x`\n\nb'].map((delta) => ({ event: 'message.delta', delta })),
    { event: 'tool.completed', tool: 'f', error: false },
    { event: 'reasoning.available', text: dirty },
    { event: 'run.completed', output: dirty },
  ];
  const body = bytesOf(
    `${events.map((event) => `data: ${JSON.stringify({ run_id, ...event })}\n\n`).join('')}: stream closed\n\n`,
  );

  const whole = normalizeCut(body, []);

  const texts = textOf(whole.bytes)
    .split('\n\n')
    .filter((frame) => frame.startsWith('data:'))
    .map((frame) => JSON.parse(frame.slice(5)) as Record<string, string>);
  expect(texts.map(({ delta }) => delta ?? '').join('')).toBe('a\nb');
  expect(texts.slice(-2).map(({ text, output }) => text ?? output)).toEqual(['a\nb', 'a\nb']);
  expect(whole.events.map(({ tool, emoji, status }) => `${tool} ${emoji} ${status}`)).toEqual([
    'f null running',
    'f null finished',
  ]);
  for (const ends of [...Array.from(body, (_, at) => [at]), endsEvery(body.length, 1)]) {
    const cut = normalizeCut(body, ends);
    expect(sameBytes(cut.bytes, whole.bytes)).toBe(true);
    expect(cut.events).toEqual(whole.events);
  }
});

import { expect, test } from 'vitest';
import { createSightings } from '../../../src/doctor/sightings.ts';
import { createSurvey, type Surveyed } from '../../../src/doctor/survey/survey.ts';
import { createNdjsonFraming } from '../../../src/normalizer/framing/line-frames.ts';
import { createSseFraming } from '../../../src/normalizer/framing/sse-frames.ts';

function survey(
  frames: readonly string[],
  sessionId: string | null = null,
): Surveyed & { toolEvents: number } {
  const survey = createSurvey(createSseFraming().read, sessionId, createSightings());
  const toolEvents = frames.filter((frame) => survey.read(frame)).length;
  return { ...survey.result(false), toolEvents };
}

const CHUNK =
  '{"id":"koboldcpp","choices":[{"index":0,"delta":{"content":"a"},"finish_reason":null}]}';
const LAST = '{"id":"koboldcpp","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}';
const PROGRESS =
  'event: hermes.tool.progress\ndata: {"tool":"terminal","toolCallId":"c","status":"running"}\n\n';

test('a stream reveals its dialects, its server, and how it ended', () => {
  expect(
    survey([`data: ${CHUNK}\n\n`, ': ping\n\n', `data: ${LAST}\n\n`, 'data: [DONE]\n\n']),
  ).toEqual({
    dialects: ['openai-chat'],
    servers: [{ name: 'KoboldCpp', version: null, by: 'the chunk id "koboldcpp"' }],
    finishReasons: [{ name: 'stop', count: 1 }],
    done: true,
    errors: [],
    lookalikes: 0,
    toolEvents: 0,
  });
});

test('tool progress events that the page does not get are reported; others are not', () => {
  const found = survey([
    `data: ${CHUNK}\n\n`,
    PROGRESS,
    PROGRESS.replace('running', 'completed'),
    'event: x\ndata: {}\n\n',
  ]);

  expect([found.toolEvents, found.dialects]).toEqual([2, ['openai-chat', 'hermes-progress']]);
  expect(found.servers.map(({ name, version }) => [name, version])).toEqual([
    ['Hermes Agent', '0.12 or later'],
    ['KoboldCpp', null],
  ]);
  // LobeHub's page skips it.
  expect(survey([PROGRESS.replace('hermes.tool.progress', 'data')]).toolEvents).toBe(0);
});

test('chunks without separate frames count', () => {
  for (const frame of [
    `data: ${CHUNK}${LAST}\n\n`,
    `${CHUNK}\n${LAST}\n\n`,
    `data: ${CHUNK}\n\n${LAST}\n\n`,
  ]) {
    const { dialects, finishReasons } = survey([frame, `data: ${LAST}\n\n`]);
    expect([frame, dialects, finishReasons.length]).toEqual([frame, ['openai-chat'], 1]);
  }
});

test('[DONE] counts wherever it ends the data of a frame', () => {
  for (const [frame, done] of [
    [`data: ${LAST}[DONE]\n\n`, true],
    ['data:[DONE] \n\n', true],
    ['data: {"a":"[DONE]"}\n\n', false],
    [': [DONE]\n\n', false],
  ] as const) {
    expect([frame, survey([frame]).done]).toEqual([frame, done]);
  }
});

test("errors are reported in the server's words", () => {
  const frames = [
    'data: {"error":{"message":"too long","code":400}}\n\n',
    'error: {"code":500,"message":"now finding less tool calls"}\n\n',
    '{"error":{"code":"bare"}}\n\n',
    'data: {"error":"plain words"}\n\n',
    'data: {"error":{}}\n\n',
    'data: {"error":false}\n\ndata: x\n\n',
    'data: {"error":null}\n\n',
    'data: {"error":""}\n\n',
    'data: {"error":true}\n\n',
  ];

  expect(survey(frames).errors.map(({ name }) => name)).toEqual([
    'too long',
    'now finding less tool calls',
    'bare',
    'plain words',
    'an error without words',
  ]);
});

test('the session id names Hermes', () => {
  expect(
    survey([`data: ${LAST.replace('koboldcpp', 'c')}\n\n`], 'api-0123456789abcdef').servers,
  ).toEqual([{ name: 'Hermes Agent', version: '0.9 or later', by: 'the session id' }]);
  expect(survey([], '').servers).toEqual([]);
});

test('a sign with a version replaces one without', () => {
  const first = {
    choices: [{ index: 0, delta: {} }],
    created: 1,
    id: 'chatcmpl-nFCxRKKHfmmnVXEHbeKtPcEqHXBZvQCr',
  };
  const frames = [first, { ...first, system_fingerprint: 'b1-6a746cf' }, first].map(
    (chunk) => `data: ${JSON.stringify(chunk)}\n\n`,
  );

  expect(survey(frames).servers.map(({ name, version }) => [name, version])).toEqual([
    ['llama.cpp', 'build b1'],
  ]);
});

test('the only server that sends a dialect is named by it', () => {
  const ollama = createSurvey(createNdjsonFraming().read, null, createSightings());
  ollama.read('{"model":"m","message":{"role":"assistant","content":"a"},"done":true}\n');

  expect(ollama.result(false).servers).toEqual([
    { name: 'Ollama', version: null, by: 'the shape of its messages' },
  ]);
});

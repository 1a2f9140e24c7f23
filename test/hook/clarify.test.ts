/** A question in an agent's own words, through the hook: who may answer it, and what is posted. */
import { fetches, redirectModes, setFetch, type Asked } from './own-fetch.ts';
import { pass } from './fake-clock.ts';
import './browser-shape.ts';
import { expect, test } from 'vitest';
import type { Answer } from '../../src/bridge/protocol.ts';
import { createAgents } from '../../src/hook/agent.ts';
import type { ResponseHead } from '../../src/hook/transports/traffic.ts';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import type { Given, Progress } from '../../src/normalizer/progress/progress-types.ts';
import { bytesOf } from '../normalizer/splits.ts';
import { answered, asking, ASKED, CAPABILITIES, CLARIFY_ID, RUN } from '../support/clarify-run.ts';

const KEY = 'Bearer canary';
const SERVER = 'http://agent:8642/base';
const HEAD: ResponseHead = {
  contentType: 'text/event-stream',
  url: `${SERVER}/v1/runs/${RUN}/events`,
  sessionId: null,
  request: null,
  caller: { authorization: KEY, sessionId: null },
};
const READ = { url: `${SERVER}/v1/capabilities`, method: 'GET', key: KEY, body: null };
const SOON = 50;

function able({ method }: Asked): Response {
  return method === 'GET' ? Response.json(CAPABILITIES) : Response.json({ resolved: true });
}

function stage(respond: (asked: Asked) => Response | Promise<Response> = able) {
  setFetch(respond);
  let on = true;
  const agents = createAgents(() => on);
  const told: Progress[] = [];

  function open(head: Partial<ResponseHead> = {}) {
    const report = agents.open({ ...HEAD, ...head }, (event) => {
      if (event.type === 'progress') told.push(event.progress);
    });
    const normalizer = createBodyNormalizer({
      contentType: 'text/event-stream',
      isReply: false,
      report,
    })!;
    return (frames: readonly string[]): void => {
      for (const frame of frames) normalizer.push(bytesOf(frame));
    };
  }

  return {
    open,
    told,
    off: () => void (on = false),
    last: () => told.at(-1)!,
    say: (choice: Given, some: Partial<Answer> = {}) =>
      agents.answer({
        type: 'answer',
        ...{ server: SERVER, runId: RUN, requestId: CLARIFY_ID, command: ASKED },
        choice,
        ...some,
      }),
  };
}

/** What was posted, as the agent reads it. */
const posted = (): unknown[] =>
  fetches().flatMap(({ method, body }) => (method === 'POST' ? [JSON.parse(body ?? '')] : []));

test('a person may answer once the server has said that it takes answers, and it is posted once', async () => {
  const { open, last, say } = stage();
  const push = open();
  push(asking());
  expect(last()).toMatchObject({ status: 'waiting', question: { answeredBy: 'elsewhere' } });
  say({ said: ['Lax'] });
  await pass(SOON);
  expect(last().question).toMatchObject({
    ...{ answeredBy: 'you', host: 'agent:8642', server: SERVER, command: ASKED },
    clarify: { several: false },
  });
  expect(last().question).not.toHaveProperty('until');
  expect(fetches()).toEqual([READ]);

  say({ said: ['Lax'] });
  say({ said: ['Strict (Recommended)'] });
  await pass(SOON);
  expect(fetches().slice(1)).toEqual([
    {
      ...{ url: `${SERVER}/v1/runs/${RUN}/clarify`, method: 'POST', key: KEY },
      body: JSON.stringify({ clarify_id: CLARIFY_ID, response: 'Lax' }),
    },
  ]);
  expect(redirectModes()).toEqual(['error', 'error']);
  expect(last()).toMatchObject({ status: 'running' });
  push(answered('Lax'));
  expect(last()).toMatchObject({ tool: 'clarify', status: 'unknown' });
});

test.each<[given: Given, response: unknown, request: object]>([
  [{ said: ['my own words'] }, 'my own words', {}],
  [{ said: null }, null, {}],
  [{ said: ['A', 'B'] }, '["A","B"]', { choices: ['A', 'B'], multi_select: true }],
  [{ said: ['yes'] }, 'yes', { choices: null }],
])('%j is posted as %j', async (given, response, request) => {
  const { open, say } = stage();
  open()(asking(request));
  await pass(SOON);
  say(given);
  await pass(SOON);
  expect(posted()).toEqual([{ clarify_id: CLARIFY_ID, response }]);
});

test.each<[what: string, given: unknown, some?: Partial<Answer>]>([
  ['an answer to an approval', 'once'],
  ['two answers where one is asked', { said: ['Lax', 'Strict (Recommended)'] }],
  ['an answer without words', { said: [] }],
  ['an answer to other words', { said: ['Lax'] }, { command: 'Which one?' }],
  ['an answer for another server', { said: ['Lax'] }, { server: 'http://evil:1' }],
])('%s is not posted, and the right one still is', async (_what, given, some) => {
  const { open, say } = stage();
  open()(asking());
  await pass(SOON);
  say(given as Given, some);
  await pass(SOON);
  expect(posted()).toEqual([]);
  say({ said: ['Lax'] });
  await pass(SOON);
  expect(posted()).toHaveLength(1);
});

const named =
  (some: object): (() => Response) =>
  () =>
    Response.json({ ...CAPABILITIES, ...some });

test.each<[what: string, respond: (asked: Asked) => Response | Promise<Response>]>([
  ['does not name it', named({ features: {} })],
  ['names another way', named({ features: { run_clarify: true } })],
  ['has no such list', () => new Response(null, { status: 404 })],
  ['allows no page to ask', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['does not answer', () => new Promise<never>(() => {})],
  ['says something else', () => new Response('<html>')],
  ['says too much', () => new Response(JSON.stringify(CAPABILITIES) + ' '.repeat(1 << 20))],
])('where the server %s, the question is for others, and it is asked once', async (...row) => {
  const { open, last, say } = stage(row[1]);
  open()(asking());
  await pass(60_000);
  open()(asking());
  await pass(60_000);
  say({ said: ['Lax'] });
  await pass(SOON);
  expect(last()).toMatchObject({ status: 'waiting', question: { answeredBy: 'elsewhere' } });
  expect(fetches()).toEqual([READ]);
});

test.each<[what: string, head: Partial<ResponseHead>, frames: readonly string[]]>([
  ['another run than that of its address', { url: `${SERVER}/v1/runs/run_other/events` }, asking()],
  ['a chat', { url: `${SERVER}/v1/chat/completions` }, asking()],
  ['a request that nobody may make again', { caller: null }, asking()],
  ['answers of no known form', {}, asking({ choices: [{ label: 'A' }] })],
])('for %s, no server is asked', async (_what, head, frames) => {
  const { open, last } = stage();
  open(head)(frames);
  await pass(SOON);
  expect(last()).toMatchObject({ status: 'waiting', question: { answeredBy: 'elsewhere' } });
  expect(fetches()).toEqual([]);
});

test('a server is asked only after a question, and not while the site is off', async () => {
  const { open, off } = stage();
  const push = open();
  push(asking().slice(0, 3));
  await pass(SOON);
  off();
  push(asking().slice(3));
  await pass(SOON);
  expect(fetches()).toEqual([]);
});

test('a question that is retired meanwhile is not asked', async () => {
  const { open, told } = stage();
  const push = open();
  push(asking());
  push(answered('Lax').slice(0, 2));
  await pass(SOON);
  expect(told.map(({ question }) => question?.answeredBy ?? null)).not.toContain('you');
});

test.each([
  [409, 'late'],
  [404, 'late'],
  [403, 'refused'],
  [400, 'failed'],
  [500, 'failed'],
])('HTTP %i: the answer was not taken, %s', async (status, problem) => {
  const { open, last, say } = stage((asked) =>
    asked.method === 'GET' ? able(asked) : new Response(null, { status }),
  );
  open()(asking());
  await pass(SOON);
  say({ said: ['Lax'] });
  await pass(SOON);
  expect(last()).toMatchObject({ status: 'waiting', question: { problem, answeredBy: 'you' } });
});

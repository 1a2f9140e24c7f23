import { fetches, redirectModes, setFetch, type Asked } from './own-fetch.ts';
import { pass } from './fake-clock.ts';
import './browser-shape.ts';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAgents } from '../../src/hook/agent.ts';
import { createReplies } from '../../src/hook/replies.ts';
import type { Answer, PageMessage } from '../../src/bridge/protocol.ts';
import type { ResponseHead } from '../../src/hook/transports/traffic.ts';
import type { Choice, Progress } from '../../src/normalizer/progress/progress-types.ts';
import type { ReplyEvent } from '../../src/normalizer/reply/reply-event.ts';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { readRecording } from '../../src/tools/demo/servers/recordings.ts';
import type { BodyEnd } from '../../src/normalizer/bodies/stream-normalizer.ts';
import { bytesOf, chunkJson } from '../normalizer/splits.ts';

const KEY = 'Bearer canary';
const BODY = JSON.stringify({ messages: [{ role: 'user', content: 'Tidy up' }] });
const SESSION = `api-${createHash('sha256').update('\nTidy up').digest('hex').slice(0, 16)}`;
const HEAD: ResponseHead = {
  contentType: 'text/event-stream',
  url: 'http://agent:8642/base/v1/chat/completions?x',
  sessionId: 'named',
  request: { body: BODY, asksReply: true, message: null },
  caller: { authorization: KEY, sessionId: null },
};
const RUN = 'chatcmpl-c2fefdb26cf54296995b2a0b4b7c1';
const REQUEST = '47172d4fa8af420794941a1dea9e7abf';
const SERVER = 'http://agent:8642/base';
const COMMAND = 'rm -rf /srv/demo/old';
const ASKED = { server: SERVER, runId: RUN, requestId: REQUEST, command: COMMAND };
const APPROVAL = `http://agent:8642/base/v1/runs/${RUN}/approval`;
const RECORD = 'http://agent:8642/base/api/sessions/named/messages?limit=50&order=latest';
const FRAMES = readRecording('v0.22-danger').frames;

/** Reads the recorded stream through the hook's agents, up to a frame that contains a text. */
function stage(
  head: Partial<ResponseHead> = {},
  respond: (asked: Asked) => Response | Promise<Response> = denied,
) {
  setFetch(respond);
  let on = true;
  const agents = createAgents(() => on);
  const told: Progress[] = [];
  /** Notes and ends, in order. */
  const ends: string[] = [];

  function open() {
    const report = agents.open({ ...HEAD, ...head }, (event: ReplyEvent) => {
      if (event.type === 'progress') told.push(event.progress);
      if (event.type === 'note') ends.push(event.note.kind);
      if (event.type === 'end') ends.push('end');
    });
    const normalizer = createBodyNormalizer({
      contentType: 'text/event-stream',
      isReply: true,
      report,
    })!;
    let next = 0;
    return {
      until(text: string) {
        do normalizer.push(bytesOf(FRAMES[next]!));
        while (!FRAMES[next++]!.includes(text));
      },
      push: (frame: string) => void normalizer.push(bytesOf(frame)),
      end: (how?: BodyEnd) => void normalizer.end(how),
    };
  }

  return {
    ...open(),
    open,
    agents,
    told,
    ends,
    off: () => void (on = false),
    answer: (choice: Choice, some: Partial<Answer> = {}) =>
      agents.answer({ type: 'answer', ...ASKED, choice, ...some }),
    last: () => told.at(-1)!,
  };
}

function denied({ url }: Asked): Response {
  return url.includes('/approval')
    ? Response.json({ resolved: 1 })
    : recordOf('{"exit_code": -1, "error": "BLOCKED: Command denied by user."}');
}

/** @param later seconds from the result to what was recorded next */
function recordOf(result: string, timestamp = Date.now() / 1000, later = 0): Response {
  const id = 'call_d1';
  const call = { id, function: { name: 'terminal', arguments: '{"command":"rm"}' } };
  return Response.json({
    data: [
      { role: 'assistant', tool_calls: [call], timestamp },
      { role: 'tool', tool_call_id: id, tool_name: 'terminal', content: result, timestamp },
      { role: 'assistant', timestamp: timestamp + later },
    ],
  });
}

/** One more call. */
const ANOTHER = ['running', 'completed']
  .map(
    (status) =>
      `event: hermes.tool.progress\ndata: {"tool":"x","toolCallId":"y","status":"${status}"}\n\n`,
  )
  .join('');

/** A call ends, and then the reply. */
function finish({ until, end }: Pick<ReturnType<typeof stage>, 'until' | 'end'>): void {
  until('"completed"');
  end();
}

/** Long enough for an answer to be posted, and for the first record to be read. */
const SOON = 50;
/** Longer than from one record to the next. */
const NEXT = 1200;

test('a question names the host, and its answer is posted once, to the server of the stream, with the key of the page', async () => {
  const { until, answer, last } = stage();
  until('approval.request');
  expect(last()).toMatchObject({
    status: 'waiting',
    question: { answeredBy: 'you', host: 'agent:8642' },
  });

  answer('once');
  answer('once');
  answer('deny');
  await pass(SOON);

  expect(fetches()).toEqual([
    {
      url: APPROVAL,
      method: 'POST',
      key: KEY,
      body: JSON.stringify({ choice: 'once', request_id: REQUEST }),
    },
  ]);
  expect(last()).toMatchObject({ status: 'running' });
  expect(last()).not.toHaveProperty('question');
});

test('neither an answer nor a read of the record follows a redirect', async () => {
  const stream = stage();
  stream.until('approval.request');
  stream.answer('deny');
  finish(stream);
  await pass(NEXT);

  expect(fetches().map(({ url }) => url)).toEqual([APPROVAL, RECORD]);
  expect(redirectModes()).toEqual(['error', 'error']);
});

test('nothing is posted for a question that was not asked, or is over', async () => {
  const { until, push, answer, end } = stage();
  answer('once');
  until('approval.request');
  answer('once', { requestId: 'other' });
  answer('once', { runId: 'other' });
  answer('once', { server: 'http://agent:8642' });
  answer('once', { command: `${COMMAND}er` });
  push(
    'event: hermes.tool.progress\ndata: {"tool":"terminal","toolCallId":"call_d1","status":"completed"}\n\n',
  );
  answer('once');
  end();
  answer('once');
  await pass(SOON);

  expect(fetches().filter(({ method }) => method === 'POST')).toEqual([]);
});

test('nothing is posted once the stream has ended or the site is off', async () => {
  const ended = stage();
  ended.until('approval.request');
  ended.end();
  ended.answer('once');
  const off = stage();
  off.until('approval.request');
  off.off();
  off.answer('once');
  await pass(SOON);

  expect(fetches()).toEqual([]);
});

test.each<[what: string, head: Partial<ResponseHead>, frame?: string]>([
  ['a stream that nobody asked for', { request: null }],
  ['another address', { url: 'http://agent:8642/api/chat' }],
  ['a redirected response', { caller: null }],
  ['a response without an address', { url: '' }],
  ['a name that leads elsewhere', {}, '../../x'],
  ['a name of two segments', {}, 'a/b'],
  ['a name with a query', {}, 'a?b'],
  ['no name', {}, ''],
])('%s: answered elsewhere', async (_what, head, runId) => {
  const { until, push, answer, last } = stage(head);
  until('"running"');
  const asks = JSON.stringify({
    command: 'rm',
    run_id: runId ?? RUN,
    request_id: REQUEST,
    choices: ['once'],
  });
  push(`event: approval.request\ndata: ${asks}\n\n`);
  expect(last()).toMatchObject({
    status: 'waiting',
    question: { answeredBy: 'elsewhere', command: 'rm' },
  });

  answer('once', { runId: runId ?? RUN, command: 'rm' });
  await pass(SOON);

  expect(fetches()).toEqual([]);
});

test('a question says until when it waits, and to which server its answer goes', () => {
  const { until, last } = stage();
  until('approval.request');

  const { question } = last();
  expect(question).toMatchObject({ server: SERVER });
  expect(question!.until! - Date.now()).toBeGreaterThan(290_000);
  expect(question!.until! - Date.now()).toBeLessThanOrEqual(300_000);
});

const ASKS = FRAMES.find((frame) => frame.includes('approval.request'))!;

test('under the id of a question another one cannot be answered, and it takes no answer that is on its way', async () => {
  const { until, push, told, last, answer } = stage();
  until('approval.request');
  push(ASKS.replaceAll('/srv/demo/old', '/'));

  expect(last().question).toMatchObject({ command: 'rm -rf /', answeredBy: 'elsewhere' });
  expect(told.at(-2)!.question).toMatchObject({ command: COMMAND, problem: 'late' });
  answer('once');
  answer('once', { command: 'rm -rf /' });
  await pass(SOON);
  expect(fetches()).toEqual([]);
});

test('the same question once more, as in another stream, is answered where it was asked first', async () => {
  const { until, open, answer } = stage();
  until('approval.request');
  open().until('approval.request');

  answer('once');
  await pass(SOON);
  expect(fetches()).toHaveLength(1);
});

test('the same id at two servers is two questions, each answered to its own', async () => {
  const { until, agents, answer } = stage();
  const other = { url: 'http://other:8642/v1/chat/completions' };
  until('approval.request');
  const told: Progress[] = [];
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    report: agents.open({ ...HEAD, ...other }, (event) => {
      if (event.type === 'progress') told.push(event.progress);
    }),
  })!;
  normalizer.push(bytesOf(FRAMES.slice(0, FRAMES.indexOf(ASKS) + 1).join('')));
  expect(told.at(-1)!.question).toMatchObject({ answeredBy: 'you', server: 'http://other:8642' });

  answer('once', { server: 'http://other:8642' });
  answer('deny');
  await pass(SOON);
  expect(fetches().map(({ url, body }) => [url, JSON.parse(body!).choice as string])).toEqual([
    [APPROVAL.replace('agent:8642/base', 'other:8642'), 'once'],
    [APPROVAL, 'deny'],
  ]);
});

test.each<[what: string, problem: string, respond: () => Response | Promise<Response>]>([
  ['an answer that comes too late', 'late', () => new Response('{}', { status: 409 })],
  ['an unknown run', 'late', () => new Response('{}', { status: 404 })],
  ['a page that may not ask', 'refused', () => new Response('', { status: 403 })],
  [
    'a request that the browser forbids',
    'refused',
    () => Promise.reject(new TypeError('Failed to fetch')),
  ],
  ['a broken server', 'failed', () => new Response('', { status: 500 })],
  ['a slow one', 'failed', () => Promise.reject(new DOMException('', 'TimeoutError'))],
])('%s: %s', async (_what, problem, respond) => {
  const { until, answer, last } = stage({}, respond);
  until('approval.request');
  answer('once');
  await pass(SOON);
  expect(last()).toMatchObject({ status: 'waiting', question: { problem } });

  answer('deny');
  await pass(SOON);

  expect(fetches()).toHaveLength(problem === 'failed' ? 2 : 1);
});

test('what came of a call is read from the record, once, and told also after the end', async () => {
  const { until, end, told, last } = stage();
  until('"completed"');
  expect(last().status).toBe('unknown');
  until('[DONE]');
  end();
  await pass(SOON);

  expect(fetches()).toEqual([{ url: RECORD, method: 'GET', key: KEY, body: null }]);
  expect(last()).toMatchObject({
    call: 0,
    callId: 'call_d1',
    status: 'denied',
    receipt: { input: '{"command":"rm"}', error: 'BLOCKED: Command denied by user.' },
  });
  const { length } = told;
  await pass(NEXT);
  expect({ reads: fetches().length, told: told.length }).toEqual({ reads: 1, told: length });
});

test.each<[what: string, early: () => Response | Promise<Response>]>([
  ['not there yet', () => new Response('{}', { status: 404 })],
  ['not there in time', () => Promise.reject(new DOMException('', 'TimeoutError'))],
  ['of earlier replies', () => recordOf('{"exit_code": 0}', Date.now() / 1000 - 600)],
])(
  'a record that is %s is read once more, at the end of the reply, and from then on only there',
  async (_what, early) => {
    let isWritten = false;
    const { until, push, end, open, told } = stage({}, (asked) =>
      isWritten ? denied(asked) : early(),
    );
    const status = () => told.findLast(({ callId }) => callId === 'call_d1')?.status;
    until('"completed"');
    push(ANOTHER);
    await pass(SOON);
    expect([fetches().length, status()]).toEqual([1, 'unknown']);
    isWritten = true;
    until('[DONE]');
    end();
    await pass(NEXT);
    expect([fetches().length, status()]).toEqual([2, 'denied']);
    // The other call of the reply is not recorded.
    expect(told.at(-1)).toMatchObject({ callId: 'y', receipt: { unread: 'missing' } });

    const next = open();
    next.until('"completed"');
    await pass(NEXT);
    expect(fetches()).toHaveLength(2);
    next.end();
    await pass(NEXT);
    expect(fetches()).toHaveLength(3);
  },
);

test.each<[when: string, later: number, reads: number]>([
  ['as soon as it is over', 0.8, 2],
  ['at the end of the reply', 0, 1],
])(
  'the first call is read at the end, and once; the next one of an agent that records it %s',
  async (_, later, reads) => {
    const { until, end, open } = stage({}, () =>
      recordOf('{"exit_code": 0}', Date.now() / 1000, later),
    );
    until('"completed"');
    await pass(SOON);
    expect(fetches()).toHaveLength(0);
    end();
    await pass(SOON);
    expect(fetches()).toHaveLength(1);

    open().until('"completed"');
    await pass(NEXT);
    expect(fetches()).toHaveLength(reads);
  },
);

test('the session may be named by the request, or computed as Hermes does', async () => {
  finish(stage({ sessionId: null, caller: { authorization: null, sessionId: 'named' } }));
  await pass(SOON);
  expect(fetches().map(({ url }) => url)).toEqual([RECORD]);

  finish(stage({ sessionId: null }));
  await pass(NEXT);
  expect(fetches().map(({ url }) => url)).toEqual([RECORD.replace('named', SESSION)]);
});

test('behind the path of a profile, the session of that profile is read', async () => {
  const hash = createHash('sha256').update('work\0\nTidy up').digest('hex');
  const url = 'http://agent:8642/p/work/v1/chat/completions';
  const { told, ...stream } = stage({ sessionId: null, url }, ({ url: asked }) =>
    asked.includes(SESSION) ? recordOf('{"exit_code": 3}') : recordOf('{"exit_code": 0}'),
  );

  finish(stream);
  await pass(NEXT);

  expect(told.at(-1)?.status).toBe('ran');
  expect(fetches()[0]?.url).toBe(
    `http://agent:8642/p/work/api/sessions/api-${hash.slice(0, 16)}/messages?limit=50&order=latest`,
  );
});

test('where the first record cannot be read, no other is tried', async () => {
  const answers: Record<string, () => Response | Promise<Response>> = {
    html: () => new Response('<html>'),
    error: () => new Response('{}', { status: 404 }),
    nothing: () => Promise.reject(new TypeError('Failed to fetch')),
    huge: () => new Response(`{"data": ["${'x'.repeat(1 << 20)}"]}`),
  };
  const stages = Object.keys(answers).map((sessionId) => stage({ sessionId }));
  setFetch(({ url }) => answers[/sessions\/(\w+)/.exec(url)?.[1] ?? '']!());
  for (const stream of stages) finish(stream);
  await pass(SOON);
  for (const { open } of stages) finish(open());
  await pass(NEXT);

  expect(fetches()).toHaveLength(stages.length);
  expect(stages.flatMap((one) => one.told).map(({ status }) => status)).not.toContain('ran');
});

test.each<[what: string, why: string, respond: () => Response | Promise<Response>]>([
  ['the page may not read it', 'closed', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['something else is in its place', 'closed', () => new Response('<html>')],
  ['there is none', 'absent', () => new Response('{}', { status: 404 })],
  ['the call is not in it', 'missing', () => recordOf('{}', Date.now() / 1000 - 600)],
])('where the record says nothing, the line says why: %s', async (_, unread, respond) => {
  const stream = stage({}, respond);
  finish(stream);
  await pass(SOON);

  expect(stream.last()).toMatchObject({ status: 'unknown', receipt: { unread } });
});

test('a stream that a redirect brought from elsewhere says that its record cannot be read', async () => {
  const stream = stage({ caller: null });
  finish(stream);
  await pass(SOON);

  expect(fetches()).toEqual([]);
  expect(stream.last()).toMatchObject({ status: 'unknown', receipt: { unread: 'closed' } });

  // A server in between keeps no such record, so there is nothing to say.
  const relayed = stage({ url: 'http://chat/api/stream' });
  finish(relayed);
  await pass(SOON);
  expect(relayed.last().receipt).toBeUndefined();
});

test('reads are a second apart, and an entry is of one call only', async () => {
  const time = Date.now() / 1000;
  const stream = stage({}, () => recordOf('{"exit_code": 0}', time));
  finish(stream);
  await pass(SOON);
  finish(stream.open());
  await pass(NEXT / 2);
  expect(fetches()).toHaveLength(1);
  await pass(NEXT / 2);

  expect(fetches()).toHaveLength(2);
  expect(stream.told.filter(({ status }) => status === 'ran')).toHaveLength(1);
});

const UNKNOWN = `data: ${chunkJson('Done.')}\n\n`;
/** The ids of its chunks are Hermes'. */
const SAYS = `data: ${chunkJson('Done.', { id: RUN })}\n\n`;
const FINISHED =
  'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
const FAILED =
  'data: {"choices":[{"index":0,"delta":{},"finish_reason":"error"}],"hermes":{"failed":true,"error":"x"}}\n\n';

/** An earlier tool, and a reply to a question that has just ended. */
function talkOf(question: string): Response {
  const timestamp = Date.now() / 1000;
  return Response.json({
    data: [
      { role: 'tool', tool_call_id: 'c', content: '{}', timestamp: timestamp - 60 },
      { role: 'user', content: question, timestamp },
      { role: 'assistant', content: 'Done.', timestamp },
    ],
  });
}

test('of a finished reply without tools the record says so before its end is told', async () => {
  const { push, end, ends } = stage({}, () => talkOf('Tidy up'));
  push(SAYS + FINISHED);
  end();
  expect(ends).toEqual([]);
  await pass(SOON);

  expect(ends).toEqual(['no-tool', 'end']);
  expect(fetches()).toEqual([{ url: RECORD, method: 'GET', key: KEY, body: null }]);
});

test.each<[what: string, respond: () => Response | Promise<Response>]>([
  ['of another question', () => talkOf('Hello')],
  ['that is missing', () => new Response('{}', { status: 404 })],
  ['that nobody may read', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a record %s says nothing, and the reply ends all the same', async (_what, respond) => {
  const { push, end, ends } = stage({}, respond);
  push(SAYS + FINISHED);
  end();
  await pass(SOON);

  expect(ends).toEqual(['end']);
});

test.each<[what: string, body: string, how?: BodyEnd, head?: Partial<ResponseHead>]>([
  ['a reply that was stopped', SAYS, 'cut'],
  ['one that breaks off', SAYS],
  ['one that failed', SAYS + FAILED],
  ['one of an unknown server', UNKNOWN + FINISHED],
  ['one that the page did not ask for', SAYS + FINISHED, 'whole', { request: null }],
])('for %s no record is read, and its end is told at once', async (_what, body, how, head) => {
  const { push, end, ends } = stage(head, () => talkOf('Tidy up'));
  push(body);
  end(how);
  expect(ends.at(-1)).toBe('end');
  await pass(SOON);

  expect([ends.includes('no-tool'), fetches()]).toEqual([false, []]);
});

test('the records of replies without tools are read a second apart', async () => {
  const { open, ends } = stage({}, () => talkOf('Tidy up'));
  for (const { push, end } of [open(), open()]) {
    push(SAYS + FINISHED);
    end();
  }
  await pass(NEXT / 2);
  expect([ends, fetches().length]).toEqual([['no-tool', 'end'], 1]);
  await pass(NEXT / 2);

  expect([ends, fetches().length]).toEqual([['no-tool', 'end', 'no-tool', 'end'], 2]);
});

test('a server that did not prove to be Hermes is not asked', async () => {
  setFetch(denied);
  const report = createAgents(() => true).open(HEAD, () => {});
  const call = {
    call: 0,
    source: 'event',
    tool: 'x',
    emoji: null,
    label: null,
    callId: 'c',
    provenance: 'server',
  };
  report({ type: 'progress', progress: { ...call, status: 'unknown' } as Progress });
  await pass(SOON);

  expect(fetches()).toEqual([]);
});

test('a question in a stream whose agent nobody can reach is answered elsewhere', () => {
  const sent: PageMessage[] = [];
  const source = createReplies(
    (message) => void sent.push(message),
    () => true,
  ).open(null);
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    report: source.report,
  })!;
  for (const frame of FRAMES) normalizer.push(bytesOf(frame));

  const asked = sent.filter((message) => message.type === 'progress' && message.progress.question);
  expect(asked).toMatchObject([{ progress: { question: { answeredBy: 'elsewhere' } } }]);
});

const LISTED = 'http://agent:8642/base/api/sessions?include_children=true&source=subagent&limit=50';
const delegate = (status: string, id = 'call_g1'): string =>
  `event: hermes.tool.progress\ndata: {"tool":"delegate_task","label":"look","toolCallId":"${id}","status":"${status}"}\n\n`;

/** A list with one sub-agent of this session that has so many messages. */
function listOf(messages: number, parent = 'named'): Response {
  return Response.json({
    data: [
      {
        id: 's',
        source: 'subagent',
        parent_session_id: parent,
        started_at: Date.now() / 1000,
        ended_at: null,
        message_count: messages,
      },
    ],
  });
}

/** The reads of the list so far. */
const looks = () => fetches().filter(({ url }) => url === LISTED);

test('while a call has sub-agents, the list of the agent tells of them, and not once it is over', async () => {
  let messages = 0;
  const { push, end, last, told } = stage({}, ({ url }) =>
    url === LISTED ? listOf((messages += 2)) : new Response('{}', { status: 404 }),
  );
  push(FRAMES[0]!);
  push(delegate('running'));
  await pass(2 * NEXT);
  expect(last()).toMatchObject({
    status: 'running',
    label: 'look',
    receipt: { subAgents: [{ state: 'running', messages: 2 }] },
  });
  expect(looks()).toEqual([{ url: LISTED, method: 'GET', key: KEY, body: null }]);
  await pass(2 * NEXT);
  expect(looks()).toHaveLength(2);

  push(delegate('completed'));
  const { length } = told;
  await pass(3 * NEXT);
  expect({ looks: looks().length, told: told.length }).toEqual({ looks: 2, told: length });
  end();
});

test.each<
  [
    what: string,
    head: Partial<ResponseHead>,
    frames: readonly string[],
    respond: () => Response | Promise<Response>,
    reads: number,
  ]
>([
  ['a page that the browser forbids to ask', {}, [], () => Promise.reject(new TypeError('no')), 1],
  ['an agent without such a list', {}, [], () => new Response('{}', { status: 404 }), 1],
  ['an agent that the page has not asked', { caller: undefined }, [], () => listOf(2), 0],
  ['two calls at once', {}, [delegate('running', 'call_g2')], () => listOf(2), 0],
  ['another tool', {}, [delegate('completed'), ANOTHER], () => listOf(2), 0],
])('%s is not asked again and again', async (_what, head, frames, respond, reads) => {
  const { push, end, told } = stage(head, respond);
  push(FRAMES[0]!);
  push(delegate('running'));
  frames.forEach(push);
  await pass(5 * NEXT);

  expect(looks()).toHaveLength(reads);
  expect(told.some(({ receipt }) => receipt?.subAgents)).toBe(false);
  end();
});

test('a site that is switched off asks no more', async () => {
  const { push, end, off } = stage({}, () => listOf(2));
  push(FRAMES[0]!);
  push(delegate('running'));
  off();
  await pass(3 * NEXT);

  expect(looks()).toEqual([]);
  end();
});

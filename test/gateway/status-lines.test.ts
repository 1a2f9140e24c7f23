import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createStatusLines } from '../../src/gateway/status-lines.ts';
import type {
  Progress,
  ProgressStatus,
  SubAgent,
} from '../../src/normalizer/progress/progress-types.ts';
import { readRecording } from '../../src/tools/demo/servers/recordings.ts';
import { gatewayTo, startBehind } from './behind.ts';

function call(number: number, status: ProgressStatus, more: Partial<Progress> = {}): Progress {
  return {
    call: number,
    source: 'event',
    tool: 'terminal',
    emoji: null,
    label: `ls ${number}`,
    callId: `c${number}`,
    status,
    provenance: 'server',
    ...more,
  };
}

/** A call that has had so many sub-agents. */
function delegated(
  status: ProgressStatus,
  all: number,
  worked: number,
  subAgents: readonly SubAgent[] = [],
): Progress {
  const failed = status === 'failed' ? all - worked : 0;
  const receipt = { parts: { unit: 'subagents', all, worked, failed } as const, subAgents };
  return call(0, status, { tool: 'delegate_task', label: 'look', receipt });
}

/** @returns the words of frames for Open WebUI */
function wordsIn(frames: string): string[] {
  return frames
    .split('\n\n')
    .filter(Boolean)
    .flatMap((frame) => {
      const data = /^data: (\{"event".*)$/.exec(frame)?.[1];
      if (data === undefined) return [];
      const { event } = JSON.parse(data) as {
        event: { type: string; data: { description: string; done: boolean } };
      };
      expect(event).toMatchObject({ type: 'status', data: { done: true } });
      return [event.data.description];
    });
}

/** @returns lines whose clock is set by `at` */
function atTimes() {
  const clock = { now: 1_000_000 };
  const lines = createStatusLines(clock.now, () => clock.now);
  return { lines, at: (seconds: number) => void (clock.now = 1_000_000 + seconds * 1000) };
}

test('there is one line a second at most, of what runs at that time', () => {
  const { lines, at } = atTimes();
  lines.hear(call(0, 'running'));
  expect(wordsIn(lines.take(false))).toEqual(['Running ls 0']);

  at(0.4);
  lines.hear(call(0, 'unknown'));
  lines.hear(call(1, 'running'));
  lines.hear(call(2, 'running'));
  expect([lines.take(false), lines.waits()]).toEqual(['', true]);
  lines.hear(call(2, 'failed'));
  expect([lines.take(false), lines.waits()]).toEqual(['', false]);

  at(2);
  lines.hear(call(3, 'running'));
  expect(wordsIn(lines.take(false))).toEqual(['Running ls 3']);
  lines.hear(call(4, 'running'));
  at(9);
  expect(lines.take(true)).toBe('');
});

test.each<[words: string, calls: readonly Progress[]]>([
  ['Ran ls 0', [call(0, 'ran')]],
  ['Failed (exit 2): ls 0', [call(0, 'failed', { receipt: { exitCode: 2 } })]],
  ['End not reported: ls 0', [call(0, 'running')]],
  [
    'Outcome not reported: web_search hens',
    [call(0, 'unknown', { tool: 'web_search', label: 'hens' })],
  ],
  [
    'Could not ask you: clarify',
    [call(0, 'failed', { tool: 'clarify', label: null, receipt: { error: 'canary' } })],
  ],
  // The words of the companion (test/real/companion-lines.test.ts).
  [
    '2 sub-agents ended, 10.8 s: delegate_task look · 8 tokens of 2 sub-agents',
    [
      delegated('unknown', 2, 2, [
        { state: 'worked', seconds: 10.83, tokens: 4 },
        { state: 'worked', seconds: 4.75, tokens: 4 },
      ]),
    ],
  ],
  ['1 sub-agent ended: delegate_task look', [delegated('unknown', 1, 1)]],
  [
    '2 of 3 sub-agents worked, 1 failed, 5.1 s: delegate_task look',
    [delegated('failed', 3, 2, [{ state: 'worked', seconds: 5.1 }])],
  ],
  ['Failed: delegate_task look', [delegated('failed', 1, 0)]],
  ['Outcome not reported: delegate_task look', [delegated('unknown', 2, 1)]],
  [
    '1 of 2 pages read, 1 failed: web_extract x.org',
    [
      call(0, 'failed', {
        tool: 'web_extract',
        label: 'x.org',
        receipt: { parts: { unit: 'pages', all: 2, worked: 1, failed: 1 } },
      }),
    ],
  ],
  ['Not allowed: rm', [call(0, 'denied', { label: null, receipt: { input: '{"command":"rm"}' } })]],
  ['Ran 2 commands', [call(0, 'ran'), call(1, 'ran')]],
  [
    '3 tools, 1 failed (exit 2), 1 not allowed, 1 end not reported',
    [
      call(0, 'failed', { receipt: { exitCode: 2 } }),
      call(1, 'blocked', { tool: 'read_file' }),
      call(2, 'running'),
    ],
  ],
  [
    '4 commands, 2 failed, 1 started, end unknown, 1 outcome not reported',
    [
      call(0, 'failed', { receipt: { exitCode: 2 } }),
      call(1, 'failed'),
      call(2, 'started'),
      call(3, 'unknown'),
    ],
  ],
])('the summary says %s', (words, calls) => {
  const { lines } = atTimes();
  calls.forEach((each) => lines.hear(each));

  expect(wordsIn(lines.summary())).toEqual([words]);
});

test('a name is one line, without secrets and without what nobody sees', () => {
  const { lines } = atTimes();
  const label = 'curl -H "Authorization: Bearer sk-abcdefghij0123456789abcdefghij"\n\u202Eecho';
  lines.hear(call(0, 'running', { label }));
  const [words = ''] = wordsIn(lines.take(false));

  expect(words).toMatch(/^Running curl -H /);
  expect(words).not.toMatch(/sk-abc|\n|\u202E/);
  expect(words.length).toBeLessThan(140);
});

test('what the agent says meanwhile is a line, in its turn, and no part of the summary', () => {
  const { lines, at } = atTimes();
  lines.says(
    '⏱️ Rate limited. Waiting 2.8s (attempt 2/3)...\nkey=sk-abcdefghij0123456789abcdefghij',
  );
  lines.hear(call(0, 'running'));
  const [words] = wordsIn(lines.take(false));
  expect(words).toMatch(
    /^The agent says: ⏱️ Rate limited\. Waiting 2\.8s \(attempt 2\/3\)\.\.\. key=/,
  );
  expect(words).not.toMatch(/sk-abc/);
  expect([lines.take(false), lines.waits()]).toEqual(['', true]);

  at(2);
  expect(wordsIn(lines.take(false))).toEqual(['Running ls 0']);
  lines.hear(call(0, 'ran'));
  lines.says('Switched to another model');
  expect([lines.take(true), wordsIn(lines.summary())]).toEqual(['', ['Ran ls 0']]);
});

test('a reply of which nothing is known gets no line', () => {
  expect(atTimes().lines.summary()).toBe('');
});

const DANGER = readRecording('v0.22-danger');
const SESSION = 'api-dc85c7e075a86e2b';

/** What the agent has recorded of the one call in `v0.22-danger`. */
function recordOf(content: unknown): string {
  const timestamp = Date.now() / 1000;
  const entry = { role: 'tool', tool_call_id: 'call_d1', tool_name: 'terminal', timestamp };
  return JSON.stringify({ data: [{ ...entry, content: JSON.stringify(content) }] });
}

/** What sums up that reply, on a machine of any speed. */
function summed(words: string): RegExp {
  return new RegExp(`^${words.replace(/[()]/g, '\\$&')}(?: · [\\d.]+ s)? · 30 tokens$`);
}

/** An answer that goes on and on. */
function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 200);
  response.on('close', () => clearInterval(timer));
}

test('a client that leaves while the record is read harms nobody', async () => {
  const behind = await startBehind(({ path }, response) => {
    if (path.startsWith('/api/sessions/')) return null;
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'x-hermes-session-id': SESSION,
    });
    return response.end(DANGER.frames.join(''));
  });
  const gateway = await gatewayTo(behind.origin, '--progress', 'open-webui');
  onTestFinished(async () => {
    await gateway.close();
    await behind.close();
  });
  const leaving = new AbortController();
  const answer = await fetch(`${gateway.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"model":"hermes-agent","stream":true,"messages":[{"role":"user","content":"Go"}]}',
    signal: leaving.signal,
  });
  await expect.poll(() => behind.came.at(-1)?.path).toMatch(/^\/api\/sessions\//);
  leaving.abort();
  await expect(answer.text()).rejects.toThrow();

  // Longer than it waits for the record.
  await new Promise((done) => setTimeout(done, 2500));
  expect((await fetch(`${gateway.origin}/.stream-fixer/health`)).status).toBe(200);
});

/**
 * Asks through a gateway for Open WebUI.
 * @param record the answer to a request for it; null: none comes
 */
async function askThrough(record: string | typeof drip | null, frames = DANGER.frames) {
  const behind = await startBehind(({ path }, response) => {
    if (path.startsWith('/api/sessions/'))
      return typeof record === 'string' ? response.end(record) : record?.(response);
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'x-hermes-session-id': SESSION,
    });
    return response.end(frames.join(''));
  });
  const gateway = await gatewayTo(behind.origin, '--progress', 'open-webui');
  onTestFinished(async () => {
    await gateway.close();
    await behind.close();
  });
  const answer = await fetch(`${gateway.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer canary-key' },
    body: '{"model":"hermes-agent","stream":true,"messages":[{"role":"user","content":"Go"}]}',
  });
  const text = await answer.text();
  return { text, came: behind.came };
}

test('what the stream does not say of a call is read in the record, once, with the key of the client', async () => {
  const { text, came } = await askThrough(recordOf({ output: '', exit_code: 2, error: 'canary' }));

  expect(wordsIn(text).at(-1)).toMatch(summed('Failed (exit 2): rm -rf /srv/demo/old'));
  expect(text).not.toContain('canary');
  const reads = came.filter(({ method }) => method === 'GET');
  expect(reads.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    [`/api/sessions/${SESSION}/messages?limit=50&order=latest`, 'Bearer canary-key'],
  ]);
  // All of the reply is before it.
  expect(text.indexOf('[DONE]')).toBeLessThan(text.lastIndexOf('{"event"'));
});

test.each([
  ['no record', '{"data":[]}'],
  ['a page of a proxy', '<html>'],
  ['no answer', null],
  ['an answer without an end', drip],
])('%s leaves the outcome open, and the reply whole', async (_, record) => {
  const { text } = await askThrough(record);

  expect(wordsIn(text).at(-1)).toMatch(summed('Outcome not reported: rm -rf /srv/demo/old'));
  expect(text).toContain('data: [DONE]');
});

const TOOLLESS = DANGER.frames.filter((frame) => !frame.startsWith('event: '));

test('where no event tells of a tool, one read of the record says whether one ran', async () => {
  // Its call is of another turn, or its question of another chat.
  const { text, came } = await askThrough(recordOf({ exit_code: 0 }), TOOLLESS);

  expect(wordsIn(text)).toEqual([]);
  expect(came.map(({ method }) => method)).toEqual(['POST', 'GET']);
});

test('no record is asked for of a reply that broke off', async () => {
  const { text, came } = await askThrough(recordOf({ exit_code: 0 }), TOOLLESS.slice(0, 1));

  expect(wordsIn(text)).toEqual(['Broken off.']);
  expect(came).toHaveLength(1);
});

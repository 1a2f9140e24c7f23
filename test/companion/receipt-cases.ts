/**
 * Streams, and the one line that sums each up, which companion and gateway say alike:
 * test/gateway/receipts.test.ts and test/real/companion-receipts.test.ts.
 */
import { readFileSync } from 'node:fs';
import { readRecording, splitFrames } from '../../src/tools/demo/servers/recordings.ts';

const OUTCOMES = new URL('../recordings/outcomes/', import.meta.url);

export interface ReceiptCase {
  readonly what: string;
  readonly frames: readonly string[];
  /** Seconds from the request to the end of the reply. */
  readonly takes: number;
  readonly receipt: string;
  /** What the agent has recorded: a list of entries in JSON. */
  readonly record?: string;
  /**
   * Of a person who has pressed Stop, only the companion can say something; of other endpoints only
   * the gateway.
   */
  readonly only?: 'companion' | 'gateway';
  /**
   * The server's connection is lost, or a person has pressed Stop; without it, the stream comes to
   * its end.
   */
  readonly how?: 'lost' | 'stopped';
}

const DELEGATE = recorded('v0.22.2-delegate');
const DELEGATE_RECORD = recordOf('v0.22.2-delegate');

/** @returns a stream in test/recordings/outcomes */
function recorded(name: string): readonly string[] {
  const text = readFileSync(new URL(`${name}.txt`, OUTCOMES), 'utf8');
  return splitFrames(text.replace(/^HTTP[^]*?\r?\n\r?\n/, ''));
}

/** @returns the record of a turn there */
export function recordOf(name: string): string {
  return readFileSync(new URL(`${name}.record.json`, OUTCOMES), 'utf8');
}

function chunk(content: unknown): string {
  return `data: ${JSON.stringify(content)}\n\n`;
}

const ID = `chatcmpl-${'0'.repeat(29)}`;

function said(delta: object, reason: string | null = null, more: object = {}): string {
  return chunk({ id: ID, choices: [{ index: 0, delta, finish_reason: reason }], ...more });
}

function tool(callId: string, label: string, status: string, name = 'terminal'): string {
  const data = { tool: name, emoji: '💻', label, toolCallId: callId, status };
  return `event: hermes.tool.progress\n${chunk(data)}`;
}

/** One that begins and ends. */
function ran(callId: string, label: string, name?: string): string {
  return tool(callId, label, 'running', name) + tool(callId, label, 'completed', name);
}

const used = (total: number) => ({
  usage: { prompt_tokens: total - 5, completion_tokens: 5, total_tokens: total },
});
const TEXT = said({ content: 'All done.' });
const FINISH = said({}, 'stop');
const DONE = 'data: [DONE]\n\n';
const SLEEPS = tool('c', 'sleep 20', 'running');
const NO_OUTCOME = 'Outcome not reported: ls';
const FAILED = 'The agent failed. The text is its error message, not a reply.';

/** Entries of the agent's record: calls by id, and what each returned. */
function returned(results: Readonly<Record<string, unknown>>, name = 'terminal'): string {
  const data = Object.entries(results).map(([id, result]) => ({
    ...{ role: 'tool', tool_call_id: id, tool_name: name },
    content: JSON.stringify(result),
  }));
  return JSON.stringify({ data });
}

/** Entries of a chat, `at` so many seconds from its last question. */
function talk(...entries: readonly object[]): string {
  return JSON.stringify({ data: entries });
}

const USED_BEFORE = { role: 'tool', tool_call_id: 'c0', content: '{}', at: -60 };
const ASKED = { role: 'user', content: 'Hi', at: 0.1 };
const ANSWERED = { role: 'assistant', content: 'All done.', at: 0.2 };

const worked = (input: number, output: number) => ({
  ...{ status: 'completed', exit_reason: 'completed', duration_seconds: 5.1 },
  tokens: { input, output },
});

export const RECEIPTS: readonly ReceiptCase[] = [
  {
    what: 'a turn of 0.22, recorded',
    frames: readRecording('v0.22-tool').frames,
    takes: 12.4,
    receipt: 'Outcome not reported: ls -la · 12.4 s · 30 tokens',
  },
  {
    what: 'a turn of 0.19 with three calls, recorded',
    frames: readRecording('v0.19-chat-scenario-2').frames,
    takes: 3,
    receipt: '3 tools, 3 outcomes not reported · 3.0 s · 45 tokens',
  },
  {
    what: 'a turn of 0.9, which reports no end of a call, recorded',
    frames: readRecording('v0.9-chat-scenario-2').frames,
    takes: 3,
    receipt: '3 tools, 3 outcomes not reported · 3.0 s · 45 tokens',
  },
  {
    what: 'a turn of 0.8, whose calls are lines of its text, recorded',
    frames: readRecording('v0.8-chat-scenario-2').frames,
    takes: 3,
    only: 'companion',
    receipt: '3 tools, 3 outcomes not reported · 3.0 s · 45 tokens',
  },
  {
    what: 'the same at the gateway, to which the model may have written them',
    frames: readRecording('v0.8-chat-scenario-2').frames,
    takes: 3,
    only: 'gateway',
    receipt: '',
  },
  {
    what: 'a turn that failed without a tool, recorded',
    frames: readRecording('v0.22-status').frames,
    takes: 8,
    receipt: FAILED,
  },
  {
    what: 'a slow call, recorded',
    frames: recorded('v0.22.2-slow'),
    takes: 21.4,
    receipt: 'Outcome not reported: sleep 20 · 21.4 s · 30 tokens',
  },
  {
    what: 'a sub-agent that failed, recorded with its record',
    frames: recorded('v0.22.2-bad'),
    record: recordOf('v0.22.2-bad'),
    takes: 12.7,
    receipt: 'Failed: delegate_task reject please · 12.7 s · 30 tokens',
  },
  {
    what: 'a sub-agent, recorded with the record of a turn alike',
    frames: DELEGATE,
    record: DELEGATE_RECORD,
    takes: 7.7,
    receipt:
      '1 sub-agent ended, 5.1 s: delegate_task childfail please · 7.7 s · 30 tokens, and 30 of 1 sub-agent',
  },
  {
    what: 'a sub-agent, without a word of the tokens of its parent',
    frames: DELEGATE.map((frame) => frame.replace(/, "usage": \{[^}]*\}/, '')),
    record: DELEGATE_RECORD,
    takes: 7.7,
    receipt:
      '1 sub-agent ended, 5.1 s: delegate_task childfail please · 7.7 s · 30 tokens of 1 sub-agent',
  },
  {
    what: 'several sub-agents beside a command, one of which has used nothing',
    frames: [
      ...[ran('a', 'look', 'delegate_task'), ran('b', 'make'), TEXT],
      ...[said({}, 'stop', used(12_300)), DONE],
    ],
    record: JSON.stringify({
      data: [
        ...(JSON.parse(
          returned({ a: { results: [worked(8000, 100), worked(0, 0)] } }, 'delegate_task'),
        ).data as readonly unknown[]),
        ...(JSON.parse(returned({ b: { output: '', exit_code: 2, error: null } }))
          .data as readonly unknown[]),
      ],
    }),
    takes: 41,
    receipt:
      '2 tools, 1 failed (exit 2), 1 outcome not reported · 41.0 s · 12,300 tokens, and 8,100 of 1 sub-agent',
  },
  {
    what: 'commands, one of which failed',
    frames: [ran('a', 'ls'), ran('b', 'make'), ran('c', 'date'), TEXT, FINISH, DONE],
    record: returned({
      a: { output: '', exit_code: 0, error: null },
      b: { output: 'canary', exit_code: 2, error: null },
      c: { output: '', exit_code: 0, error: null },
    }),
    takes: 65,
    receipt: '3 commands, 1 failed (exit 2) · 1 min 05 s',
  },
  {
    what: 'a reply without usage that takes no second',
    frames: [ran('a', 'ls'), TEXT, FINISH, DONE],
    takes: 0.9,
    receipt: NO_OUTCOME,
  },
  {
    what: 'an hour',
    frames: [ran('a', 'ls'), TEXT, FINISH, DONE],
    takes: 3725.9,
    receipt: `${NO_OUTCOME} · 1 h 02 min`,
  },
  {
    what: 'usage in a chunk of its own',
    frames: [ran('a', 'ls'), TEXT, FINISH, chunk({ id: ID, choices: [], ...used(1234) }), DONE],
    takes: 2,
    receipt: `${NO_OUTCOME} · 2.0 s · 1,234 tokens`,
  },
  {
    what: 'usage in every chunk, so far',
    frames: [
      ...[ran('a', 'ls'), said({ content: 'All ' }, null, used(10))],
      ...[said({ content: 'done.' }, null, used(11)), said({}, 'stop', used(12))],
      ...[chunk({ id: ID, choices: [], ...used(12) }), DONE],
    ],
    takes: 2,
    receipt: `${NO_OUTCOME} · 2.0 s · 12 tokens`,
  },
  {
    what: 'usage that is no number',
    frames: [
      ...[ran('a', 'ls'), TEXT],
      ...[said({}, 'stop', { usage: { total_tokens: '30' } }), DONE],
    ],
    takes: 2,
    receipt: `${NO_OUTCOME} · 2.0 s`,
  },
  {
    what: 'a reply without a tool',
    frames: [TEXT, said({}, 'stop', used(30)), DONE],
    takes: 9,
    receipt: '',
  },
  {
    what: 'a reply without a tool, in a chat that had some, as the record says',
    frames: [TEXT, FINISH, DONE],
    record: talk(USED_BEFORE, ASKED, ANSWERED),
    takes: 3,
    receipt: 'No tool ran in this reply.',
  },
  {
    what: 'one in a chat that had none',
    frames: [TEXT, FINISH, DONE],
    record: talk(ASKED, ANSWERED),
    takes: 3,
    receipt: '',
  },
  {
    what: 'one of which the record knows nothing yet',
    frames: [TEXT, FINISH, DONE],
    record: talk(USED_BEFORE, ASKED),
    takes: 3,
    receipt: '',
  },
  {
    what: 'one that a person stops, who knows that',
    frames: [TEXT],
    how: 'stopped',
    takes: 9,
    only: 'companion',
    receipt: '',
  },
  {
    what: 'a stream that ends before a tool',
    frames: [TEXT],
    takes: 9,
    receipt: 'Broken off.',
  },
  {
    what: 'a stream that ends while a tool runs',
    frames: [TEXT, SLEEPS],
    takes: 9,
    receipt: 'Broken off. Last: sleep 20, end unknown.',
  },
  {
    what: 'a stream that ends behind a tool',
    frames: [ran('a', 'ls'), TEXT],
    takes: 9,
    receipt: `Broken off. ${NO_OUTCOME}.`,
  },
  {
    what: 'a stream that ends while the last of its tools runs',
    frames: [TEXT, ran('a', 'ls'), SLEEPS],
    record: returned({ a: { output: '', exit_code: 2, error: null } }),
    takes: 9,
    receipt:
      'Broken off. 2 commands, 1 failed (exit 2), 1 end not reported. Last: sleep 20, end unknown.',
  },
  {
    what: 'a secret in what broke off',
    frames: [TEXT, tool('c', 'curl -u me:secret1 x', 'running')],
    takes: 9,
    receipt: 'Broken off. Last: curl -u xx:xxxxxxx x, end unknown.',
  },
  {
    what: 'a connection that is lost while a tool runs',
    frames: [TEXT, SLEEPS],
    how: 'lost',
    takes: 9,
    receipt: 'Broken off. Last: sleep 20, end unknown.',
  },
  {
    what: 'a connection that is lost behind the end of the reply',
    frames: [ran('a', 'ls'), TEXT, said({}, 'stop', used(30))],
    how: 'lost',
    takes: 9,
    receipt: `${NO_OUTCOME} · 9.0 s · 30 tokens`,
  },
  {
    what: 'a stream that says [DONE] alone',
    frames: [ran('a', 'ls'), TEXT, DONE],
    takes: 9,
    only: 'gateway',
    receipt: `${NO_OUTCOME} · 9.0 s`,
  },
  {
    what: 'a reply that a person stops while a tool runs',
    frames: [TEXT, SLEEPS],
    how: 'stopped',
    takes: 9,
    only: 'companion',
    receipt: 'Stopped. Last: sleep 20, end unknown.',
  },
  {
    what: 'a reply that a person stops behind its tools',
    frames: [ran('a', 'ls'), ran('b', 'date'), TEXT],
    how: 'stopped',
    takes: 9,
    only: 'companion',
    receipt: 'Stopped. 2 commands, 2 outcomes not reported.',
  },
  {
    what: 'an error in place of an end',
    frames: [ran('a', 'ls'), chunk({ error: { message: 'overloaded', code: 529 } })],
    takes: 9,
    receipt: NO_OUTCOME,
  },
  {
    what: 'a turn that failed behind a tool',
    frames: [
      ...[ran('a', 'ls'), said({ content: 'HTTP 429' })],
      ...[said({}, 'error', { ...used(30), hermes: { failed: true, error: 'HTTP 429' } }), DONE],
    ],
    takes: 9,
    receipt: `${FAILED} ${NO_OUTCOME} · 9.0 s · 30 tokens`,
  },
  {
    what: 'two streams of one message, between which Open WebUI runs a tool of its own',
    frames: [
      ...[ran('a', 'ls'), said({}, 'tool_calls', used(100))],
      ...[TEXT, said({}, 'stop', used(30)), chunk({ choices: [], ...used(30) })],
    ],
    takes: 9,
    only: 'companion',
    receipt: `${NO_OUTCOME} · 9.0 s · 130 tokens`,
  },
  {
    what: '/v1/responses of 0.22, recorded',
    frames: readRecording('v0.22-resp-danger').frames,
    takes: 9,
    only: 'gateway',
    receipt: 'Not allowed: rm -rf /srv/demo/old · 9.0 s · 30 tokens',
  },
  {
    what: '/v1/responses of 0.19, recorded',
    frames: readRecording('v0.19-responses-scenario-1').frames,
    takes: 9,
    only: 'gateway',
    receipt: 'Ran echo "today `date +%Y`" && printf "a\\nb\\n" · 9.0 s · 30 tokens',
  },
  {
    what: 'a run of 0.22, recorded',
    frames: readRecording('v0.22-runs-tool').frames,
    takes: 9,
    only: 'gateway',
    receipt: 'Ran ls -la · 9.0 s · 30 tokens',
  },
  {
    what: 'a run with a sub-agent that goes on behind it, recorded',
    frames: recorded('v0.22.2-run-delegate'),
    takes: 9,
    only: 'gateway',
    receipt: 'Outcome not reported: delegate_task childfail please · 9.0 s · 30 tokens',
  },
  {
    what: 'a run of which nobody knows how it ended',
    frames: readRecording('v0.22-runs-tool').frames.filter(
      (frame) => !/run\.completed/.test(frame),
    ),
    takes: 9,
    only: 'gateway',
    receipt: 'Ran ls -la',
  },
  {
    what: 'the stream of a session, recorded',
    frames: readRecording('v0.19-session-scenario-2').frames,
    takes: 9,
    only: 'gateway',
    receipt: '3 tools, 3 outcomes not reported · 9.0 s · 45 tokens',
  },
  {
    what: 'the Messages API',
    frames: [
      'event: message_start\ndata: {"type":"message_start","message":{"content":[],"usage":{"input_tokens":9}}}\n\n',
      'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"bash","input":{}}}\n\n',
      'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":4}}\n\n',
      'event: message_stop\ndata: {"type":"message_stop"}\n\n',
    ],
    takes: 9,
    only: 'gateway',
    receipt: '',
  },
];

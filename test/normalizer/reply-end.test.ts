/**
 * How a reply ended: seen whole, or broken off although nobody stopped it. Only Hermes is known to
 * finish its replies.
 */
import { expect, test } from 'vitest';
import {
  createBodyNormalizer,
  type BodyOptions,
} from '../../src/normalizer/bodies/body-normalizer.ts';
import type { BodyEnd } from '../../src/normalizer/bodies/stream-normalizer.ts';
import { compileRules } from '../../src/normalizer/rules/compile-rules.ts';
import { ALL_PACKS } from '../../src/rules/all-packs.ts';
import { readRecording } from '../../src/tools/demo/servers/recordings.ts';
import { bytesOf, chunkJson, cutsOf } from './splits.ts';
import { on } from '../support/on.ts';

const RULES = compileRules(ALL_PACKS.flatMap(({ rules }) => rules));
const TEXT = `data: ${chunkJson('Let me see.')}\n\n`;
const FINISH = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';
const CALLS =
  'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"name":"x"}}]},"finish_reason":null}]}\n\n';
const DONE = 'data: [DONE]\n\n';

function tool(status: string): string {
  return `event: hermes.tool.progress\ndata: {"tool":"t","emoji":"💻","label":"ls","toolCallId":"c","status":"${status}"}\n\n`;
}
const TOOL = tool('running') + tool('completed');

interface Ending {
  readonly notes: readonly string[];
  readonly whole: boolean;
}

function endingOf(
  body: Uint8Array,
  cut: number,
  how: BodyEnd,
  options: Partial<BodyOptions>,
): Ending {
  const notes: string[] = [];
  let whole = false;
  const normalizer = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    report: on({
      // What a reply has used says nothing of its end.
      note: ({ note }) => note.kind !== 'tokens' && notes.push(note.kind),
      end: (event) => (whole = event.whole === true),
    }),
    ...options,
  })!;
  normalizer.push(body.slice(0, cut));
  normalizer.push(body.slice(cut));
  normalizer.end(how);
  return { notes, whole };
}

const STOPPED = ['stopped'];
const BROKEN = ['broken'];
const NAMED = { sessionId: 'api-0123456789abcdef' };

test.each<
  [what: string, body: string, ending: Ending, how?: BodyEnd, options?: Partial<BodyOptions>]
>([
  ['a finished reply', TOOL + TEXT + FINISH + DONE, { notes: [], whole: true }],
  ['a finished reply without an end mark', TOOL + TEXT + FINISH, { notes: [], whole: true }],
  ['an end mark without a finish reason', TOOL + TEXT + DONE, { notes: [], whole: true }],
  [
    'text between tools and behind them',
    TEXT + TOOL + TEXT + TOOL + TEXT + FINISH,
    { notes: [], whole: true },
  ],
  ['neither', TOOL + TEXT, { notes: BROKEN, whole: false }],
  ['neither, of a server that names itself', TEXT, { notes: BROKEN, whole: false }, 'whole', NAMED],
  ['a tool that runs on', TEXT + tool('running'), { notes: BROKEN, whole: false }],
  [
    'an error behind a tool',
    TEXT + TOOL + 'data: {"error":{"message":"overloaded"}}\n\n',
    { notes: STOPPED, whole: false },
  ],
  ['nothing behind a tool', TEXT + TOOL + FINISH + DONE, { notes: STOPPED, whole: true }],
  [
    'nothing behind a tool whose end is missing',
    TEXT + tool('running') + DONE,
    { notes: STOPPED, whole: true },
  ],
  [
    'an outcome behind the text',
    TOOL + TEXT + tool('failed') + FINISH + DONE,
    { notes: [], whole: true },
  ],
  ['a reply that the person stopped', TEXT + TOOL, { notes: [], whole: false }, 'cut'],
  ['a site that was switched off', TEXT + TOOL, { notes: [], whole: false }, 'released'],
  [
    'a stream joined in the middle',
    TOOL + TEXT,
    { notes: [], whole: false },
    'whole',
    { joined: true },
  ],
  ['a server that may never send one', TEXT, { notes: [], whole: false }],
  ['a tool of the page', TOOL + CALLS + DONE, { notes: [], whole: false }],
])(
  '%s is told as such, at every cut, with and without rules',
  (_what, text, ending, how = 'whole', options = {}) => {
    const body = bytesOf(text);
    for (const cut of [0, ...cutsOf(body), body.length])
      for (const rules of [null, RULES])
        expect(endingOf(body, cut, how, { ...options, rules }), String(cut)).toEqual(ending);
  },
);

test('a frame that cannot be read leaves it open', () => {
  const body = bytesOf(`${TOOL}data: \xff${TEXT}`);
  body[bytesOf(TOOL).length + 6] = 0xff;
  expect(endingOf(body, 0, 'whole', {})).toEqual({ notes: [], whole: false });
});

test.each(['v0.22-tool', 'v0.22-danger', 'v0.19-chat-scenario-1', 'v0.19-chat-scenario-9'])(
  'the recorded reply %s has ended whole',
  (name) => {
    const body = bytesOf(readRecording(name).frames.join(''));
    expect(endingOf(body, 0, 'whole', NAMED)).toEqual({ notes: [], whole: true });
  },
);

test('a failed turn is no reply that stopped', () => {
  const failed =
    '{"choices":[{"index":0,"delta":{},"finish_reason":"error"}],"hermes":{"failed":true,"error":"HTTP 429"}}';
  const body = bytesOf(`${TOOL}${TEXT}data: ${failed}\n\n${DONE}`);
  expect(endingOf(body, 0, 'whole', {}).notes).toEqual(['failed']);
});

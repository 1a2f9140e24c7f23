/** Streams that repeat their text: each copy is cleaned as the deltas are. */
import { expect, test } from 'vitest';
import { bytesOf, endsEvery, normalizeCut, sameBytes, textOf } from '../splits.ts';

const DIRTY = 'A.\n`⏰ list`\n\nB';
const [FIRST, SECOND] = ['A.\n`⏰', ' list`\n\nB'];
const CLEAN = String.raw`"A.\nB"`;
const CLEAN_DELTAS = ['"delta":"A."', String.raw`"delta":"\nB"`];

function part(text: string): object {
  return { type: 'output_text', text };
}

function item(text: string): object {
  return { id: 'i', type: 'message', role: 'assistant', content: [part(text)] };
}

/** The data of each frame, the texts that leave, and the calls that are reported. */
type Row = readonly [
  name: string,
  frames: readonly Frame[],
  texts: readonly string[],
  calls: readonly string[],
];
type Frame = readonly [event: string | null, json: object];

const place = { item_id: 'i', content_index: 0 };
const RESPONSES = [
  { type: 'response.created', response: { model: 'm', output: [] } },
  ...[FIRST, SECOND].map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
  { type: 'response.output_text.done', ...place, text: DIRTY },
  { type: 'response.content_part.done', part: part(DIRTY) },
  { type: 'response.output_item.done', item: item(DIRTY) },
  { type: 'response.completed', response: { output: [item(DIRTY)] } },
];
const RUN = [
  { event: 'tool.started', tool: 'f', preview: 'p' },
  ...[FIRST, SECOND].map((delta) => ({ event: 'message.delta', delta })),
  { event: 'tool.completed', tool: 'f', error: false },
  { event: 'reasoning.available', text: DIRTY },
  { event: 'run.completed', output: DIRTY },
];
const SESSION: readonly Frame[] = [
  ['tool.started', { tool_name: 'f', preview: 'p' }],
  ['assistant.delta', { delta: FIRST }],
  ['assistant.delta', { delta: SECOND }],
  ['tool.completed', { tool_name: 'f' }],
  ['assistant.completed', { content: DIRTY }],
  ['run.completed', { messages: ['user', 'assistant'].map((role) => ({ role, content: DIRTY })) }],
  ['done', {}],
];

test.each<Row>([
  [
    'openai-responses',
    RESPONSES.map((json) => [json.type, json]),
    [...CLEAN_DELTAS, ...Array.from({ length: 4 }, () => `"text":${CLEAN}`)],
    ['null ⏰ ended'],
  ],
  [
    'hermes-runs',
    RUN.map((json) => [null, { run_id: 'run_1', ...json }]),
    [...CLEAN_DELTAS, `"text":${CLEAN}`, `"output":${CLEAN}`],
    ['f null running', 'f null unknown'],
  ],
  [
    'hermes-session',
    SESSION.map(([event, json]) => [
      event,
      { session_id: 's', run_id: 'r', message_id: 'm', ...json },
    ]),
    // What the user wrote stays.
    [
      ...CLEAN_DELTAS,
      `"content":${CLEAN}`,
      `"content":${JSON.stringify(DIRTY)}`,
      `"content":${CLEAN}`,
    ],
    ['f null running', 'f null unknown'],
  ],
])(
  '%s: a marker is removed from deltas and all copies, wherever the stream is cut',
  (_name, frames, texts, calls) => {
    const body = bytesOf(
      frames
        .map(
          ([event, json]) => `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(json)}\n\n`,
        )
        .join(''),
    );

    const whole = normalizeCut(body, []);

    expect(textOf(whole.bytes).match(/"(?:delta|text|output|content)":"(?:[^"\\]|\\.)*"/g)).toEqual(
      texts,
    );
    expect(whole.events.map(({ tool, emoji, status }) => `${tool} ${emoji} ${status}`)).toEqual(
      calls,
    );
    expect(whole.markers).toBe(1);
    for (const ends of [...Array.from(body, (_, at) => [at]), endsEvery(body.length, 1)]) {
      const cut = normalizeCut(body, ends);
      expect([sameBytes(cut.bytes, whole.bytes), cut.events, cut.markers]).toEqual([
        true,
        whole.events,
        1,
      ]);
    }
  },
);

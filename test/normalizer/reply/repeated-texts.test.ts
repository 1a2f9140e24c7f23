import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMarkerFilter } from '../../../src/normalizer/text/marker-filter.ts';
import { createRepeatedTexts } from '../../../src/normalizer/reply/repeated-texts.ts';
import { bytesOf, normalizeCut, textOf } from '../splits.ts';
import { on } from '../../support/on.ts';
import { runs } from '../../support/speed.ts';

interface Message {
  readonly type: string;
  readonly delta?: string;
  readonly text?: string;
  readonly part?: { readonly text: string };
  readonly item?: { readonly content: readonly { readonly text: string }[] };
  readonly response?: {
    readonly output: readonly { readonly content: readonly { readonly text: string }[] }[];
    readonly output_text: string;
    readonly model?: string;
  };
}

const HEARTBEAT = ': keepalive';
const TOOL =
  '{"type":"response.output_item.added","output_index":1,"item":{"type":"function_call","name":"f","call_id":"c"}}';

const pieces = fc.constantFrom(
  'a',
  'A.',
  '\n',
  '\n\n',
  '`⏰',
  ' list`',
  '`',
  '`⏰ list`\n\n',
  '\n`💻 ls`\n',
  '\n`🦄 x`\n',
  '```\n',
  ' `x`',
  `\`💻 ${'x'.repeat(4095)}`,
  '`\n\n',
  'End.',
  HEARTBEAT,
  TOOL,
  '  ',
  '`📝 Update README`',
);

/** A Responses stream of one text, and all the places that repeat it. */
function streamOf(made: readonly string[], model: string): string {
  const text = made.filter((piece) => piece !== HEARTBEAT && piece !== TOOL).join('');
  const place = { item_id: 'i', output_index: 0, content_index: 0 };
  const part = { type: 'output_text', text };
  const item = { type: 'message', role: 'assistant', content: [part] };
  const frames = [
    { type: 'response.created', response: { model, output: [] } },
    ...made.map((piece) =>
      piece === HEARTBEAT || piece === TOOL
        ? piece
        : { type: 'response.output_text.delta', ...place, delta: piece },
    ),
    { type: 'response.output_text.done', ...place, text },
    { type: 'response.content_part.done', ...place, part },
    { type: 'response.output_item.done', item },
    { type: 'response.completed', response: { output: [item], output_text: text } },
  ];
  return frames
    .map((frame) =>
      frame === HEARTBEAT
        ? `${HEARTBEAT}\n\n`
        : `data: ${typeof frame === 'string' ? frame : JSON.stringify(frame)}\n\n`,
    )
    .join('');
}

function messagesIn(body: string): Message[] {
  return body
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: {'))
    .map((frame) => JSON.parse(frame.slice(6)) as Message);
}

function copiesIn(messages: readonly Message[]): (string | undefined)[] {
  return messages.flatMap(({ type, text, part, item, response }) => {
    if (type === 'response.completed')
      return [response?.output[0]?.content[0]?.text, response?.output_text];
    return type.endsWith('.done') ? [text ?? part?.text ?? item?.content[0]?.text] : [];
  });
}

test.each(['some-model', 'hermes-agent'])(
  '%s: all copies of a text show what the deltas of the response show',
  (model) => {
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 25 }),
        fc.array(fc.nat(9000), { maxLength: 6 }),
        (made, cuts) => {
          const body = bytesOf(streamOf(made, model));

          const messages = messagesIn(
            textOf(
              normalizeCut(
                body,
                cuts.toSorted((a, b) => a - b),
              ).bytes,
            ),
          );

          const shown = messages.map(({ delta }) => delta ?? '').join('');
          expect(copiesIn(messages)).toEqual([shown, shown, shown, shown, shown]);
        },
      ),
      { numRuns: runs(400) },
    );
  },
);

test('a whole response is cleaned, both its output and its text', () => {
  const dirty = ['A.\n`⏰ list`', 'B.\n`💻 ls`\n\nC'];
  const answer = (texts: readonly string[]): string =>
    JSON.stringify({
      object: 'response',
      output: [
        { type: 'reasoning' },
        ...texts.map((text) => ({
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text }],
        })),
      ],
      output_text: texts.join(''),
    });
  let markers = 0;
  const clean = (text: string): string =>
    textOf(
      normalizeCut(bytesOf(text), [], {
        contentType: 'application/json',
        report: on({ marker: () => markers++ }),
      }).bytes,
    );

  expect(clean(answer(dirty))).toBe(answer(['A.', 'B.\nC']));
  expect(markers).toBe(2);
  expect(clean('{"object":"response","output_text":"A.\\n`⏰ list`\\n\\nB"}')).toBe(
    '{"object":"response","output_text":"A.\\nB"}',
  );
});

/**
 * @returns the result for a copy, after deltas and turns (null); null if the text is not among them
 */
function copyOf(deltas: readonly (string | null)[], copy: string): string | null {
  const said = createRepeatedTexts();
  const filter = said.remember(createMarkerFilter({ onMarker() {}, isInjected: () => true }));
  for (const delta of deltas) {
    if (delta === null) said.turn();
    else filter.push(delta);
  }
  const find = said.find(copy);
  filter.end();
  return find?.() ?? null;
}

test("a text's whole, end, beginning and each turn are found, with other blanks around them", () => {
  const deltas = [
    'Check.',
    '\n`💻 ls`\n',
    null,
    '\n\nOne.\n`⏰ list`',
    '\n\n',
    null,
    'Two `⏰ list`',
  ];

  expect(copyOf(deltas, 'Check.\n`💻 ls`\n\n\nOne.\n`⏰ list`\n\nTwo `⏰ list`')).toBe(
    'Check.\n\nOne.\nTwo `⏰ list`',
  );
  expect(copyOf(deltas, 'Check.\n`💻 ls`')).toBe('Check.');
  expect(copyOf(deltas, ' One.\n`⏰ list`')).toBe(' One.');
  expect(copyOf(deltas, 'Two `⏰ list`\n')).toBe('Two `⏰ list`\n');
  expect(copyOf(deltas, 'Three')).toBeNull();
  expect(copyOf(deltas, ' ')).toBeNull();
});

test('very long texts are not remembered', () => {
  const long = 'word '.repeat(1000);
  expect(copyOf([long, 'A.\n`⏰ list`\n\nB'], `${long}A.\n\`⏰ list\`\n\nB`)).not.toBeNull();
  expect(
    copyOf(
      [...Array.from({ length: 210 }, () => long), 'A.\n`⏰ list`\n\nB'],
      'A.\n`⏰ list`\n\nB',
    ),
  ).toBeNull();
});

test.each([
  ['a text that another ends with', ['`⏰ list`', 'To see them, use `⏰ list`']],
  ['a text that another begins with', ['`', '`⏰ list`\n\nDone.']],
  ['twice the same text', ['See `⏰ list`', 'See `⏰ list`']],
])('%s: its copy says what its deltas say', (_what, texts) => {
  const place = (i: number) => ({ item_id: `i${i}`, output_index: i, content_index: 0 });
  const frames = texts.flatMap((text, i) => [
    ...(text.match(/.{1,3}/gsu) ?? []).map((delta) => ({
      type: 'response.output_text.delta',
      ...place(i),
      delta,
    })),
    { type: 'response.output_text.done', ...place(i), text },
  ]);
  const output = texts.map((text, i) => ({
    type: 'message',
    role: 'assistant',
    id: `i${i}`,
    content: [{ type: 'output_text', text }],
  }));
  const body = [...frames, { type: 'response.completed', response: { output } }]
    .map((frame) => `data: ${JSON.stringify(frame)}\n\n`)
    .join('');
  const shown = messagesIn(textOf(normalizeCut(bytesOf(body), []).bytes)) as (Message & {
    output_index?: number;
  })[];
  const said = texts.map((_text, i) =>
    shown.map(({ delta, output_index: at }) => (at === i ? (delta ?? '') : '')).join(''),
  );

  expect(shown.at(-1)?.response?.output.map(({ content }) => content[0]?.text)).toEqual(said);
});

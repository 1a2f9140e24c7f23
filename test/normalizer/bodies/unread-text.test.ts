import { expect, test } from 'vitest';
import { concat } from '../../../src/lib/bytes.ts';
import {
  createBodyNormalizer,
  type BodyOptions,
} from '../../../src/normalizer/bodies/body-normalizer.ts';
import { createEventNormalizer } from '../../../src/normalizer/bodies/event-normalizer.ts';
import { framesOf } from '../clean-frames.ts';
import {
  bytesOf,
  chunkJson,
  endsEvery,
  joinedText,
  normalizeCut,
  sameBytes,
  textOf,
} from '../splits.ts';

// Text that reaches the page without being read: nobody knows in which line, or in which code
// block, the next one is. So everything stays that would be a marker only at the beginning of a
// line.

const SPAN = '`⏰ list`';
const BEHIND = '\n\n\nSo it is.';

/** A delta with the first two bytes of a sign of three. */
function broken(content: string): Uint8Array {
  const [head = '', tail = ''] = framesOf(chunkJson(`${content}CUT`)).split('CUT');
  return concat([bytesOf(head), Uint8Array.of(0xe2, 0x82), bytesOf(tail)]);
}

function says(content: string, index = 0): Uint8Array {
  return bytesOf(framesOf(chunkJson(content, { index })));
}

/** A delta of several parts. */
function parts(...content: readonly unknown[]): Uint8Array {
  return bytesOf(
    framesOf(JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content } }] })),
  );
}

function role(index: number, content?: string): Uint8Array {
  return bytesOf(
    framesOf(
      JSON.stringify({ id: 'c', choices: [{ index, delta: { role: 'assistant', content } }] }),
    ),
  );
}

const CITED = parts(
  { type: 'text', text: 'As said in ' },
  { type: 'reference', reference_ids: [1] },
);
const NEXT = says(BEHIND);
const LONG = says(`${'x'.repeat(9 * 1024 * 1024)} use `);

test.each<[string, readonly Uint8Array[], Partial<BodyOptions>?]>([
  ['broken UTF-8 in the same line', [says('Hi.\n'), broken('Price 5 '), says(SPAN), NEXT]],
  ['broken UTF-8 that begins a code block', [says('Hi.\n'), broken('```\n'), says(SPAN), NEXT]],
  [
    'broken UTF-8 while text is held',
    [says('Hi.\n\n'), says('`💻 ls'), broken('` lists.\n\nMore about'), says(' `cat`'), NEXT],
  ],
  ['parts in the same line', [says('Hi.\n'), CITED, says(SPAN), NEXT]],
  [
    'a part that begins a code block',
    [says('Hi.\n'), parts({ type: 'text', text: '```\n' }), says(SPAN), NEXT],
  ],
  [
    'a choice after one that passed unread',
    [says('Hello', 1), says('there', 1), says('Use '), says(SPAN), NEXT],
  ],
  ['the same with roles', [role(1), says('Hello', 1), role(0), says('Use '), says(SPAN), NEXT]],
  [
    'a third choice',
    [says('Hello'), says(' you'), says('Use ', 2), says(SPAN, 2), says(BEHIND, 2)],
  ],
  ['a stream joined in the middle', [says(SPAN), NEXT], { joined: true }],
  ['the same with a role in each delta', [role(0, SPAN), role(0, BEHIND)], { joined: true }],
])('%s: what follows stays', (_what, frames, options) => {
  const body = concat(frames);
  for (const size of [0, 1, 7, 64])
    expect(sameBytes(normalizeCut(body, endsEvery(body.length, size), options).bytes, body)).toBe(
      true,
    );
  const single = createBodyNormalizer({
    contentType: 'text/event-stream',
    isReply: true,
    ...options,
  });
  expect(single).not.toBeNull();
  expect(textOf(frames.flatMap((frame) => single?.push(frame.slice()) ?? []))).toBe(textOf(body));
});

test.each([
  ['objects', 9990, 10_000, (of: object, count: number) => Array.from({ length: count }, () => of)],
  [
    'values',
    999_900,
    1_000_001,
    (of: object, count: number) => [of, Array.from({ length: count }, () => 10)],
  ],
])('a message with more %s than any has passes unread', (_what, few, many, contents) => {
  const part = { type: 'text', text: `A.\n${SPAN}\n\n\n` };
  const clean = (count: number) => {
    const body = concat([says('Hi.\n'), parts(...contents(part, count)), says(SPAN), NEXT]);
    const { bytes } = normalizeCut(body, [], { expectsMarkers: () => true });
    return { body: textOf(body), text: textOf(bytes) };
  };
  const unread = clean(many);

  expect(clean(few).text).not.toContain(SPAN);
  expect(unread.text).toBe(unread.body);
});

test('a frame that is too long to be read counts as unread too', () => {
  const body = concat([says('Hi.\n'), LONG, says(SPAN), NEXT]);
  expect(sameBytes(normalizeCut(body, endsEvery(body.length, 65_536)).bytes, body)).toBe(true);
});

test('a new text after the end of one that passed unread begins with a line', () => {
  const end = bytesOf(framesOf(chunkJson(undefined, { finish: 'tool_calls' })));
  const body = concat([says('One'), says(' more'), end, says(SPAN), says('\n\nDone.')]);
  for (const size of [0, 1, 64])
    expect(joinedText(textOf(normalizeCut(body, endsEvery(body.length, size)).bytes))).toBe(
      'One more\nDone.',
    );
});

test('parts of a delta are cleaned like its text', () => {
  const marker = parts({ type: 'text', text: 'Hi.' }, { type: 'text', text: `\n${SPAN}\n\n` });
  expect(textOf(normalizeCut(concat([marker, says('Done.')]), []).bytes)).toBe(
    textOf(
      concat([parts({ type: 'text', text: 'Hi.' }, { type: 'text', text: '\n' }), says('Done.')]),
    ),
  );
});

test.each(['text/event-stream', 'text/plain'])(
  'released in the middle of a line of %s, that line stays',
  (contentType) => {
    const chat = contentType === 'text/event-stream';
    const pieces = ['Hi.\n', '`💻 ls`'].map((text) => (chat ? says(text) : bytesOf(text)));
    const normalizer = createBodyNormalizer({ contentType, isReply: true });
    if (!normalizer) throw new Error('no normalizer');
    const out = pieces.flatMap((piece) => [...normalizer.push(piece.slice())]);
    const rest = normalizer.end('released');

    expect(textOf(concat([...out, rest]))).toBe(textOf(concat(pieces)));
  },
);

test('an EventSource that loses its connection in the middle of a line continues that line', () => {
  const { receive, end } = createEventNormalizer(() => ({}));
  const shown = (content: string): string =>
    joinedText(framesOf(receive(null, chunkJson(content))));
  let text = shown('Hi.\n') + shown('`💻 ls`');
  end();
  text += shown(' differs from `cat`.') + shown(' Bye.');

  expect(text).toBe('Hi.\n`💻 ls` differs from `cat`. Bye.');
});

test('an EventSource that names the role in every delta continues the line too', () => {
  const { receive, end } = createEventNormalizer(() => ({}));
  const shown = (content: string): string =>
    joinedText(
      framesOf(
        receive(
          null,
          JSON.stringify({ choices: [{ index: 0, delta: { role: 'assistant', content } }] }),
        ),
      ),
    );
  let text = shown('Well, use ');
  end();
  text += shown(SPAN) + shown(BEHIND) + shown(' Bye.');

  expect(text).toBe(`Well, use ${SPAN}${BEHIND} Bye.`);
});

import { expect, test } from 'vitest';
import { createReply } from '../../../src/normalizer/reply/reply.ts';
import { keepFrames, keepLengths } from '../../../src/normalizer/bodies/same-length.ts';
import { createSseFraming } from '../../../src/normalizer/framing/sse-frames.ts';
import { createStreamNormalizer } from '../../../src/normalizer/bodies/stream-normalizer.ts';
import { bytesOf, chatBody, chunkJson, endsEvery, joinedText, pushAll, textOf } from '../splits.ts';

function normalize(body: string, ends: readonly number[]): string {
  return textOf(
    pushAll(createStreamNormalizer(keepLengths(createSseFraming()), keepFrames(createReply({}))), bytesOf(body), ends),
  );
}

/** The line ends of a text, with the bytes between them as their count. */
function shapeOf(body: string): (string | number)[] {
  return body.split(/([\r\n])/).map((piece) => (piece === '\n' || piece === '\r' ? piece : bytesOf(piece).length));
}

const TOOL =
  'event: hermes.tool.progress\ndata: {"tool":"web","emoji":"🔍","label":"weather in Øslo","toolCallId":"c1","status":"running"}\n\n';

const ROWS: readonly (readonly [name: string, body: string, text: string])[] = [
  ['a marker in one delta', chatBody(['a\n`⏰ x`\n\nb']), 'a\nb'],
  ['a marker over several deltas', chatBody(['a\n', '`⏰', ' x`\n', '\nb']), 'a\nb'],
  ['a marker that is a delta of its own', chatBody(['a', '\n`⏰ x`\n', 'b']), 'ab'],
  ['text that is not ASCII', chatBody(['Grüße 😀\n`⏰ ü😀`\n\nÄ']), 'Grüße 😀\nÄ'],
  [
    'escapes of Python',
    chatBody(['Grüße\n`⏰ ü`\n\nÄ']).replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
    'Grüße\nÄ',
  ],
  ['a tool event', `${TOOL}${chatBody(['a', 'b'])}${TOOL}`, 'ab'],
  ['lines that end with CR LF', `${TOOL}${chatBody(['a\n`⏰ x`\n\nb'])}`.replaceAll('\n', '\r\n'), 'a\nb'],
  [
    'data over several lines',
    `data: {"choices":[{"index":0,\ndata: "delta":{"content":"a\\n\`⏰ x\`\\n\\nb"}}]}\n\n`,
    'a\nb',
  ],
  ['data without a blank behind the colon', chatBody(['a\n`⏰ x`\n\nb']).replaceAll('data: ', 'data:'), 'a\nb'],
  ['a last frame without its blank line', `data: ${chunkJson('a\n`⏰ x`\n\nb')}`, 'a\nb'],
];

test.each(ROWS)('%s: the text is cleaned, every line keeps its length, wherever it is cut', (_name, body, text) => {
  const clean = normalize(body, []);
  // A strict reader of each line cannot read data over several of them.
  const lines = clean.replace(/,\r?\ndata: /g, ',');

  expect(joinedText(lines)).toBe(text);
  expect(clean).not.toContain('⏰');
  expect(clean).not.toContain('web');
  expect(bytesOf(clean).length).toBe(bytesOf(body).length);
  if (_name !== 'data over several lines') expect(shapeOf(clean)).toEqual(shapeOf(body));
  for (let at = 1; at < bytesOf(body).length; at++) expect(normalize(body, [at])).toBe(clean);
  expect(normalize(body, endsEvery(bytesOf(body).length, 1))).toBe(clean);
});

test('a dropped frame leaves a comment, an edited one blanks before its last brace', () => {
  expect(normalize(`${chatBody(['a'])}${TOOL}`, []).slice(chatBody(['a']).length)).toMatch(/^: {26}\n: +\n\n$/);
  expect(normalize('data: {"choices":[{"delta":{"content":"\\n`⏰ x`\\n\\nb"}}]}\n\n', [])).toMatch(
    /^data: \{"choices":\[\{"delta":\{"content":"\\nb"\}\}\] +\}\n\n$/,
  );
});

test('an unchanged frame keeps its bytes', () => {
  const body = `: keepalive\n\n${chatBody(['Use `ls`.', '\n', '`⏰ x` is prose\n'])}`;

  expect(normalize(body, [])).toBe(body);
});

test('data that would grow is not written back', () => {
  const fields = keepLengths(createSseFraming()).read('data: {"a":"b"}\n\n');

  expect(fields?.rewrite('{"a":"bc"}')).toBe(null);
  expect(fields?.rewrite('{"a":""}')).toBe('data: {"a":"" }\n\n');
});

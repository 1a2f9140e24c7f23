import { expect, test } from 'vitest';
import { ALL_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import { bytesOf, joinedText, normalizeCut } from '../splits.ts';
import { chunk, repaired, sse } from './repaired.ts';

const ON = new Set(['content-arrays']);
const END = sse(chunk({}, 'stop'), '[DONE]');
const text = (said: string): object => ({ type: 'text', text: said });
const thinking = (...said: string[]): object => ({ type: 'thinking', thinking: said.map(text) });

test('text parts become one string, thinking becomes reasoning', () => {
  const rows: readonly [before: object, after: object][] = [
    [
      { role: 'assistant', content: [text('Hi'), text(' you')] },
      { role: 'assistant', content: 'Hi you' },
    ],
    [{ content: [thinking('Let', ' me')] }, { reasoning_content: 'Let me' }],
    [{ content: [thinking('Hm'), text('Hi')] }, { content: 'Hi', reasoning_content: 'Hm' }],
    [
      { content: [{ type: 'thinking', thinking: 'Hm', closed: true }], reasoning_content: 'So. ' },
      { reasoning_content: 'So. Hm' },
    ],
    [{ content: ['a', text('b')] }, { content: 'ab' }],
    [{ content: [] }, { content: '' }],
  ];
  for (const [before, after] of rows)
    expect(repaired(sse(chunk(before)) + END, ON)).toBe(sse(chunk(after)) + END);
});

test('a delta with any other kind of part stays unchanged', () => {
  for (const part of [
    { type: 'image_url', image_url: 'x' },
    { type: 'reference', reference_ids: [1] },
    null,
    3,
    { type: 'text' },
    { type: 'thinking' },
    { type: 'thinking', thinking: [3] },
  ]) {
    const body = sse(chunk({ content: [text('Hi'), part] })) + END;
    expect(repaired(body, ON)).toBe(body);
  }
});

test('anything but an array stays, and nothing is done by default', () => {
  const body =
    sse(chunk({ content: 'Hi' }), chunk({ content: null }), {
      choices: [{ message: { content: [text('Hi')] } }],
    }) + END;
  expect(repaired(body, ON)).toBe(body);
  const parts = sse(chunk({ content: [text('Hi')] })) + END;
  expect(repaired(parts)).toBe(parts);
});

test('a marker in the parts of several deltas is found in the text they become', () => {
  const body =
    sse(
      chunk({ content: [text('A.\n'), text('`⏰')] }),
      chunk({ content: [text(' list'), text('`')] }),
      chunk({ content: [text('\n\nB')] }),
    ) + END;
  expect(joinedText(repaired(body, ON))).toBe('A.\nB');
  expect(normalizeCut(bytesOf(body), [], { repairs: ALL_REPAIRS }).markers).toBe(1);
});

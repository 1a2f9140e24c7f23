import { expect, test } from 'vitest';
import { calls, chunk, repaired, sse } from './repaired.ts';

const REST = sse(chunk({}, 'stop'), '[DONE]');

test('an empty role becomes that of the assistant, wherever it comes', () => {
  expect(
    repaired(sse(chunk({ role: '', content: 'Hi' }), chunk({ content: ' you', role: '' })) + REST),
  ).toBe(
    sse(
      chunk({ role: 'assistant', content: 'Hi' }),
      chunk({ content: ' you', role: 'assistant' }),
    ) + REST,
  );
});

test('other roles, none, and the same words elsewhere stay', () => {
  for (const said of [
    chunk({ role: 'assistant', content: 'Hi' }),
    chunk({ role: null, content: 'Hi' }),
    chunk({ content: '"role":""' }),
    calls({ index: 0, role: '', function: { arguments: '{}' } }),
    { ...chunk({ content: 'Hi' }), role: '' },
  ]) {
    const body = sse(said) + REST;
    expect(repaired(body)).toBe(body);
  }
});

import { expect, test } from 'vitest';
import { chunk, repaired, sse } from './repaired.ts';

const ON = new Set(['delta-missing']);
const HI = chunk({ content: 'Hi' });
const REST = sse(chunk({}, 'stop'), '[DONE]');

function choices(...said: readonly object[]): string {
  return sse({ ...HI, choices: said });
}

test('a choice without a delta, or with null, gets an empty one', () => {
  const filtered = { index: 0, finish_reason: null, content_filter_offsets: { check_offset: 44 } };

  expect(repaired(sse(HI) + choices(filtered) + REST, ON)).toBe(
    sse(HI) + choices({ ...filtered, delta: {} }) + REST,
  );
  expect(
    repaired(sse(HI) + choices({ index: 0, delta: null, finish_reason: null }) + REST, ON),
  ).toBe(sse(HI) + choices({ index: 0, delta: {}, finish_reason: null }) + REST);
});

test('other choices, an empty list and errors stay', () => {
  for (const said of [
    choices({ index: 0, delta: {} }),
    choices({ index: 0, text: 'Hi' }),
    choices({ index: 0, message: { role: 'assistant', content: 'Hi' } }),
    choices(),
    sse({ ...HI, choices: [null, 'x'] }),
    sse({ error: { message: 'no' } }),
  ]) {
    expect(repaired(sse(HI) + said + REST, ON)).toBe(sse(HI) + said + REST);
  }
});

test('it is off by default', () => {
  const body = sse(HI) + choices({ index: 0, finish_reason: null }) + REST;
  expect(repaired(body)).toBe(body);
});

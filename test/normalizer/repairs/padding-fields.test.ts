import { expect, test } from 'vitest';
import { chunk, repaired, sse } from './repaired.ts';

const ON = new Set(['padding-fields']);
const HI = chunk({ content: 'Hi' });

test('padding is removed from every chunk', () => {
  const padded = sse(
    { ...HI, p: 'abcdefgh' },
    { p: 'ab', ...HI, obfuscation: 'x' },
    { ...chunk({}, 'stop'), obfuscation: '' },
    '[DONE]',
  );
  expect(repaired(padded, ON)).toBe(sse(HI, HI, chunk({}, 'stop'), '[DONE]'));
  expect(repaired(sse(HI, HI, { ...HI, p: 'a' }), ON)).toBe(sse(HI, HI, HI));
});

test('other fields, and those of other messages, stay', () => {
  const body = sse(
    { ...HI, p: 0.5, obfuscation: null },
    { choices: [{ delta: { p: 'a', content: 'p' } }] },
    { p: 'abc' },
    '[DONE]',
  );
  expect(repaired(body, ON)).toBe(body);
});

test('nothing is done by default', () => {
  const body = sse({ ...HI, p: 'abcdefgh' }, chunk({}, 'stop'), '[DONE]');
  expect(repaired(body)).toBe(body);
});

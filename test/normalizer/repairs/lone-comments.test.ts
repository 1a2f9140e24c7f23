import { expect, test } from 'vitest';
import { DEFAULT_REPAIRS } from '../../../src/normalizer/repairs/all-repairs.ts';
import { loneComments } from '../../../src/normalizer/repairs/lone-comments.ts';
import { chunk, repaired, sse } from './repaired.ts';

const ON = new Set([loneComments.id]);
const HI = sse(chunk({ content: 'Hi' }));
const REST = sse(chunk({ content: ' you' }), chunk({}, 'stop'), '[DONE]');

test('if the repair is on, comments are dropped from a sound stream, even before its first chunk', () => {
  for (const comment of [
    ': keepalive\n\n',
    ':\n\n',
    ': OPENROUTER PROCESSING\n\n',
    ': a\n: b\n\n',
    ': a\r\n\r\n',
  ]) {
    for (const repairs of [ON, new Set([...DEFAULT_REPAIRS, ...ON])]) {
      expect([
        comment,
        repaired(comment + HI + comment + comment + REST + comment, repairs),
      ]).toEqual([comment, HI + REST]);
    }
  }
});

test('a comment within a frame stays', () => {
  const body = HI + ': a\n' + REST;
  expect(repaired(body, ON)).toBe(body);
});

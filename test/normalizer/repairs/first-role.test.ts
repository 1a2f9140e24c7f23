import { expect, test } from 'vitest';
import { createFirstRoles } from '../../../src/normalizer/repairs/first-role.ts';
import { chunk, messagesOf, repaired, sse } from './repaired.ts';

const LLAMA = { system_fingerprint: 'b11549-0d1e2f3' };
const said = (delta: object, finish: string | null = null): object => chunk(delta, finish, LLAMA);
const END = sse(said({}, 'stop'), '[DONE]');

test('the first text of llama.cpp gets a role, and every other byte stays', () => {
  const body = sse(said({ content: '👋' }), said({ content: ' Hi' })) + END;
  expect(repaired(body)).toBe(
    body.replace('{"content":"👋"}', '{"content":"👋","role":"assistant"}'),
  );
});

test('every choice gets one, once; text of any kind, calls and an end count', () => {
  const of = (index: number, delta: object): object => ({
    ...said({}),
    choices: [{ index, delta, finish_reason: null }],
  });
  for (const first of [
    { content: 'a' },
    { reasoning_content: 'a' },
    { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '' } }] },
    { role: null, content: 'a' },
  ]) {
    expect(
      messagesOf(
        repaired(sse(of(0, {}), of(0, first), of(1, first), of(0, first), of(1, first)) + END),
      ).map(({ choices }) => (choices as { delta: { role?: string } }[])[0]?.delta.role),
    ).toEqual([
      undefined,
      'assistant',
      'assistant',
      ...('role' in first ? [null, null] : [undefined, undefined]),
      undefined,
    ]);
  }
  expect(messagesOf(repaired(END))[0]).toEqual(said({ role: 'assistant' }, 'stop'));
});

test('a stream whose first text has a role stays, and so do those of other servers', () => {
  const bodies = [
    sse(said({}), said({ role: 'assistant', content: null }), said({ content: 'a' })) + END,
    sse(said({ role: 'assistant', content: 'a' }), {
      ...said({}),
      choices: [{ index: 1, delta: { content: 'b' } }],
    }) + END,
    sse(chunk({ content: '👋' }), chunk({}, 'stop'), '[DONE]'),
    sse(
      chunk({ content: '👋' }, null, { system_fingerprint: 'fp_44709d6fcb' }),
      chunk({}, 'stop'),
      '[DONE]',
    ),
  ];
  for (const body of bodies) expect(repaired(body)).toBe(body);
});

test('the examination is limited', () => {
  const foreign = createFirstRoles();
  for (let i = 0; i < 33; i++) foreign.missing({});
  expect(foreign.missing(said({ content: 'a' }) as Record<string, unknown>)).toEqual([]);

  const many = createFirstRoles();
  const missing = Array.from(
    { length: 66 },
    (_, index) => many.missing({ ...LLAMA, choices: [{ index, delta: { content: 'a' } }] }).length,
  );
  expect(missing.reduce((sum, count) => sum + count)).toBe(64);
});

import { expect, test } from 'vitest';
import { createFunctionsApi } from '../../src/companion/functions-api.ts';
import { COMPANION_ID } from '../../src/companion/source.ts';
import type { CallAnswer } from '../../src/companion/open-webui-call.ts';

const FORM = { id: COMPANION_ID, name: 'N', content: '', meta: {} };

function apiAnswering(...answers: readonly CallAnswer[]) {
  const left = [...answers];
  return createFunctionsApi(() => {
    const answer = left.shift();
    return answer ? Promise.resolve(answer) : Promise.reject(new Error('no more answers'));
  });
}

test("a refusal says what failed, in the server's own words if it has any", async () => {
  const rows: readonly (readonly [CallAnswer, string])[] = [
    [{ status: 0, body: null }, 'The server did not answer in time.'],
    [
      { status: 400, body: { detail: ' [ERROR: invalid syntax] ' } },
      'The server answered 400, “[ERROR: invalid syntax]”.',
    ],
    [{ status: 422, body: { detail: [{ msg: 'x' }] } }, 'The server answered 422.'],
    [{ status: 502, body: null }, 'The server answered 502.'],
    [
      { status: 400, body: { detail: 'x'.repeat(1000) } },
      `The server answered 400, “${'x'.repeat(300)}”.`,
    ],
  ];
  for (const [answer, why] of rows)
    expect(await apiAnswering(answer).create(FORM)).toEqual({ why });
});

test('a removal that the server reports as not done has failed', async () => {
  expect(await apiAnswering({ status: 200, body: false }).remove()).toEqual({
    why: 'The server answered 200.',
  });
});

test('the role is read, and somebody without one is not signed in', async () => {
  const rows: readonly (readonly [CallAnswer, unknown])[] = [
    [{ status: 200, body: { role: 'user' } }, 'user'],
    [{ status: 401, body: { detail: '401 Unauthorized' } }, { why: 'You are not signed in here.' }],
    [{ status: 403, body: null }, { why: 'You are not signed in here.' }],
    [{ status: 200, body: null }, { why: 'The server answered 200.' }],
    [{ status: 0, body: null }, { why: 'The server did not answer in time.' }],
  ];
  for (const [answer, expected] of rows)
    expect(await apiAnswering(answer).role()).toEqual(expected);
});

test('answers of another shape are a refusal, never a guess', async () => {
  const list: CallAnswer = {
    status: 200,
    body: [{ id: COMPANION_ID, name: 'N', meta: null, is_active: true, is_global: false }],
  };

  expect(await apiAnswering({ status: 200, body: {} }).read(false)).toEqual({
    why: 'The server answered 200.',
  });
  expect(await apiAnswering({ status: 200, body: [{ id: COMPANION_ID }] }).read(false)).toEqual({
    why: 'The server answered 200.',
  });
  expect(await apiAnswering(list, { status: 401, body: { detail: 'gone' } }).read(true)).toEqual({
    why: 'The server answered 401, “gone”.',
  });
  expect(await apiAnswering(list, list).read(true)).toEqual({
    why: 'The server answered 200.',
  });
});

import { expect, test } from 'vitest';
import { createFunctionsApi } from '../../src/companion/functions-api.ts';
import type { CallAnswer, CallRequest } from '../../src/companion/open-webui-call.ts';

const FORM = { name: 'N', content: 'C', meta: { description: 'D' } };

function apiAnswering(...answers: readonly CallAnswer[]) {
  const requests: CallRequest[] = [];
  const api = createFunctionsApi((request) => {
    const answer = answers[requests.length];
    requests.push(request);
    return answer ? Promise.resolve(answer) : Promise.reject(new Error('no more answers'));
  }, 'some_id');
  return { api, requests };
}

test('every write goes to its own path', async () => {
  const done: CallAnswer = { status: 200, body: {} };
  const { api, requests } = apiAnswering(done, done, done, done, { status: 200, body: true });

  const failures = [
    await api.create(FORM),
    await api.update(FORM),
    await api.flip('isActive'),
    await api.flip('isGlobal'),
    await api.remove(),
  ];

  expect(failures).toEqual([null, null, null, null, null]);
  expect(requests).toEqual([
    { method: 'POST', path: '/api/v1/functions/create', body: { id: 'some_id', ...FORM } },
    { method: 'POST', path: '/api/v1/functions/id/some_id/update', body: { id: 'some_id', ...FORM } },
    { method: 'POST', path: '/api/v1/functions/id/some_id/toggle' },
    { method: 'POST', path: '/api/v1/functions/id/some_id/toggle/global' },
    { method: 'DELETE', path: '/api/v1/functions/id/some_id/delete' },
  ]);
});

test("a refusal says what failed, in the server's own words if it has any", async () => {
  const rows: readonly (readonly [CallAnswer, string])[] = [
    [{ status: 0, body: null }, 'The server did not answer in time.'],
    [
      { status: 400, body: { detail: ' [ERROR: invalid syntax] ' } },
      'The server answered 400, “[ERROR: invalid syntax]”.',
    ],
    [{ status: 422, body: { detail: [{ msg: 'x' }] } }, 'The server answered 422.'],
    [{ status: 502, body: null }, 'The server answered 502.'],
    [{ status: 400, body: { detail: 'x'.repeat(1000) } }, `The server answered 400, “${'x'.repeat(300)}”.`],
  ];
  for (const [answer, why] of rows) expect(await apiAnswering(answer).api.create(FORM)).toEqual({ why });
});

test('a removal that the server reports as not done has failed', async () => {
  expect(await apiAnswering({ status: 200, body: false }).api.remove()).toEqual({
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
  for (const [answer, expected] of rows) expect(await apiAnswering(answer).api.role()).toEqual(expected);
});

test('a function is read from the list, by an admin with its source', async () => {
  const listed = { id: 'some_id', name: 'N', meta: { manifest: { title: 'T' } }, is_active: true, is_global: false };
  const list: CallAnswer = { status: 200, body: [null, { id: 'other' }, listed] };
  const found = { name: 'N', meta: { manifest: { title: 'T' } }, content: null, isActive: true, isGlobal: false };

  expect(await apiAnswering(list).api.read(false)).toEqual(found);
  expect(await apiAnswering(list, { status: 200, body: { ...listed, content: 'C' } }).api.read(true)).toEqual({
    ...found,
    content: 'C',
  });
  expect(await apiAnswering({ status: 200, body: [] }).api.read(true)).toBeNull();
});

test('answers of another shape are a refusal, never a guess', async () => {
  const list: CallAnswer = {
    status: 200,
    body: [{ id: 'some_id', name: 'N', meta: null, is_active: true, is_global: false }],
  };

  expect(await apiAnswering({ status: 200, body: {} }).api.read(false)).toEqual({
    why: 'The server answered 200.',
  });
  expect(await apiAnswering({ status: 200, body: [{ id: 'some_id' }] }).api.read(false)).toEqual({
    why: 'The server answered 200.',
  });
  expect(await apiAnswering(list, { status: 401, body: { detail: 'gone' } }).api.read(true)).toEqual({
    why: 'The server answered 401, “gone”.',
  });
  expect(await apiAnswering(list, list).api.read(true)).toEqual({
    why: 'The server answered 200.',
  });
});

import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createPageCalls, readCallAnswer } from '../../src/detection/page-call.ts';

const executeScript = vi.fn<(injection: { args: unknown[] }) => Promise<unknown>>();

beforeEach(() => {
  fakeBrowser.reset();
  executeScript.mockReset();
  Object.assign(fakeBrowser.scripting, { executeScript });
});

test("a call is made in the top frame of the tab, isolated from the page's scripts", async () => {
  executeScript.mockResolvedValue([{ frameId: 0, result: '200\n[1]' }]);

  const answer = await createPageCalls(7, 'http://a.example').signedIn({
    method: 'POST',
    path: '/p',
    body: { x: 1 },
  });

  expect(answer).toEqual({ status: 200, body: [1], text: '[1]' });
  expect(executeScript.mock.lastCall?.[0]).toMatchObject({
    target: { tabId: 7, frameIds: [0] },
    world: 'ISOLATED',
    args: [
      { origin: 'http://a.example', method: 'POST', path: '/p', body: '{"x":1}', signedIn: true },
    ],
  });
});

test('a text is sent unchanged', async () => {
  executeScript.mockResolvedValue([]);
  const json = '{"x":1.0,"x":"\\ud800"}';

  await createPageCalls(7, 'http://a.example').signedIn({ method: 'POST', path: '/p', json });

  expect(executeScript.mock.lastCall?.[0].args).toMatchObject([{ body: json }]);
});

test('an anonymous call has no token and, if none is given, no body', async () => {
  executeScript.mockResolvedValue([]);

  await createPageCalls(7, 'http://a.example').anonymous({ method: 'GET', path: '/p' });

  expect(executeScript.mock.lastCall?.[0].args).toMatchObject([{ signedIn: false, body: null }]);
});

test('a closed tab counts as no connection', async () => {
  executeScript.mockRejectedValue(new Error('No tab with id: 7'));

  expect(
    await createPageCalls(7, 'http://a.example').anonymous({ method: 'GET', path: '/p' }),
  ).toEqual({
    status: 0,
    body: null,
  });
});

test('a page that runs no script is waited for no longer than the server', async () => {
  vi.useFakeTimers();
  executeScript.mockReturnValue(new Promise(() => {}));

  const asked = createPageCalls(7, 'http://a.example').anonymous({ method: 'GET', path: '/p' });
  await vi.advanceTimersByTimeAsync(22_000);
  vi.useRealTimers();

  expect(await asked).toEqual({ status: 0, body: null });
});

test.each([
  ['of a document that was replaced is not waited for', false, { status: 0, body: null }],
  ['of an app that changes its address goes on', true, { status: 200, body: [1], text: '[1]' }],
])('a call %s', async (_, isThere, expected) => {
  let answer = (_frames: unknown): void => {};
  executeScript.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  executeScript.mockResolvedValue([{ frameId: 0, result: isThere }]);

  const asked = createPageCalls(7, 'http://a.example').anonymous({ method: 'GET', path: '/p' });
  for (const [tab, status] of [
    [8, 'complete'],
    [7, 'loading'],
    [7, 'complete'],
  ] as const)
    await fakeBrowser.tabs.onUpdated.trigger(tab, { status }, {} as never);
  expect(executeScript).toHaveBeenCalledTimes(2);
  if (isThere) answer([{ frameId: 0, result: '200\n[1]' }]);

  expect(await asked).toEqual(expected);
  expect(fakeBrowser.tabs.onUpdated.hasListeners()).toBe(false);
});

test.each([
  [null],
  [undefined],
  ['text'],
  [''],
  ['1.5'],
  ['200 []'],
  ['-1\n[]'],
  ['\n[]'],
  [200],
  [{ status: 200 }],
])('%j is no answer', (value) => {
  expect(readCallAnswer(value)).toEqual({ status: 0, body: null });
});

test('an answer without a body, or without valid JSON, has none', () => {
  for (const said of ['200', '200\n', '200\n<!doctype html>', '200\n{'])
    expect(readCallAnswer(said)).toEqual({ status: 200, body: null });
});

test.each([
  ['deep nesting', '['.repeat(900) + ']'.repeat(900)],
  ['keys in their order, one named __proto__', '{"z":1,"__proto__":{"y":2},"a":{"__proto__":3}}'],
  ['lone surrogates', '["\\ud800","\\udc00x"]'],
  ['brackets in strings, and their escapes', '["[[[\\"[\\\\","]"]'],
])('the text of the server crosses, so nothing is lost of %s', (_what, text) => {
  const answer = readCallAnswer(`200\n${text}`);
  expect(JSON.stringify(answer.body)).toBe(text);
  expect(answer.text).toBe(text);
});

test('anything nested deeper than a server would store is not read', () => {
  for (const depth of [1001, 1_000_000])
    expect(readCallAnswer(`200\n${'[{"a":'.repeat(depth)}`)).toEqual({ status: 200, body: null });
});

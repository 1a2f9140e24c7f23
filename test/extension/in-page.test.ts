import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { callInPage, runInPage } from '../../src/extension/in-page.ts';

const executeScript = vi.fn<(injection: object) => Promise<unknown>>();
const WHERE = { target: { tabId: 7 } };

beforeEach(() => {
  fakeBrowser.reset();
  executeScript.mockReset();
  executeScript.mockResolvedValue([{ frameId: 0, result: 'a' }]);
  Object.assign(fakeBrowser.scripting, { executeScript });
});

test("a function is called apart from the page's scripts", async () => {
  const func = (left: string, right: number): string => left + right;

  expect(await callInPage(WHERE, func, ['a', 1])).toEqual([{ frameId: 0, result: 'a' }]);
  expect(executeScript.mock.lastCall).toEqual([
    { ...WHERE, world: 'ISOLATED', func, args: ['a', 1] },
  ]);
});

test('a script of the extension runs in the given world', async () => {
  await runInPage({ ...WHERE, injectImmediately: true }, '/page-hook.js', 'MAIN');

  expect(executeScript.mock.lastCall).toEqual([
    { ...WHERE, injectImmediately: true, world: 'MAIN', files: ['/page-hook.js'] },
  ]);
});

/** A marked line that the type checker accepts is an error of its own. */
test('the type checker allows only plain results', async () => {
  await callInPage(WHERE, () => 'text', []);
  await callInPage(WHERE, async () => 1, []);
  await callInPage(WHERE, (flag: boolean) => (flag ? null : undefined), [true]);
  // @ts-expect-error an object
  await callInPage(WHERE, () => ({ status: 200 }), []);
  // @ts-expect-error a promised object
  await callInPage(WHERE, async () => ({ status: 200 }), []);
  // @ts-expect-error a list
  await callInPage(WHERE, () => ['a'], []);
  // @ts-expect-error sometimes an object
  await callInPage(WHERE, (flag: boolean) => (flag ? 'text' : {}), [true]);
  // @ts-expect-error anything
  await callInPage(WHERE, () => JSON.parse('{}'), []);
  // @ts-expect-error unknown
  await callInPage(WHERE, async (): Promise<unknown> => 1, []);
  // @ts-expect-error the wrong argument
  await callInPage(WHERE, (flag: boolean) => flag, ['text']);

  expect(executeScript).toHaveBeenCalledTimes(10);
});

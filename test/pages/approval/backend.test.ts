import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { readAsked } from '../../../src/pages/approval/backend.ts';

beforeEach(() => fakeBrowser.reset());

/** What a page may say of a question that it makes up. */
async function askedBy(who: object): Promise<string | undefined> {
  const question = { runId: 'r', requestId: '1', command: 'ls', reason: '', choices: ['once'] };
  vi.spyOn(fakeBrowser.tabs, 'sendMessage').mockResolvedValue({
    question: { ...question, answeredBy: 'you', ...who },
    site: 'http://localhost:3000',
    offersAlways: false,
    others: 0,
  } as never);
  const asked = await readAsked({ tabId: 1, frameId: 0 });
  return asked?.question.host;
}

test.each([
  ['http://agent:8642', 'agent:8642'],
  ['http://evil:1/base', 'evil:1'],
  ['http://agent:8642@evil:1', 'evil:1'],
  ['http://аgent:8642', 'xn--gent-43d:8642'],
  ['agent:8642', ''],
  ['', ''],
  [undefined, ''],
])(
  'who asks is the server that gets the answer, not what the page calls it: %s',
  async (server, host) => {
    expect(await askedBy({ host: 'agent:8642', server })).toBe(host);
  },
);

import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { askInPage, type PageQuestion } from '../../src/detection/ask-in-page.ts';

const ORIGIN = 'http://192.168.1.20:3000';
const QUESTION: PageQuestion = {
  call: 'call',
  origin: ORIGIN,
  method: 'GET',
  path: '/api/config',
  body: null,
  signedIn: false,
  within: 1000,
  longest: 100,
};
/** The head and body of each version. */
const KIT = 'body[data-sveltekit-preload-data]';
const LOADER = 'script[src$="/static/loader.js"]';
const STYLES = 'link[href$="/static/custom.css"]';
const SEARCH = 'link[rel="search"][href$="/opensearch.xml"]';

interface Page {
  readonly origin?: string;
  /** Selectors that match something in the page. */
  readonly has?: readonly string[];
  readonly token?: string | null;
  readonly answer?:
    | { status: number; text: string | Uint8Array | ReadableStream<Uint8Array> }
    | Error;
}

interface Sent {
  readonly address: string;
  readonly init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body: string | null;
  } & Record<string, unknown>;
}

/**
 * Runs the function as the browser does: from its source text, in a world with only what a page
 * provides.
 */
async function ask(
  question: Partial<PageQuestion> = {},
  page: Page = {},
): Promise<{ answer: string; sent: Sent[] }> {
  const {
    origin = ORIGIN,
    has = [KIT, LOADER, STYLES, SEARCH],
    token = 'secret',
    answer = { status: 200, text: '{"a":1}' },
  } = page;
  const sent: Sent[] = [];
  const world = {
    URL,
    AbortSignal,
    TextDecoder,
    location: { origin },
    document: {
      querySelector: (selector: string) =>
        selector.split(', ').some((one) => has.includes(one)) ? {} : null,
    },
    localStorage: { getItem: (key: string) => (key === 'token' ? token : null) },
    async fetch(address: string, init: Sent['init']) {
      sent.push({ address, init });
      if (answer instanceof Error) throw answer;
      return new Response(answer.text === '' ? null : (answer.text as BodyInit), {
        status: answer.status,
      });
    },
  };
  const text = JSON.stringify({ ...QUESTION, ...question });
  return {
    answer: await (runInNewContext(`(${askInPage.toString()})(${text})`, world) as Promise<string>),
    sent,
  };
}

test("a call goes to the page's own server, without cookies, redirects or a cache", async () => {
  const { answer, sent } = await ask();

  expect(answer).toBe('200\n{"a":1}');
  expect(sent).toEqual([
    {
      address: `${ORIGIN}/api/config`,
      init: {
        method: 'GET',
        headers: { accept: 'application/json' },
        body: null,
        credentials: 'omit',
        redirect: 'error',
        cache: 'no-store',
        signal: expect.any(AbortSignal),
      },
    },
  ]);
});

test('of an answer with secrets, only the part that was asked for leaves the page', async () => {
  const answer = { status: 200, text: '{"ui":{"urls":["http://a"],"keys":["secret"]}}' };

  expect((await ask({ part: ['ui', 'urls', 'length'] }, { answer })).answer).toBe('200\n1');
  expect((await ask({ part: ['ui', 'others', 'length'] }, { answer })).answer).toBe('200\nnull');
  expect((await ask({ part: ['ui'] }, { answer: { status: 502, text: '<html>' } })).answer).toBe(
    '0',
  );
});

test('the token is sent only with calls on behalf of a person', async () => {
  const { sent } = await ask({
    signedIn: true,
    method: 'POST',
    path: '/api/v1/functions/create',
    body: '{"id":"x"}',
  });

  expect(sent[0]?.init).toMatchObject({
    method: 'POST',
    body: '{"id":"x"}',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
  });
});

test('a page without a signed-in person makes calls without a token', async () => {
  const { sent } = await ask({ signedIn: true }, { token: null });

  expect(sent[0]?.init.headers).toEqual({ accept: 'application/json' });
});

test.each([
  ['0.12 and back to 0.5.13', [KIT, LOADER]],
  ['own styles', [KIT, STYLES]],
  ['0.5.0', [KIT, SEARCH]],
] as const)('a page that looks like Open WebUI (%s) is asked', async (_versions, has) => {
  expect((await ask({}, { has })).sent).toHaveLength(1);
});

test.each([
  ['another SvelteKit page', { has: [KIT] }],
  ['a page that offers a search', { has: [SEARCH] }],
  ['a page of another origin', { origin: 'http://192.168.1.20:3001' }],
  ['a plain page', { has: [] }],
])('%s is asked nothing', async (_page, page) => {
  expect(await ask({}, page)).toEqual({ answer: '0', sent: [] });
});

test.each(['//elsewhere.example/api/config', 'https://elsewhere.example/', 'http://'])(
  'a path that leads elsewhere (%s) is not followed',
  async (path) => {
    expect(await ask({ path })).toEqual({ answer: '0', sent: [] });
  },
);

test.each([
  ['is not reached', new TypeError('Failed to fetch'), '0'],
  ['answers no JSON', { status: 502, text: '<html>' }, '502\n<html>'],
  ['answers nothing', { status: 204, text: '' }, '204\n'],
  ['answers too much', { status: 200, text: JSON.stringify('x'.repeat(100)) }, '200'],
  ['answers too much by one', { status: 200, text: 'x'.repeat(101) }, '200'],
  ['answers as much as is read', { status: 200, text: 'é'.repeat(100) }, `200\n${'é'.repeat(100)}`],
  ['answers what is no text', { status: 200, text: Uint8Array.of(0x22, 0xff, 0x22) }, '200'],
  ['is cut within a character', { status: 200, text: Uint8Array.of(0x22, 0xc3) }, '200'],
  ['refuses with a reason', { status: 401, text: '{"detail":"no"}' }, '401\n{"detail":"no"}'],
])('a server that %s is no failure of ours', async (_what, answer, expected) => {
  expect((await ask({}, { answer })).answer).toBe(expected);
});

test('an endless answer is read no further than the limit', async () => {
  let pieces = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => void (pieces++, controller.enqueue(new Uint8Array(30).fill(0x20))),
  });

  const { answer } = await ask({}, { answer: { status: 200, text: endless } });

  expect(answer).toBe('200');
  expect(pieces).toBeLessThan(8);
});

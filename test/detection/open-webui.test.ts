import { expect, test } from 'vitest';
import type { CallAnswer, CallRequest } from '../../src/companion/open-webui-call.ts';
import { isAtLeast, readOpenWebUi } from '../../src/detection/open-webui.ts';

/** What 0.12.4 tells everybody. */
const CONFIG = {
  status: true,
  name: 'Team chat (Open WebUI)',
  version: '0.12.4',
  default_locale: '',
  oauth: { providers: {} },
  features: { auth: true, enable_signup: false, enable_websocket: true },
};

interface Server {
  readonly anonymous?: CallAnswer;
  readonly signedIn?: CallAnswer;
}

function serve({
  anonymous = { status: 200, body: CONFIG },
  signedIn = { status: 200, body: CONFIG },
}: Server = {}) {
  const asked: string[] = [];
  function answering(who: string, answer: CallAnswer) {
    return async ({ method, path }: CallRequest) => {
      asked.push(`${who} ${method} ${path}`);
      return answer;
    };
  }
  return {
    asked,
    calls: { anonymous: answering('anyone', anonymous), signedIn: answering('person', signedIn) },
  };
}

test("the version is read from the server's public report", async () => {
  const { calls, asked } = serve();

  expect(await readOpenWebUi(calls)).toEqual({ version: '0.12.4' });
  expect(asked).toEqual(['anyone GET /api/config']);
});

test.each([
  [401, 1],
  [403, 1],
  // A redirection, which a call does not follow; or no answer.
  [0, 2],
])(
  "behind a proxy that answers strangers with %s, the person's own session is tried",
  async (status, times) => {
    const { calls, asked } = serve({ anonymous: { status, body: null } });

    expect((await readOpenWebUi(calls))?.version).toBe('0.12.4');
    expect(asked).toEqual([
      ...Array<string>(times).fill('anyone GET /api/config'),
      'person GET /api/config',
    ]);
  },
);

test('a page that is loaded again while it is asked is asked once more, without the session', async () => {
  const { calls, asked } = serve();
  const answers: CallAnswer[] = [{ status: 0, body: null }];
  const anonymous = async (request: CallRequest) =>
    answers.pop() ?? (await calls.anonymous(request));

  expect(await readOpenWebUi({ ...calls, anonymous })).toEqual({ version: '0.12.4' });
  expect(asked).toEqual(['anyone GET /api/config']);
});

test.each([
  [404, { detail: 'Not Found' }],
  [500, CONFIG],
  [200, null],
  [200, 'text'],
  [200, { version: '1.2.3' }],
  [200, { ...CONFIG, features: null }],
  [200, { ...CONFIG, version: 12 }],
  [200, { ...CONFIG, version: '0.12' }],
  [200, { ...CONFIG, version: '0.12.4 <b>' }],
  [200, { ...CONFIG, version: `0.12.4${'x'.repeat(30)}` }],
])('status %s with %j is no Open WebUI, and is asked no further', async (status, body) => {
  const { calls, asked } = serve({ anonymous: { status, body } });

  expect(await readOpenWebUi(calls)).toBeNull();
  expect(asked).toHaveLength(1);
});

test('behind such a proxy, without a session, nothing is known', async () => {
  const refused = { status: 401, body: { detail: 'Invalid token' } };

  expect(await readOpenWebUi(serve({ anonymous: refused, signedIn: refused }).calls)).toBeNull();
});

test.each([
  ['0.5.17', true],
  ['0.5.16', false],
  ['0.6.0', true],
  ['1.0.0', true],
  ['0.12.4', true],
  ['0.5.17.dev2', true],
  ['0.4.99', false],
])('%s is 0.5.17 or later: %s', (version, expected) => {
  expect(isAtLeast(version, 0, 5, 17)).toBe(expected);
});

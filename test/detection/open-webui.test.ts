import { expect, test } from 'vitest';
import type { CallAnswer, CallRequest } from '../../src/companion/open-webui-call.ts';
import { isAtLeast, readOpenWebUi } from '../../src/detection/open-webui.ts';
import { modeOf } from '../../src/pages/popup/open-webui/open-webui-view.ts';

/** What 0.12.4 tells everybody, and more to those who are signed in. */
const CONFIG = {
  status: true,
  name: 'Team chat (Open WebUI)',
  version: '0.12.4',
  default_locale: '',
  oauth: { providers: {} },
  features: { auth: true, enable_signup: false, enable_websocket: true },
};
const OWN = { ...CONFIG, features: { ...CONFIG.features, enable_direct_connections: true } };

interface Server {
  readonly anonymous?: CallAnswer;
  readonly signedIn?: CallAnswer;
}

function serve({ anonymous = { status: 200, body: CONFIG }, signedIn = { status: 200, body: OWN } }: Server = {}) {
  const asked: string[] = [];
  function answering(who: string, answer: CallAnswer) {
    return async ({ method, path }: CallRequest) => {
      asked.push(`${who} ${method} ${path}`);
      return answer;
    };
  }
  return { asked, calls: { anonymous: answering('anyone', anonymous), signedIn: answering('person', signedIn) } };
}

test("version, name and features are read from the server's report", async () => {
  const { calls, asked } = serve();

  expect(await readOpenWebUi(calls)).toEqual({
    version: '0.12.4',
    name: 'Team chat (Open WebUI)',
    websocket: true,
    directConnections: true,
  });
  expect(asked).toEqual(['anyone GET /api/config', 'person GET /api/config']);
});

test.each([
  ['a token out of date', { status: 401, body: { detail: 'Invalid token' } }],
  ['nobody signed in', { status: 200, body: CONFIG }],
  ['a lost connection', { status: 0, body: null }],
])('with %s nothing is claimed about direct connections', async (_what, signedIn) => {
  expect(await readOpenWebUi(serve({ signedIn }).calls)).toMatchObject({ version: '0.12.4', directConnections: null });
});

test.each([0, 401, 403])(
  "behind a proxy that answers strangers with %s, the person's own session is tried",
  async (status) => {
    const { calls, asked } = serve({ anonymous: { status, body: null } });

    expect((await readOpenWebUi(calls))?.version).toBe('0.12.4');
    expect(asked).toHaveLength(2);
  },
);

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

test('a server without WebSockets says so', async () => {
  const body = { ...CONFIG, features: { ...CONFIG.features, enable_websocket: false } };

  expect(await readOpenWebUi(serve({ anonymous: { status: 200, body } }).calls)).toMatchObject({ websocket: false });
});

test('a name of any length and form becomes one short line', async () => {
  const body = { ...CONFIG, name: `A\n\u202e${'b'.repeat(1_000_000)}` };
  const found = await readOpenWebUi(serve({ anonymous: { status: 200, body } }).calls);

  expect(found?.name).toMatch(/^A b+…$/);
  expect(found?.name.length).toBe(60);
});

const open = { version: '0.12.4', name: '', websocket: true, directConnections: true };

test.each([
  [{}, [], null],
  [{ directConnections: null }, [], null],
  [{ directConnections: false }, [], 'server'],
  [{ directConnections: false, websocket: false }, [], 'polling'],
  [{}, ['websocket'], 'server'],
  [{}, ['polling'], 'polling'],
  [{}, ['polling', 'websocket'], 'server'],
  [{}, ['websocket', 'direct'], 'direct'],
] as const)('a server with %j and replies by %j is in the mode %s', (some, seen, mode) => {
  expect(modeOf({ ...open, ...some }, seen)).toBe(mode);
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

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  accountOf,
  createAdmin,
  createCall,
  createUser,
  readStoredChat,
  saveSettings,
  storeChat,
} from '../../../../src/tools/demo/servers/open-webui-api.ts';

interface Asked {
  readonly route: string;
  readonly token: string | undefined;
  readonly body: unknown;
}

let server: Server;
let origin = '';
let asked: Asked[] = [];

/** By method and path; a missing one is answered with 404 and the server's words. */
let answers: Record<string, unknown> = {};

beforeEach(async () => {
  asked = [];
  answers = {
    'GET /api/config': { version: '0.12.4' },
    'POST /api/v1/auths/signup': { token: 'first' },
    'POST /api/v1/auths/add': { token: 'second' },
    'POST /api/v1/users/user/settings/update': {},
  };
  server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    const route = `${request.method} ${request.url}`;
    asked.push({
      route,
      token: request.headers.authorization,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    });
    const known = Object.hasOwn(answers, route);
    response.writeHead(known ? 200 : 404);
    response.end(known ? JSON.stringify(answers[route]) : '{"detail":"Not found"}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

test('the first account signs up, creates the second, and both have seen the news', async () => {
  const admin = await createAdmin(origin);
  const user = await createUser(origin, admin, 'ben');

  expect([admin.token, user.token]).toEqual(['first', 'second']);
  const added = asked.find(({ route }) => route.endsWith('/add'));
  expect(added).toMatchObject({ token: 'Bearer first', body: { name: 'ben', email: 'ben@example.com', role: 'user' } });
  const settings = asked.filter(({ route }) => route.endsWith('/settings/update'));
  expect(settings.map(({ token, body }) => [token, body])).toEqual([
    ['Bearer first', { ui: { version: '0.12.4' } }],
    ['Bearer second', { ui: { version: '0.12.4' } }],
  ]);
});

test('direct connections are stored in the settings', async () => {
  await saveSettings(accountOf(origin, 'first'), [{ url: 'http://127.0.0.1:1/v1', key: 'key' }]);

  expect(asked.at(-1)?.body).toMatchObject({
    ui: {
      directConnections: {
        OPENAI_API_BASE_URLS: ['http://127.0.0.1:1/v1'],
        OPENAI_API_KEYS: ['key'],
        OPENAI_API_CONFIGS: { 0: { enable: true, prefix_id: 'direct' } },
      },
    },
  });
});

test('a chat is stored whole, and read back', async () => {
  const account = accountOf(origin, 'first');
  answers['POST /api/v1/chats/new'] = { id: 'chat-1' };

  expect(await storeChat(account, 'model', 'Question', 'Answer')).toBe('chat-1');

  const { chat } = asked.at(-1)!.body as { chat: unknown };
  answers['GET /api/v1/chats/chat-1'] = { id: 'chat-1', chat };
  expect(await readStoredChat(account, 'chat-1')).toMatchObject([
    { role: 'user', content: 'Question' },
    { role: 'assistant', content: 'Answer', parentId: 'asked' },
  ]);
});

test("a refusal is reported with the server's words", async () => {
  await expect(readStoredChat(accountOf(origin, 'first'), 'none')).rejects.toThrow(
    'Open WebUI answered 404 to GET /api/v1/chats/none: {"detail":"Not found"}',
  );
});

test('a missing server counts as status 0', async () => {
  server.close();

  expect(await createCall(origin, null)({ method: 'GET', path: '/' })).toEqual({ status: 0, body: null });
});

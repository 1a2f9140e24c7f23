import { expect, test } from 'vitest';
import { createOpenWebUiChats } from '../../../src/healing/chats/open-webui-chats.ts';
import { makeChat } from '../chats.ts';
import { createFakeOpenWebUi, GENERATIONS } from '../fake-open-webui.ts';
import { begin, heal, scan, serverOf } from '../steps.ts';

test.each(GENERATIONS)(
  '%s: a healed chat is not sent as a whole if messages are merged',
  async (generation) => {
    const fake = serverOf(generation, 1);
    const healing = begin(generation, fake);
    await scan(healing);

    await heal(healing, ['c0']);

    const sent = fake.requests.find(({ method }) => method === 'POST')?.body as {
      chat: { history: { messages: object; currentId: string }; messages?: unknown[] };
    };
    expect(Object.keys(sent.chat.history.messages)).toEqual(
      generation === '0.12.4' ? ['a0', 'a1'] : ['q0', 'a0', 'q1', 'a1'],
    );
    // If messages are merged, the server knows best which one is open.
    expect(sent.chat.history.currentId).toBe(generation === '0.12.4' ? undefined : 'a1');
    expect(sent.chat.messages?.length).toBe(
      generation === '0.6.43' || generation === '0.8.12' ? 4 : undefined,
    );
  },
);

test('ids in URLs are encoded', async () => {
  const paths: string[] = [];
  const chats = createOpenWebUiChats(
    (request) => (paths.push(request.path), Promise.resolve({ status: 404, body: null })),
    '0.12.4',
    0,
  );

  await chats.read('../../auths/?x#y');
  await chats.hasTasks('a/b');

  expect(paths).toEqual(['/api/v1/chats/..%2F..%2Fauths%2F%3Fx%23y', '/api/tasks/chat/a%2Fb']);
});

const TASKS: readonly (readonly [status: number, body: unknown, hasTasks: boolean | null])[] = [
  [200, { task_ids: ['t'] }, true],
  [200, { task_ids: [] }, false],
  // Versions that do not know the request return their page.
  [200, null, null],
  [404, { detail: 'Not Found' }, null],
];

test.each(TASKS)('tasks: %i %j', async (status, body, hasTasks) => {
  const chats = createOpenWebUiChats(() => Promise.resolve({ status, body }), '0.12.4', 0);

  expect(await chats.hasTasks('c')).toBe(hasTasks);
});

test('a chat without its own title keeps the one beside it', async () => {
  const fake = createFakeOpenWebUi('0.6.43');
  const { title, ...chat } = makeChat({ generation: '0.6.43' });
  fake.add('c0', chat);
  fake.records.set('c0', { ...fake.records.get('c0')!, title: String(title) });
  const healing = begin('0.6.43', fake);
  await scan(healing);

  expect(await heal(healing, ['c0'])).toMatchObject([{ kind: 'healed' }]);
  expect(fake.records.get('c0')?.title).toBe('A chat');
});

test('a POST is made once, whatever its result', async () => {
  const fake = serverOf('0.6.43', 1);
  const healing = begin('0.6.43', fake);
  await scan(healing);
  fake.fault = ({ method }) =>
    method === 'POST' ? { answer: { status: 0, body: null }, done: false } : null;

  await heal(healing, ['c0']);

  expect(fake.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

/**
 * What a lying server lists on its n-th page of archived chats, and how many pages are read at
 * most.
 */
const LIES: readonly (readonly [
  what: string,
  listed: (page: number) => object[],
  pages: number,
])[] = [
  [
    'ever new chats',
    (page) => Array.from({ length: 60 }, (_, i) => ({ id: `c${page}-${i}` })),
    1700,
  ],
  ['one new chat a page, for ever', (page) => [{ id: `c${page}` }], 2000],
  [
    'half a million chats in one page',
    () => Array.from({ length: 500_000 }, (_, i) => ({ id: `c${i}` })),
    1,
  ],
];

test.each(LIES)(
  'a server that lists %s is given up, and reported',
  async (_what, listed, pages) => {
    let asked = 0;
    let kept = 0;
    const chats = createOpenWebUiChats(
      ({ path }) => {
        const page = Number(/archived\?page=(\d+)/.exec(path)?.[1] ?? 0);
        asked += page > 0 ? 1 : 0;
        const body = page > 0 ? listed(page) : [];
        return Promise.resolve({ status: 200, body, text: JSON.stringify(body) });
      },
      '0.12.4',
      0,
    );

    const trouble = await chats.list(new AbortController().signal, (some) => {
      kept += some.reduce((sum, { id, title }) => sum + id.length + title.length, 0);
    });

    expect(trouble).toMatchObject({
      why: expect.stringContaining('has more chats than this page can handle') as string,
      fatal: true,
    });
    expect(asked).toBeLessThanOrEqual(pages);
    expect(kept).toBeLessThan(4_000_000);
  },
);

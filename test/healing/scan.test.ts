import { expect, test } from 'vitest';
import { CLEAN, DIRTY, makeChat } from './chats.ts';
import { createFakeOpenWebUi, type FakeOpenWebUi } from './fake-open-webui.ts';
import { begin, scan } from './steps.ts';

test('a thousand chats with a hundred messages are read one by one, two at a time, and none is kept', async () => {
  const fake = createFakeOpenWebUi('0.12.4');
  for (let i = 0; i < 1000; i++) fake.add(`c${i}`, makeChat({ turns: 1 }), i % 10 === 0);
  // Created on request: it is the scan's memory that counts, not the server's.
  const [clean, dirty] = [
    makeChat({ turns: 50, reply: () => CLEAN }),
    makeChat({ turns: 50, reply: (turn) => (turn % 5 === 0 ? DIRTY : CLEAN) }),
  ];
  let held = 0;
  let most = 0;
  const gone = new FinalizationRegistry<null>(() => held--);
  const { call } = fake;
  const inOrder: string[] = [];
  fake.call = async (request) => {
    const number = /^\/api\/v1\/chats\/c(\d+)$/.exec(request.path)?.[1];
    if (number === undefined) return call(request);
    inOrder.push(`c${number}`);
    await Promise.resolve();
    const body = {
      id: `c${number}`,
      title: 'x',
      chat: structuredClone(Number(number) % 4 === 0 ? dirty : clean),
    };
    gone.register(body.chat, null);
    most = Math.max(most, ++held);
    return { status: 200, body, text: JSON.stringify(body) };
  };

  const { found, steps, result } = await scan(begin('0.12.4', fake));

  expect(result).toMatchObject({
    end: 'done',
    scanned: 1000,
    listed: 1000,
    found: 250,
    unreadable: 0,
  });
  expect(
    found.every(
      ({ markers, marked, replies }) => markers === 10 && marked === 10 && replies === 50,
    ),
  ).toBe(true);
  expect(found.map(({ place }) => inOrder[place])).toEqual(found.map(({ chat }) => chat.id));
  expect(steps.at(-1)).toMatchObject({ scanned: 1000, complete: true });
  // Garbage collection comes at any time; if the chats were kept, all thousand would be there.
  expect(most).toBeLessThan(950);
}, 120_000);

test('at most two requests are concurrent', async () => {
  const fake = createFakeOpenWebUi('0.6.43');
  for (let i = 0; i < 30; i++) fake.add(`c${i}`, makeChat({ generation: '0.6.43' }));

  await scan(begin('0.6.43', fake));

  expect(fake.busiest()).toBe(2);
});

test('every list that a version has is requested, and no chat twice', async () => {
  const fake = createFakeOpenWebUi('0.6.43');
  for (let i = 0; i < 130; i++) fake.add(`c${i}`, makeChat({ turns: 1, reply: () => CLEAN }), true);
  const { result } = await scan(begin('0.6.43', fake));

  expect(result).toMatchObject({ listed: 130, scanned: 130 });
  expect(
    fake.requests
      .filter(({ path }) => path.includes('archived'))
      .map(({ path }) => /page=\d+/.exec(path)?.[0]),
  ).toEqual(['page=1', 'page=2', 'page=3', 'page=4']);
});

test('before 0.6.43 pinned chats and those in folders have separate lists', async () => {
  const fake = createFakeOpenWebUi('0.6.43');
  for (const id of ['plain', 'starred', 'folded']) fake.add(id, makeChat({ turns: 1 }));
  const { call } = fake;
  fake.call = (request) => {
    const lists: Record<string, unknown> = {
      '/api/v1/chats/?include_pinned=true&include_folders=true': [
        { id: 'plain' },
        { nothing: 1 },
        null,
      ],
      '/api/v1/chats/pinned': [{ id: 'starred' }, { id: 'plain' }],
      '/api/v1/folders/': [
        { id: 'f', name: 'F', items: { chats: [{ id: 'folded' }] } },
        { id: 'g', items: null },
      ],
    };
    const list = lists[request.path];
    return list === undefined ? call(request) : Promise.resolve({ status: 200, body: list });
  };

  const { found } = await scan(begin('0.5.7', fake));

  expect(found.map(({ chat }) => chat.id).toSorted()).toEqual(['folded', 'plain', 'starred']);
});

test('a single chat', async () => {
  const fake = createFakeOpenWebUi('0.12.4');
  for (const id of ['a', 'b']) fake.add(id, makeChat({ turns: 1 }));

  const { found, result } = await scan(begin('0.12.4', fake), { chatId: 'b' });

  expect(found.map(({ chat }) => chat.id)).toEqual(['b']);
  expect(result).toMatchObject({ end: 'done', listed: 1, scanned: 1 });
  expect(fake.requests.map(({ path }) => path)).toEqual(['/api/v1/chats/b']);
});

test('a scan can be cancelled, and keeps what it found', async () => {
  const fake = createFakeOpenWebUi('0.12.4');
  for (let i = 0; i < 20; i++) fake.add(`c${i}`, makeChat({ turns: 1 }));
  const controller = new AbortController();
  fake.fault = ({ path }) => {
    if (path.endsWith('/c5')) controller.abort();
    return null;
  };

  const { found, result } = await scan(begin('0.12.4', fake), { signal: controller.signal });

  expect(result).toMatchObject({ end: 'cancelled', why: null });
  expect(found.length).toBeGreaterThan(3);
  expect(found.length).toBeLessThan(8);
});

test('an unreadable chat is reported; the others are read', async () => {
  const fake = createFakeOpenWebUi('0.12.4');
  for (let i = 0; i < 6; i++) fake.add(`c${i}`, makeChat({ turns: 1 }));
  const answers: Record<string, { status: number; body: unknown }> = {
    c1: { status: 500, body: null },
    c2: { status: 200, body: null },
    c3: { status: 404, body: null },
  };
  fake.fault = ({ path }) => {
    const answer = answers[path.slice('/api/v1/chats/'.length)];
    return answer ? { answer, done: false } : null;
  };

  const { result } = await scan(begin('0.12.4', fake));

  expect(result).toMatchObject({ end: 'done', scanned: 6, found: 3, unreadable: 3 });
  expect(result.unread.map(({ chat, why }) => [chat.id, why]).toSorted()).toEqual([
    ['c1', 'The server answered with the error 500.'],
    ['c2', 'The server’s answer was not a chat, or too large.'],
    ['c3', 'The chat no longer exists.'],
  ]);
});

test('a temporary error is retried', async () => {
  const fake = createFakeOpenWebUi('0.12.4');
  fake.add('c', makeChat({ turns: 1 }));
  let failed = 0;
  fake.fault = ({ path }) =>
    path.endsWith('/c') && failed++ === 0
      ? { answer: { status: 503, body: null }, done: false }
      : null;

  expect((await scan(begin('0.12.4', fake))).result).toMatchObject({
    end: 'done',
    found: 1,
    unreadable: 0,
  });
});

const STOPS: readonly (readonly [
  what: string,
  prepare: (fake: FakeOpenWebUi) => void,
  why: RegExp,
])[] = [
  ['nobody is signed in', (fake) => void (fake.signedIn = false), /signed out/],
  [
    'the page is gone',
    (fake) => void (fake.fault = () => ({ answer: { status: 0, body: null }, done: false })),
    /closed, or the server cannot be reached/,
  ],
  [
    'the list cannot be read',
    (fake) =>
      void (fake.fault = ({ path }) =>
        path.includes('archived') ? { answer: { status: 403, body: null }, done: false } : null),
    /list of chats could not be read: the server answered 403/,
  ],
  [
    'no chat can be read',
    (fake) =>
      void (fake.fault = ({ path }) =>
        /\/c\d/.test(path) ? { answer: { status: 502, body: null }, done: false } : null),
    /error 502/,
  ],
];

test.each(STOPS)('a scan stops when %s', async (_what, prepare, why) => {
  const fake = createFakeOpenWebUi('0.12.4');
  for (let i = 0; i < 50; i++) fake.add(`c${i}`, makeChat({ turns: 1 }));
  prepare(fake);

  const { result } = await scan(begin('0.12.4', fake));

  expect(result.end).toBe('failed');
  expect(result.why).toMatch(why);
  expect(fake.requests.length).toBeLessThan(30);
});

test('one chat is shown with its texts, or why it is not', async () => {
  const fake = createFakeOpenWebUi('0.12.4');
  fake.add('dirty', makeChat({ turns: 1 }));
  fake.add('clean', makeChat({ turns: 1, reply: () => CLEAN }));
  const healing = begin('0.12.4', fake);

  expect(await healing.look('dirty')).toMatchObject({
    marked: {
      markers: 1,
      messages: [{ messageId: 'a0', parts: [{ before: DIRTY, after: CLEAN }, {}] }],
    },
  });
  expect(await healing.look('clean')).toEqual({ marked: null });
  expect(await healing.look('gone')).toEqual({
    why: 'The chat no longer exists, or belongs to someone else.',
  });
});

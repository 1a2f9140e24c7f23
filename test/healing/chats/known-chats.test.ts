import { expect, test } from 'vitest';
import { readChatRecord } from '../../../src/healing/chats/chat-record.ts';
import { createKnownChats } from '../../../src/healing/chats/known-chats.ts';
import { RUN_KEY } from '../../../src/healing/backups/store.ts';
import { createMemoryStore } from '../memory-store.ts';

function recordOf(content: string): NonNullable<ReturnType<typeof readChatRecord>> {
  const record = readChatRecord(
    JSON.stringify({ id: 'c', title: 'T', chat: { history: { messages: { a: { content } } } } }),
  );
  if (!record) throw new Error('no record');
  return record;
}

test('a chat is known as last looked at, on its own server only', async () => {
  const store = createMemoryStore();
  const known = createKnownChats(store, 'https://a.example');
  await known.remember(recordOf('before'), false);
  await known.remember(recordOf('now'), true);
  const one = await known.recall('c');

  expect(one).toEqual({
    chatId: 'c',
    title: 'T',
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    expected: true,
  });
  expect(one && (await known.isAsKnown(one, recordOf('now')))).toBe(true);
  expect(one && (await known.isAsKnown(one, recordOf('before')))).toBe(false);
  expect(await createKnownChats(store, 'https://b.example').recall('c')).toBeNull();

  await store.write('https://a.example', [{ table: 'runs', key: RUN_KEY, value: { chats: [] } }]);
  await known.forgetOld();
  expect(await known.recall('c')).not.toBeNull();

  await store.write('https://a.example', [{ table: 'runs', key: RUN_KEY, value: null }]);
  await known.forgetOld();
  expect(await known.recall('c')).toBeNull();
});

test('no title is stored for a chat that was only looked at; an unfinished run has its own', async () => {
  const store = createMemoryStore();
  await createKnownChats(store, 'https://a.example').remember(recordOf('now'), false);
  expect(JSON.stringify(await store.list('https://a.example', 'known'))).not.toContain('title');

  const later = createKnownChats(store, 'https://a.example');
  expect(await later.recall('c')).toMatchObject({ chatId: 'c', title: '' });

  const chats = [{ chatId: 'c', title: 'T' }];
  await store.write('https://a.example', [{ table: 'runs', key: RUN_KEY, value: { chats } }]);
  expect(await later.recall('c')).toMatchObject({ chatId: 'c', title: 'T' });
});

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findStoredChats } from '../../../src/normalizer/stored-chats/stored-chats.ts';
import { CLEAN, MARKED } from './check.ts';

const FOLDER = new URL('../../../src/normalizer/stored-chats/', import.meta.url);

test('every shape of the folder is known', () => {
  const list = readFileSync(new URL('stored-chats.ts', FOLDER), 'utf8');
  const shapes = readdirSync(FOLDER).filter((file) => file !== 'stored-chats.ts' && file !== 'stored-chat-shape.ts');

  expect(shapes.length).toBeGreaterThan(3);
  for (const file of shapes) {
    const [, name = 'no shape'] =
      /^export const (\w+): StoredChatShape/m.exec(readFileSync(new URL(file, FOLDER), 'utf8')) ?? [];
    expect(list).toMatch(new RegExp(`SHAPES[^;]*\\b${name}\\b`));
  }
});

test('shapes that share a URL are told apart by their content', () => {
  const chats = findStoredChats('https://chat.example/api/messages', () => {});
  const rows = [
    `[{"role":"assistant","content":"${MARKED}"}]`,
    `{"messages":[{"isCreatedByUser":false,"text":"${MARKED}"}]}`,
  ];

  expect(rows.map((row) => chats?.clean(row))).toEqual(rows.map((row) => row.replace(MARKED, CLEAN)));
});

test('without a marker the same text is returned', () => {
  const chats = findStoredChats('/api/messages', () => expect.unreachable());
  const texts = [
    '[{"role":"assistant","content":"Use `ls` here."}]',
    '[{"role":"assistant","content":"\\u0060\\u0060"}]',
    '[',
    '',
  ];

  for (const text of texts) expect(chats?.clean(text)).toBe(text);
});

test('a backtick may be written as an escape', () => {
  const chats = findStoredChats('/api/messages', () => {});

  expect(chats?.clean('[{"role":"assistant","content":"\\u0060\\u23f0 list\\u0060\\n\\nTwo."}]')).toBe(
    '[{"role":"assistant","content":"Two."}]',
  );
});

test('a response with an unknown URL is none of them', () => {
  expect(findStoredChats('', () => {})).toBe(null);
  expect(findStoredChats('data:application/json,[]', () => {})).toBe(null);
});

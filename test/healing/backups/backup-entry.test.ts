import { expect, test } from 'vitest';
import { entryText, readEntry, type ParsedEntry } from '../../../src/healing/backups/backup-entry.ts';
import type { BackupEntry } from '../../../src/healing/types.ts';

const place = { place: 'history', key: 'a', messageId: 'a' } as const;
const about = { origin: 'https://chat.example', chatId: 'c', title: '"T"', when: 1, undoBegun: false };
const entry: BackupEntry = { ...about, format: 2, messages: [{ ...place, before: '{"x":1.0,"x":2}', after: '{}' }] };

test('what this version keeps is read as it stands', () => {
  expect(readEntry(entry)).toBe(entry);
});

test('what an earlier version kept becomes text, and says so', () => {
  const parsed: ParsedEntry = { ...about, messages: [{ ...place, before: { x: 1 }, after: {} }] };

  expect(readEntry(parsed)).toEqual({
    ...about,
    format: 2,
    messages: [{ ...place, before: '{"x":1}', after: '{}', parsed: true }],
  });
});

test('as JSON the messages are written as the server wrote them', () => {
  const text = entryText(entry);

  expect(text).toContain('"before":{"x":1.0,"x":2},"after":{}}');
  expect(JSON.parse(text)).toMatchObject({ ...about, messages: [{ ...place, before: { x: 2 }, after: {} }] });
});

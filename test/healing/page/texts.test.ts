import { expect, test } from 'vitest';
import { deleteText, doneText, healingTexts, healText, progressText, scanEndText } from '../../../src/healing/page/texts.ts';
import type { BackupSummary, ScanResult } from '../../../src/healing/types.ts';

const result: ScanResult = { scanned: 2000, listed: 2000, complete: true, found: 14, unreadable: 0, end: 'done', why: null, unread: [] };

test.each([
  [{ ...result, scanned: 120 }, '120 of 2,000 chats read, 14 with markers.'],
  [{ ...result, scanned: 0, listed: 60, complete: false, found: 0 }, '0 of 60 chats so far read, 0 with markers.'],
  [{ ...result, unreadable: 1 }, '2,000 of 2,000 chats read, 14 with markers. 1 chat could not be read.'],
])('progress of a scan: %#', (progress, text) => {
  expect(progressText(progress)).toBe(text);
});

test.each<[Partial<ScanResult>, string]>([
  [{}, '2,000 chats read.'],
  [{ scanned: 120, end: 'cancelled' }, 'Cancelled. 120 of 2,000 chats read.'],
  [{ scanned: 0, listed: 0, complete: false, end: 'cancelled' }, 'Cancelled. 0 of 0 chats read.'],
  [{ scanned: 0, listed: 0, complete: false, end: 'failed', why: 'You are not signed in any more.' }, 'You are not signed in any more.'],
  [{ scanned: 120, end: 'failed', why: 'You are not signed in any more.' }, 'You are not signed in any more. 120 of 2,000 chats read.'],
])('end of a scan: %#', (some, text) => {
  expect(scanEndText({ ...result, ...some })).toBe(text);
});

test('buttons and sentences count', () => {
  expect([healText(1), healText(12)]).toEqual(['Clean 1 chat', 'Clean 12 chats']);
  expect(doneText(120, 200)).toBe('120 of 200 chats done.');
});

test('what deleting takes away is said of one and of many', () => {
  const backup: BackupSummary = { id: 1, chatId: 'a', title: '', when: 0, messages: 1, bytes: 1, state: 'healed' };

  expect(deleteText([backup])).toContain('this chat can no longer be put back');
  expect(deleteText([backup, backup])).toContain('these 2 backups');
});

test('no text shouts', () => {
  const all = Object.values(healingTexts).flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text)));

  expect(all.filter((text) => text.includes('!'))).toEqual([]);
});

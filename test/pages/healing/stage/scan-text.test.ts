import { expect, test } from 'vitest';
import { progressText, scanEndText } from '../../../../src/pages/healing/stage/scan-text.ts';
import type { ScanResult } from '../../../../src/healing/types.ts';

const result: ScanResult = {
  scanned: 2000,
  listed: 2000,
  complete: true,
  found: 14,
  unreadable: 0,
  end: 'done',
  why: null,
  unread: [],
};

test.each([
  [{ ...result, scanned: 120 }, '120 of 2,000 chats read, 14 with markers.'],
  [
    { ...result, scanned: 0, listed: 60, complete: false, found: 0 },
    '0 of 60 chats read, 0 with markers.',
  ],
  [
    { ...result, unreadable: 1 },
    '2,000 of 2,000 chats read, 14 with markers. 1 chat could not be read.',
  ],
])('progress of a scan: %#', (progress, text) => {
  expect(progressText(progress)).toBe(text);
});

test.each<[Partial<ScanResult>, string]>([
  [{}, '2,000 of 2,000 chats read.'],
  [{ scanned: 120, end: 'cancelled' }, 'Cancelled. 120 of 2,000 chats read.'],
  [{ scanned: 0, listed: 0, complete: false, end: 'cancelled' }, 'Cancelled. 0 of 0 chats read.'],
  [
    {
      scanned: 0,
      listed: 0,
      complete: false,
      end: 'failed',
      why: 'You are not signed in any more.',
    },
    'You are not signed in any more.',
  ],
  [
    { scanned: 120, end: 'failed', why: 'You are not signed in any more.' },
    'You are not signed in any more. 120 of 2,000 chats read.',
  ],
])('end of a scan: %#', (some, text) => {
  expect(scanEndText({ ...result, ...some })).toBe(text);
});

import { expect, test } from 'vitest';
import { replyTitle } from '../../../src/pages/healing/reply-view.tsx';

const message = { messageId: 'a', reply: 2, parts: [], markers: 2 } as const;

test('the title of a reply is its number, its time and its markers', () => {
  expect(replyTitle({ ...message, timestamp: new Date(2026, 2, 3, 14, 5).getTime() })).toBe(
    'Reply 3, 3 March 2026 at 14:05: 2 markers',
  );
  expect(replyTitle({ ...message, timestamp: null, markers: 1 })).toBe('Reply 3: 1 marker');
});

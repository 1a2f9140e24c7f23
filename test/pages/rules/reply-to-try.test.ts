import { expect, test } from 'vitest';
import { handReply, takeReply } from '../../../src/pages/rules/reply-to-try.ts';

test('a reply is taken once, and only the last one', () => {
  expect(takeReply()).toBe('');
  handReply('one');
  handReply('two');
  expect([takeReply(), takeReply()]).toEqual(['two', '']);
});

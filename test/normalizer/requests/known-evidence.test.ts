import { expect, test } from 'vitest';
import {
  createKnownEvidence,
  learnFromSent,
  type KnownEvidence,
} from '../../../src/normalizer/requests/known-evidence.ts';

function bodyOf(role: string, content: string, chat?: string): string {
  return JSON.stringify({
    model: 'm',
    ...(chat && { chat_id: chat }),
    messages: [
      { role, content },
      { role: 'user', content: 'Again' },
      { role, content },
      { role: 'user', content: 'Go on' },
    ],
  });
}

const MARKED = '`⏰ list`\n\nB';

function expectedIn(known: KnownEvidence): readonly boolean[] {
  return ['a', 'b', null].map((chat) => known.expects({ chat, model: 'm' }));
}

test.each<[string, string, boolean]>([
  ['markers in the history of the chat', bodyOf('assistant', MARKED, 'a'), true],
  [
    'the same in a frame',
    bodyOf('assistant', MARKED, 'a').replace(/^/, '42["chat",').replace(/$/, ']'),
    true,
  ],
  ['markers that a person wrote', bodyOf('user', MARKED, 'a'), false],
  ['what only looks like one', bodyOf('assistant', '`📝 Update README`', 'a'), false],
  ['a request that names no chat', bodyOf('assistant', MARKED), false],
  ['no request', '{"a": `', false],
])('what was sent: %s', (_name, sent, expected) => {
  const known = createKnownEvidence();
  learnFromSent(known, sent);

  expect(expectedIn(known)).toEqual([expected, false, false]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectCleaned, expectUnknown } from '../check.ts';
import { cleanRequest } from '../../../../src/normalizer/requests/request-cleaner.ts';

const RECORDINGS = join(import.meta.dirname, '../../../recordings/open-webui');
const CHAT =
  '{"history":{"messages":{"u":{"role":"user","content":"»"},"a":{"role":"assistant","content":"«"}},"currentId":"a"}}';

test('a chat to store is cleaned, however it is wrapped', () => {
  expectCleaned(`{"chat":${CHAT}}`, 1, false);
  expectCleaned(`{"chat":${CHAT},"meta":{},"pinned":false,"folder_id":null}`, 1, false);
  expectCleaned(`{"chats":[{"chat":${CHAT}},null,{"chat":${CHAT}}]}`, 2, false);
  expectCleaned(
    `{"type":"rating","data":{"rating":1,"comment":"»"},"meta":{},"snapshot":{"chat":{"id":"c","title":"»","chat":${CHAT}}}}`,
    1,
    false,
  );
  expectCleaned(`{"snapshot":{"chat":${CHAT}}}`, 1, false);
});

test('a body without any message is recognised, and left unchanged', () => {
  expectCleaned('{"chat":{"title":"»","messages":[]}}', 0, false);
});

test('a message without a role is left alone', () => {
  for (const body of [
    '{"content":"»"}',
    '{"type":"chat:message","data":{"content":"»","messages":1}}',
    '{"chats":{"messages":"»"}}',
    '{"snapshot":{"messages":"»"}}',
  ])
    expectUnknown(body);
});

interface Recorded {
  readonly kind: string;
  readonly url?: string;
  readonly body?: string | null;
}

const recorded = readdirSync(RECORDINGS)
  .flatMap((file) => readFileSync(join(RECORDINGS, file), 'utf8').split('\n').filter(Boolean))
  .map((line) => JSON.parse(line) as Recorded)
  .flatMap(({ kind, url = '', body }) => (kind === 'request' && body ? [{ path: new URL(url).pathname, body }] : []));

test.each(recorded)('recorded $path is sent without markers, and otherwise unchanged', ({ path, body }) => {
  const cleaned = cleanRequest(body);

  expect(cleaned?.asksReply ?? true).toBe(path !== '/api/chat/completed' && !path.startsWith('/api/v1/chats/'));
  expect(cleaned?.body ?? body).toBe(withoutMarkers(body));
  expect((cleaned?.markers ?? 0) > 0).toBe(withoutMarkers(body) !== body);
});

test('there are recordings of every kind, with markers and without', () => {
  const withMarkers = recorded.filter(({ body }) => withoutMarkers(body) !== body);

  expect(withMarkers.length).toBeGreaterThan(10);
  expect(recorded.length - withMarkers.length).toBeGreaterThan(10);
});

/** The texts with markers that the scripted agent sent, and what stays of them; both as in the bodies. */
const SENT: readonly (readonly [before: string, after: string])[] = [
  [
    'Let me check. \\n`⏰ list`\\n\\n`💻 echo \\"today `date +%Y`\\"`\\n\\n\\nAll done: `code` stays.',
    'Let me check. \\n\\nAll done: `code` stays.',
  ],
  ['Sure.\\n`⏰ list`\\n\\n\\nDone now.', 'Sure.\\n\\nDone now.'],
];

function withoutMarkers(body: string): string {
  return SENT.reduce((text, [before, after]) => text.replaceAll(before, after), body);
}

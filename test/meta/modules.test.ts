import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ALL_DIALECTS } from '../../src/normalizer/dialects/all-dialects.ts';

const root = resolve(import.meta.dirname, '../..');

test('every dialect is asked, and is named like its file', () => {
  const files = readdirSync(join(root, 'src/normalizer/dialects'))
    .map((file) => file.replace('.ts', ''))
    .filter((name) => !['dialect', 'fields', 'all-dialects'].includes(name));

  expect(ALL_DIALECTS.map(({ id }) => id).toSorted()).toEqual(files.toSorted());
});

test('the transports know nothing of chats: only the parts of the hook around them run code of the normalizer', () => {
  const files = readdirSync(join(root, 'src/hook'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts'),
  );
  const knowing = files.filter((file) =>
    /^import (?!type\b)[^;]*?\/normalizer\//m.test(
      readFileSync(join(root, 'src/hook', file), 'utf8'),
    ),
  );

  expect(knowing.toSorted()).toEqual([
    'agent/agent-stream.ts',
    'agent/outcomes.ts',
    'agent/questions.ts',
    'agent/record-reader.ts',
    'agent/sub-agents.ts',
    'body.ts',
    'cleaning.ts',
    'evidence.ts',
    'install.ts',
    'replies/reply-source.ts',
    'requests.ts',
    'responses.ts',
    'sockets.ts',
  ]);
});

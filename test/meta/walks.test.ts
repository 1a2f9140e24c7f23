import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const walks = JSON.parse(
  execFileSync(process.execPath, [resolve(import.meta.dirname, '../support/walks.ts')], {
    encoding: 'utf8',
  }),
) as Record<string, string[]>;

test('a sound frame passes the door, and no repair but the one that waits for the end', () => {
  expect(walks.words?.filter((file) => file.startsWith('repairs/'))).toEqual([
    'repairs/calls/assembler.ts',
    'repairs/done.ts',
    'repairs/frame.ts',
  ]);
});

test.each([
  ['words', 'repairs/frame.ts', 22],
  ['arguments', 'repairs/calls/calls.ts', 24],
  ['frame', 'repairs/calls/assembler.ts', 34],
  ['packet', 'open-webui/text-part.ts', 24],
  ['request', 'requests/request-cleaner.ts', 16],
])(
  'a %s with a marker passes %s, and at most %d files of the normalizer in all',
  (walk, through, most) => {
    const files = walks[walk] ?? [];

    expect(files).toContain(through);
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(most);
  },
);

import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../src/normalizer/bodies/body-normalizer.ts';
import { concat } from '../../src/lib/bytes.ts';
import { STREAM_MAKERS } from './dialects/made-streams.ts';
import { pass, PLAIN } from './pass-deltas.ts';
import { bytesOf } from './splits.ts';

/** One for each carrier: frames, lines, lines with codes, bare text. */
const CARRIERS = [
  ...STREAM_MAKERS.filter(({ dialect }) =>
    ['openai-chat', 'openai-responses', 'ollama', 'unknown'].includes(dialect),
  ),
  PLAIN,
];

test.each(CARRIERS.map((maker) => [maker.dialect, maker] as const))(
  '%s: a label may arrive in thousands of deltas',
  (_dialect, maker) => {
    const label = Array.from({ length: 4000 }, (_, i) => String(i % 10));

    expect(pass(maker, ['Hi.\n', '`💻 ', ...label, '`', '\n', '\nEnd']).text).toBe('Hi.\nEnd');
  },
);

test('a megabyte of line feeds passes as plain text in well under a second of processor time, and released text takes no memory', () => {
  const chunk = bytesOf('\n'.repeat(64 * 1024));
  const normalizer = createBodyNormalizer({ contentType: 'text/plain', isReply: true });
  const start = process.cpuUsage();
  let out = concat(normalizer?.push(bytesOf('Hi')) ?? []).length;
  for (let i = 0; i < 32; i++) out += concat(normalizer?.push(chunk.slice()) ?? []).length;

  expect(out).toBe(2 + 32 * chunk.length - 1);
  // Half a second on an idle machine; it was half a minute.
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(5);
});

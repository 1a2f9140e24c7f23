import { expect, test } from 'vitest';
import { maskSecrets } from '../../src/normalizer/json/mask.ts';
import { carriedSecrets, ordinaryLines } from './mask-corpus.ts';

// test/real/companion-outcomes.test.ts masks the same in the companion.
test('of made-up secrets none passes, and ordinary lines stay as they are', () => {
  const secrets = carriedSecrets();
  const lines = ordinaryLines();
  const passed = secrets.filter(({ text, secret }) => maskSecrets(text).includes(secret));
  const changed = lines.filter((line) => maskSecrets(line) !== line);
  process.stdout.write(
    `${passed.length} of ${secrets.length} secrets pass, ${changed.length} of ${lines.length} ordinary lines change\n`,
  );

  expect(secrets.length).toBeGreaterThanOrEqual(300);
  expect(lines.length).toBeGreaterThanOrEqual(300);
  expect(passed.map(({ where, text }) => `${where}: ${text}`)).toEqual([]);
  expect(changed.map((line) => [line, maskSecrets(line)])).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { preactAsText } from '../../../../src/tools/cli/vite-plugins/preact-as-text.ts';

const PREACT = fileURLToPath(import.meta.resolve('preact'));

test('preact, as installed, sets text where it would set markup', () => {
  const built = readFileSync(PREACT, 'utf8');
  const result = preactAsText().transform(built, PREACT);

  expect(built).toContain('.innerHTML=');
  expect(result?.code).toContain('.textContent=');
  expect(result?.code).not.toContain('.innerHTML');
});

test('a preact with its code elsewhere stops the build, and says where to look', () => {
  expect(() => preactAsText().transform('e.innerHTML = html', PREACT)).toThrow(
    'src/tools/cli/vite-plugins/preact-as-text.ts',
  );
});

test('all other modules are unchanged', () => {
  expect(preactAsText().transform('e.innerHTML = html', '/src/other.ts')).toBeUndefined();
});

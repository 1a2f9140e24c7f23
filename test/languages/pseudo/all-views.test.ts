import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../../../src');

/** Views that no scene beside this file renders, and why. Every entry must still be needed. */
const NOT_BUILT: Readonly<Record<string, string>> = {
  'pages/parts/newer-data.tsx': 'needs a storage, and has one text: test/e2e/newer-data.test.ts',
  'pages/popup/app.tsx': 'needs a tab and a background: its parts are built, and test/screenshots takes its picture',
  'pages/shell/app.tsx':
    'needs an address and its changes: its parts are built, and test/screenshots takes its picture',
};

function viewsBelow(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const [, from = ''] of readFileSync(join(SRC, file), 'utf8').matchAll(/from '(\.[^']+\.tsx)'/g)) {
    viewsBelow(relative(SRC, join(SRC, dirname(file), from)).replaceAll('\\', '/'), known);
  }
  return known;
}

test('every view is rendered in the pseudo-language, or there is a reason why not', () => {
  const scenes = readdirSync(import.meta.dirname)
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  const views = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.tsx'));

  const named = views.filter((file) => {
    const name = file.replace('pages/', '').replace('.tsx', '');
    return [name, name.replace(/^.*\//, '')].some((one) => scenes.includes(`'${one}',`));
  });
  const built = new Set(named.flatMap((file) => [...viewsBelow(file)]));

  expect(views.filter((file) => !built.has(file)).toSorted()).toEqual(Object.keys(NOT_BUILT));
});

import { expect, test } from 'vitest';
import { forgetFile, readChosenFile } from '../../../src/pages/settings/file-card.tsx';
import { MAX_FILE, writeSettingsFile } from '../../../src/settings/settings-file.ts';

const WHOLE = writeSettingsFile({ everywhere: { badges: false }, sites: {}, packs: [] });
const READ = { choices: { everywhere: { badges: false } } };

test.each([
  ['unchanged', WHOLE],
  ['without the mark of the byte order that some editors write', `\ufeff${WHOLE}`],
])('the text is read %s', async (_, written) => {
  expect(await readChosenFile(new File([written], 'x.json'))).toMatchObject(READ);
});

test('a file that is too large is not read at all; three bytes may be one unit', async () => {
  const file = (size: number) => ({ size, text: () => Promise.resolve(WHOLE) });

  expect(await readChosenFile(file(3 * MAX_FILE))).toMatchObject(READ);
  expect(await readChosenFile(file(3 * MAX_FILE + 1))).toEqual({ problem: 'other-file' });
});

test('a file that cannot be read has no settings', async () => {
  const gone = { size: 1, text: () => Promise.reject(new Error('NotFoundError')) };

  expect(await readChosenFile(gone)).toEqual({ problem: 'other-file' });
});

test('a file that was chosen can be chosen again', () => {
  const input = { value: 'C:\\fakepath\\packs.json' } as HTMLInputElement;

  forgetFile({ currentTarget: input });

  expect(input.value).toBe('');
});

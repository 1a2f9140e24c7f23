import { expect, test } from 'vitest';
import { forgetFile, readChosenFile } from '../../../src/pages/settings/file-card.tsx';
import { MAX_FILE } from '../../../src/extension/own-file.ts';

const read = (text: string): { readonly text: string } => ({ text });

test.each([
  ['unchanged', 'Zeile\n'],
  ['without the mark of the byte order that some editors write', '\ufeffZeile\n'],
])('the text is read %s', async (_, written) => {
  expect(await readChosenFile(new File([written], 'x.json'), read)).toEqual({ text: 'Zeile\n' });
});

test('a file that is too large is not read at all; three bytes may be one unit', async () => {
  const file = (size: number) => ({ size, text: () => Promise.resolve('text') });

  expect(await readChosenFile(file(3 * MAX_FILE), read)).toEqual({ text: 'text' });
  expect(await readChosenFile(file(3 * MAX_FILE + 1), read)).toEqual({ problem: 'too-large' });
});

test('a file that cannot be read is reported as such', async () => {
  const gone = { size: 1, text: () => Promise.reject(new Error('NotFoundError')) };

  expect(await readChosenFile(gone, read)).toEqual({ problem: 'unreadable' });
});

test('a file that was chosen can be chosen again', () => {
  const input = { value: 'C:\\fakepath\\packs.json' } as HTMLInputElement;

  forgetFile({ currentTarget: input });

  expect(input.value).toBe('');
});

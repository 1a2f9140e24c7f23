import { expect, test } from 'vitest';
import { inspectorTexts as texts } from '../../src/inspector/texts.ts';
import { speak } from '../support/locales.ts';

test('counts are in whole words', () => {
  expect([texts.frames(1), texts.frames(2000)]).toEqual(['1 frame', '2,000 frames']);
  expect([texts.changed(0), texts.changed(3)]).toEqual(['none changed', '3 changed']);
  expect([texts.dropped(1), texts.dropped(2)]).toEqual([
    '1 frame is missing because it arrived too fast.',
    '2 frames are missing because they arrived too fast.',
  ]);
  expect([texts.forgotten(1), texts.forgotten(5)]).toEqual([
    'The first frame is no longer kept.',
    'The first 5 frames are no longer kept.',
  ]);
});

test.each([
  ['es', 'No se muestra 1 carácter.', 'No se muestran 2 caracteres.'],
  ['fr', '1 caractère n’est pas affiché.', '2 caractères ne sont pas affichés.'],
])('in %s verbs follow the number, too', async (language, one, two) => {
  await speak(language);
  const { inspectorTexts } = await import('../../src/inspector/texts.ts');

  expect([inspectorTexts.leftOut(1), inspectorTexts.leftOut(2)]).toEqual([one, two]);
});

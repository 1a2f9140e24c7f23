import { expect, test } from 'vitest';
import { inspectorTexts as texts, timeText } from '../../src/inspector/texts.ts';
import { inspectorWords as es } from '../../src/languages/es/inspector.ts';
import { inspectorWords as fr } from '../../src/languages/fr/inspector.ts';

test('counts are told in whole words', () => {
  expect([texts.frames(1), texts.frames(2000)]).toEqual(['1 frame', '2,000 frames']);
  expect([texts.changed(0), texts.changed(3)]).toEqual(['none changed', '3 changed']);
  expect([texts.dropped(1), texts.dropped(2)]).toEqual([
    '1 frame came too fast and is missing here.',
    '2 frames came too fast and are missing here.',
  ]);
  expect([texts.forgotten(1), texts.forgotten(5)]).toEqual([
    'The first frame is no longer kept.',
    'The first 5 frames are no longer kept.',
  ]);
  expect([es.leftOut(1), es.leftOut(2)]).toEqual(['No se muestra 1 carácter.', 'No se muestran 2 caracteres.']);
  expect([fr.dropped(1), fr.dropped(2)]).toEqual([
    '1 trame arrivée trop vite manque ici.',
    '2 trames arrivées trop vite manquent ici.',
  ]);
});

test('a time has its seconds', () => {
  expect(timeText(new Date(2026, 2, 3, 14, 5, 9).getTime())).toBe('14:05:09');
});

import { expect, test } from 'vitest';
import { dialectWords, serverName } from '../../src/languages/dialect-words.ts';
import { ALL_DIALECTS } from '../../src/normalizer/dialects/all-dialects.ts';
import { DIALECT_NAMES } from '../../src/doctor/dialect-names.ts';

test('every dialect has a name, and so does the socket of Open WebUI', () => {
  expect(Object.keys(dialectWords).toSorted()).toEqual([...ALL_DIALECTS.map(({ id }) => id), 'open-webui'].toSorted());
});

test('the doctor uses the same names', () => {
  expect(Object.entries(DIALECT_NAMES).map(([id, { format }]) => [id, format])).toEqual(Object.entries(dialectWords));
});

test.each([
  ['hermes', 'Hermes'],
  ['open-webui', dialectWords['open-webui']],
  ['of-a-later-version', null],
  ['constructor', null],
])('the server %s is called %s', (server, name) => {
  expect(serverName(server)).toBe(name);
});

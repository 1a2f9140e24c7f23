import { expect, test } from 'vitest';
import { DIALECT_NAMES } from '../../src/doctor/dialect-names.ts';
import { ONLY_HERE } from '../../src/doctor/survey/life-cycles.ts';
import { ALL_DIALECTS } from '../../src/normalizer/dialects/all-dialects.ts';
import { wrongIn } from '../support/lists.ts';

test('every dialect has its name, and the events of a socket, and what only the doctor reads', () => {
  expect(
    wrongIn('src/doctor/dialect-names.ts', Object.keys(DIALECT_NAMES), [
      ...ALL_DIALECTS.map(({ id }) => id),
      'open-webui',
      ...ONLY_HERE,
    ]),
  ).toEqual([]);
});

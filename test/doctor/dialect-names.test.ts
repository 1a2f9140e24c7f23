import { expect, test } from 'vitest';
import { DIALECT_NAMES } from '../../src/doctor/dialect-names.ts';
import { ALL_DIALECTS } from '../../src/normalizer/dialects/all-dialects.ts';

test('every dialect has its name, and the events of a socket', () => {
  expect(Object.keys(DIALECT_NAMES).toSorted(), 'ids in src/doctor/dialect-names.ts').toEqual(
    [...ALL_DIALECTS.map(({ id }) => id), 'open-webui'].toSorted(),
  );
});

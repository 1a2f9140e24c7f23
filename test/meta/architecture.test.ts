import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawArchitecture } from '../support/architecture-picture.ts';

const PICTURE = new URL('../../docs/architecture.svg', import.meta.url);

test('the picture of the architecture is that of the real imports; UPDATE_PICTURE=1 draws it again', () => {
  const drawn = drawArchitecture();
  if (process.env.UPDATE_PICTURE) writeFileSync(PICTURE, drawn);

  expect(readFileSync(PICTURE, 'utf8').replaceAll('\r', '')).toBe(drawn);
});

import { expect, test } from 'vitest';
import { linksOf } from '../../src/lib/repository.ts';
import { LINKS } from '../../src/pages/parts/links.ts';
import { repository } from '../../package.json' with { type: 'json' };

const HOME = 'https://git.example/someone/stream-fixer';

test.each([HOME, `${HOME}/`, `${HOME}.git`, `git+${HOME}.git`])(
  '%s leads to its issues',
  (address) => {
    expect(linksOf(address)).toEqual({ home: HOME, issues: `${HOME}/issues` });
  },
);

test.each(['', 'someone/stream-fixer', 'https://git.example', 'javascript:alert(1)'])(
  '"%s" leads nowhere, so nothing that needs an address is shown',
  (address) => {
    expect(linksOf(address)).toBeNull();
  },
);

test('the links are those of the one constant', () => {
  expect(LINKS).toEqual(linksOf(repository));
});

import fc from 'fast-check';
import type { RulePack } from '../../src/normalizer/rules/rule.ts';
import type { AllChoices } from '../../src/settings/read-all-choices.ts';
import { someChoices } from './some-choices.ts';

/** A pack that can be read back. */
export function packCalled(id: string, name = id): RulePack {
  return {
    id,
    name,
    source: '',
    rules: [
      {
        id: 'call',
        kind: 'line',
        pattern: '>> calls {tool}',
        tells: 'start',
      },
    ],
  };
}

const origins = fc.constantFrom(
  'http://localhost:3000',
  'http://localhost:8080',
  'https://chat.example.org',
  'http://[::1]:9',
);
const packs = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('my-one', 'my-two', 'my-three'),
    name: fc.constantFrom('One', 'Two'),
  }),
  { selector: ({ id }) => id },
);

/** All settings of a person. */
export const someSettings: fc.Arbitrary<AllChoices> = fc.record({
  everywhere: someChoices,
  sites: fc.dictionary(origins, someChoices, { noNullPrototype: true }),
  packs: packs.map((list) => list.map(({ id, name }) => packCalled(id, name))),
});

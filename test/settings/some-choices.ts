import fc from 'fast-check';
import { ALL_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import type { Choices } from '../../src/settings/settings.ts';

const repairs = fc.dictionary(fc.constantFrom(...ALL_REPAIRS), fc.boolean(), {
  minKeys: 1,
  maxKeys: 5,
});
const packs = fc.dictionary(
  fc.constantFrom('my-agent', 'my-other', 'caipe', 'constructor'),
  fc.boolean(),
  {
    minKeys: 1,
  },
);

/** Any choices that can be made, without empty entries. */
export const someChoices: fc.Arbitrary<Choices> = fc
  .record(
    {
      badges: fc.boolean(),
      imitation: fc.boolean(),
      always: fc.boolean(),
      replies: fc.boolean(),
      history: fc.boolean(),
      storedChats: fc.boolean(),
      hermes: fc.boolean(),
      repairs,
      packs,
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .map((choices) => structuredClone(choices));

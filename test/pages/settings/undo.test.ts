import { expect, test } from 'vitest';
import { isOutdated, type Undo } from '../../../src/pages/settings/undo-notice.tsx';
import type { AllChoices } from '../../../src/settings/read-all-choices.ts';
import { packCalled } from '../../settings/some-settings.ts';

const SITE = 'http://localhost:3000';
const BEFORE: AllChoices = { everywhere: { badges: false }, sites: { [SITE]: { history: false } }, packs: [] };
const LEFT: AllChoices = { everywhere: {}, sites: {}, packs: [packCalled('my-one')] };
const IMPORT: Undo = {
  words: 'Imported.',
  site: null,
  request: { type: 'replace-choices', choices: BEFORE },
  left: LEFT,
};

test.each<[string, AllChoices, boolean]>([
  ['nothing was changed since', { ...LEFT, sites: { [SITE]: {} } }, false],
  ['it is being undone', BEFORE, false],
  ['a setting was changed since', { ...LEFT, everywhere: { imitation: false } }, true],
  ['a site was changed since', { ...LEFT, sites: { [SITE]: { replies: false } } }, true],
  ['a pack was made since', { ...LEFT, packs: [...LEFT.packs, packCalled('my-two')] }, true],
  ['a pack was deleted since', { ...LEFT, packs: [] }, true],
])('an import, when %s', (_, all, outdated) => {
  expect(isOutdated(IMPORT, all)).toBe(outdated);
});

test('a change of single settings can be undone whatever else was changed', () => {
  const reset: Undo = {
    words: 'Reset.',
    site: null,
    request: { type: 'choose', origin: null, change: { badges: false } },
    left: null,
  };

  expect(isOutdated(reset, { ...LEFT, everywhere: { imitation: false } })).toBe(false);
});

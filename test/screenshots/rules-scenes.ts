/** States of the rules section that have a picture. */
import { writePackFile } from '../../src/rules/pack-file.ts';
import type { RulePack } from '../../src/normalizer/rules/rule.ts';
import type { PageScene } from './page-scene.ts';

const hash = '#rules';

const OWN: RulePack = {
  id: 'my-agent',
  name: 'Agent of the research group',
  source: '',
  rules: [
    {
      id: 'rule-1',
      kind: 'line',
      pattern: '[Calling tool: {tool}]',
      tells: 'start',
      matches: ['[Calling tool: ls]'],
      keeps: ['Calling it a day.'],
    },
    {
      id: 'rule-2',
      kind: 'block',
      pattern: '<progress id="{anything}">',
      until: '</progress>',
      tells: 'nothing',
      matches: ['<progress id="1">\n3 of 7\n</progress>'],
      keeps: ['A <progress> bar'],
    },
  ],
};

const REPLY =
  'I will look at the files.\n\n>> calls list_files\n>> calls read_file\n\nThere are three of them, and `>> calls x` is code.\n';

const FILLED = {
  '[data-field="agent"] input': 'My agent',
  '[data-field="pattern"] input': '>> calls {tool}',
  textarea: REPLY,
};

export const rulesScenes: Readonly<Record<string, PageScene>> = {
  'rules-none': { hash, storage: {}, until: '[data-step="new-rule"]' },
  'rules-own': {
    hash,
    storage: { packs: [OWN], settings: { packs: { 'my-agent': true } } },
    until: '[data-pack="my-agent"]',
  },
  'rules-managed': { hash, storage: { managed: { packs: { flowise: true } } }, until: '.tag' },
  'rules-deleted': { hash, storage: { packs: [OWN] }, press: ['[data-step="delete"]'], until: '[data-step="undo"]' },
  'rules-form': { hash, storage: {}, press: ['[data-step="new-rule"]'], write: FILLED, until: '[data-result="2"]' },
  'rules-refused': {
    hash,
    storage: {},
    press: ['[data-step="new-rule"]'],
    write: { '[data-field="pattern"] input': '{anything}' },
    then: ['[data-step="save-rule"]'],
    until: '[aria-invalid="true"]',
  },
  'rules-examples': {
    hash,
    storage: {},
    press: ['[data-step="new-rule"]'],
    write: FILLED,
    then: ['[data-step="must-go"]'],
    until: '.examples',
  },
  'rules-file': {
    hash,
    storage: {},
    first: ['[data-step="import"]'],
    file: writePackFile([OWN]),
    until: '[data-step="take"]',
  },
  'rules-import': { hash, storage: {}, press: ['[data-step="import"]'], until: '[type="file"]' },
};

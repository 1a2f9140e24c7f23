/** States of the rules section that have a picture. */
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
    },
    {
      id: 'rule-2',
      kind: 'block',
      pattern: '<progress id="{anything}">',
      until: '</progress>',
      tells: 'nothing',
    },
  ],
};
const RULE: RulePack = {
  id: 'my-rule-1',
  name: '>> calls …',
  source: '',
  rules: [{ id: 'rule-1', kind: 'line', pattern: '>> calls {tool}', tells: 'start' }],
};

const REPLY =
  'I will look at the files.\n\n>> calls list_files\n>> calls read_file\n\nThere are three of them. This lists them, too:\n\n```\n>> calls list_files\n```\n';
const KNOWN =
  'I will look at the files.\n\n🔧 Calling tool: **list_files**\n✅ Tool **list_files** completed\n\nThere are three of them.\n';
const BLOCK = 'Wait.\n\n<progress id="1">\n3 of 7\n</progress>\n\nThere are seven.\n';
const FIRST = '.lines .marked input';

export const rulesScenes: Readonly<Record<string, PageScene>> = {
  'rules-none': { hash, storage: {}, until: 'textarea' },
  'rules-own': {
    hash,
    storage: { packs: [RULE, OWN], settings: { packs: { 'my-rule-1': true } } },
    until: '[data-pack="my-agent"]',
  },
  'rules-managed': { hash, storage: { managed: { packs: { flowise: true } } }, until: '.tag' },
  'rules-deleted': {
    hash,
    storage: { packs: [RULE] },
    press: ['[data-step="delete"]'],
    until: '[data-step="undo"]',
  },
  'rules-fits': { hash, storage: {}, write: { textarea: KNOWN }, until: '[data-step="turn-on"]' },
  'rules-clean': {
    hash,
    storage: { settings: { packs: { caipe: true } } },
    write: { textarea: KNOWN },
    until: '.lines del',
  },
  'rules-line': {
    hash,
    storage: {},
    write: { textarea: REPLY },
    then: [FIRST],
    until: '[data-step="save-rule"]:enabled',
  },
  'rules-block': {
    hash,
    storage: {},
    write: { textarea: BLOCK },
    then: ['.lines li:nth-child(2) input', '.lines li:nth-child(4) input', '[name="between"]'],
    until: '[name="between"]:checked',
  },
  'rules-impossible': {
    hash,
    storage: {},
    write: { textarea: 'Done.\nThere are seven.' },
    then: ['.lines input'],
    until: '[data-step="save-rule"]:disabled',
  },
};

/** States of the rules' section that are photographed. */
import { writePackFile } from '../../src/rules/pack-file.ts';
import type { RulePack } from '../../src/normalizer/rules/rule.ts';

export interface RulesScene {
  /** What stands in storage.local. */
  readonly stored: Readonly<Record<string, unknown>>;
  /** Pressed before a file is chosen. */
  readonly first?: readonly string[];
  /** A file of packs, by its text. */
  readonly file?: string;
  /** Pressed one after the other. */
  readonly press: readonly string[];
  /** Written into fields, by selector, after the presses. */
  readonly write?: Readonly<Record<string, string>>;
  /** Pressed after the writing. */
  readonly then?: readonly string[];
  /** There when the picture is taken. */
  readonly until: string;
}

const OWN: RulePack = {
  id: 'my-agent', name: 'Agent of the research group', source: '',
  rules: [
    { id: 'rule-1', kind: 'line', pattern: '[Calling tool: {tool}]', tells: 'start', matches: ['[Calling tool: ls]'], keeps: ['Calling it a day.'] },
    { id: 'rule-2', kind: 'block', pattern: '<progress id="{anything}">', until: '</progress>', tells: 'nothing', matches: ['<progress id="1">\n3 of 7\n</progress>'], keeps: ['A <progress> bar'] },
  ],
};

const REPLY = 'I will look at the files.\n\n>> calls list_files\n>> calls read_file\n\nThere are three of them, and `>> calls x` stands in code.\n';

const FILLED = {
  '[data-field="agent"] input': 'My agent',
  '[data-field="pattern"] input': '>> calls {tool}',
  textarea: REPLY,
};

export const rulesScenes: Readonly<Record<string, RulesScene>> = {
  'rules-none': { stored: {}, press: [], until: '[data-step="new-rule"]' },
  'rules-own': { stored: { packs: [OWN], settings: { packs: { 'my-agent': true } } }, press: [], until: '[data-pack="my-agent"]' },
  'rules-managed': { stored: { managed: { packs: { flowise: true } } }, press: [], until: '.tag' },
  'rules-deleted': { stored: { packs: [OWN] }, press: ['[data-step="delete"]'], until: '[data-step="undo"]' },
  'rules-form': { stored: {}, press: ['[data-step="new-rule"]'], write: FILLED, until: '[data-result="2"]' },
  'rules-refused': {
    stored: {}, press: ['[data-step="new-rule"]'], write: { '[data-field="pattern"] input': '{anything}' }, then: ['[data-step="save-rule"]'], until: '[aria-invalid="true"]',
  },
  'rules-examples': {
    stored: {}, press: ['[data-step="new-rule"]'], write: FILLED, then: ['[data-step="must-go"]'], until: '.examples',
  },
  'rules-file': { stored: {}, first: ['[data-step="import"]'], file: writePackFile([OWN]), press: [], until: '[data-step="take"]' },
  'rules-import': { stored: {}, press: ['[data-step="import"]'], until: '[type="file"]' },
};

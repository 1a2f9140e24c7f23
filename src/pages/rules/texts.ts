import { formats } from '../../languages/formats.ts';
import { counted, message, words } from '../../languages/messages.ts';

const { figure } = formats;

/** Texts of the rules section. */
export const rulesTexts = words({
  about: 'rules_about',
  safe: 'rules_safe',
  notSaved: 'rules_notSaved',
  notRead: 'rules_notRead',
  reply: {
    title: 'rules_reply_title',
    about: 'rules_reply_about',
    input: 'rules_reply_input',
    lines: 'rules_reply_lines',
    tooLong: (most: number) => message('rules_reply_tooLong', figure(most)),
    marked: 'rules_reply_marked',
    removed: 'rules_reply_removed',
    done: 'rules_reply_done',
    found: (lines: number) => (lines === 0 ? message('rules_reply_foundNone') : counted('rules_reply_found', lines)),
    fits: (pack: string) => message('rules_reply_fits', pack),
    turnOn: (pack: string) => message('rules_reply_turnOn', pack),
    between: 'rules_reply_between',
    removes: (lines: number, ordinary: number) => counted('rules_reply_removes', lines, figure(ordinary)),
    exact: 'rules_reply_exact',
    impossible: 'rules_reply_impossible',
    save: 'rules_reply_save',
    saved: 'rules_reply_saved',
  },
  own: 'rules_own',
  noneOwn: 'rules_noneOwn',
  full: (most: number) => message('rules_full', figure(most)),
  builtIn: 'rules_builtIn',
  builtInAbout: 'rules_builtInAbout',
  source: 'rules_source',
  takesOut: (line: string) => message('rules_takesOut', line),
  differs: 'rules_differs',
  tooSlow: (most: number) => message('rules_tooSlow', figure(most)),
  rules: (rules: number) => counted('rules_rules', rules),
  remove: 'rules_remove',
  removeOf: (name: string) => message('rules_removeOf', name),
  removed: (name: string) => message('rules_removed', name),
  undo: 'rules_undo',
});

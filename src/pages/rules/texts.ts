import { formats } from '../../languages/formats.ts';
import { counted, message, words } from '../../languages/messages.ts';

const { figure } = formats;

/** Texts of the rules section. */
export const rulesTexts = words('rules', {
  reply: {
    tooLong: (most: number) => message('rules_reply_tooLong', figure(most)),
    found: (lines: number) => (lines === 0 ? message('rules_reply_foundNone') : counted('rules_reply_found', lines)),
    fits: (pack: string) => message('rules_reply_fits', pack),
    turnOn: (pack: string) => message('rules_reply_turnOn', pack),
    removes: (lines: number, ordinary: number) => counted('rules_reply_removes', lines, figure(ordinary)),
  },
  full: (most: number) => message('rules_full', figure(most)),
  takesOut: (line: string) => message('rules_takesOut', line),
  tooSlow: (most: number) => message('rules_tooSlow', figure(most)),
  rules: (rules: number) => counted('rules_rules', rules),
  removeOf: (name: string) => message('rules_removeOf', name),
  removed: (name: string) => message('rules_removed', name),
});

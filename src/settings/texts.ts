import { formats } from '../languages/formats.ts';
import { counted, message, words } from '../languages/messages.ts';

const { figure } = formats;

/** The settings of the full page. */
export const settingsTexts = words('settings', {
  here: (site: string) => message('settings_here', site),
  notSaved: 'popup_notSaved',
  differs: (value: string) => message('settings_differs', value),
  seen: (value: string) => message('settings_seen', value),
  changed: (value: string) => message('settings_changed', value),
  own: (settings: number) => (settings === 0 ? message('settings_ownNone') : counted('settings_own', settings)),
  ownEverywhere: (settings: number) =>
    settings === 0 ? message('settings_ownEverywhereNone') : counted('settings_ownEverywhere', settings),
  resetAll: (settings: number) =>
    settings === 1
      ? message('settings_resetAllOne')
      : settings === 2
        ? message('settings_resetAllBoth')
        : message('settings_resetAll', figure(settings)),
  resetDone: (settings: number) => counted('settings_resetDone', settings),
  names: {
    badges: {},
    badgeStay: { name: 'settings_names_badgeStay_name', about: '' },
    badgePlace: { name: 'settings_names_badgePlace_name', about: '' },
    imitation: {},
    always: {},
    replies: {},
    history: {},
    storedChats: {},
    hermes: {},
    repairBroken: {},
    repairLegal: {},
  },
  stays: {
    'next-message': 'settings_stays_next_message',
    '10-seconds': 'settings_stays_10_seconds',
  },
  places: {},
  rules: (rules: number) => counted('settings_rules', rules),
  removeExceptionOf: (name: string) => message('settings_removeExceptionOf', name),
  onOf: (on: number, all: number) => message('settings_onOf', figure(on), figure(all)),
  siteSwitch: (site: string) => message('settings_siteSwitch', site),
  siteSettings: (site: string) => message('settings_siteSettings', site),
  ownCount: (settings: number) =>
    settings === 0 ? message('settings_ownCountNone') : counted('settings_ownCount', settings),
  changes: (changes: number) => counted('settings_changes', changes),
  fates: {},
  leftOut: (names: string) => message('settings_leftOut', names),
  andMore: (more: number) => message('settings_andMore', figure(more)),
  problems: {
    'too-large': 'settings_problems_too_large',
    'no-json': 'settings_problems_no_json',
    'other-file': 'settings_problems_other_file',
    'newer-version': 'settings_problems_newer_version',
  },
});

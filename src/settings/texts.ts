import { formats } from '../languages/formats.ts';
import { counted, message, words } from '../languages/messages.ts';

const { figure } = formats;

/** The settings of the full page. */
export const settingsTexts = words({
  everywhere: 'settings_everywhere',
  here: (site: string) => message('settings_here', site),
  unread: 'settings_unread',
  notSaved: 'popup_notSaved',
  on: 'settings_on',
  off: 'settings_off',
  differs: (value: string) => message('settings_differs', value),
  same: 'settings_same',
  seen: (value: string) => message('settings_seen', value),
  changed: (value: string) => message('settings_changed', value),
  unchanged: 'settings_unchanged',
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
  undo: 'settings_undo',
  undone: 'settings_undone',
  badgesTitle: 'settings_badgesTitle',
  cleaningTitle: 'settings_cleaningTitle',
  atOnce: 'settings_atOnce',
  nextReply: 'settings_nextReply',
  names: {
    badges: { name: 'settings_names_badges_name', about: 'settings_names_badges_about' },
    badgeStay: { name: 'settings_names_badgeStay_name', about: '' },
    badgePlace: { name: 'settings_names_badgePlace_name', about: '' },
    imitation: { name: 'settings_names_imitation_name', about: 'settings_names_imitation_about' },
    replies: { name: 'settings_names_replies_name', about: 'settings_names_replies_about' },
    history: { name: 'settings_names_history_name', about: 'settings_names_history_about' },
    storedChats: { name: 'settings_names_storedChats_name', about: 'settings_names_storedChats_about' },
    hermes: { name: 'settings_names_hermes_name', about: 'settings_names_hermes_about' },
  },
  stays: {
    'next-message': 'settings_stays_next_message',
    '10-seconds': 'settings_stays_10_seconds',
    always: 'settings_stays_always',
  },
  places: { reply: 'settings_places_reply', corner: 'settings_places_corner' },
  packsTitle: 'settings_packsTitle',
  packsAbout: 'settings_packsAbout',
  packsLink: 'settings_packsLink',
  rules: (rules: number) => counted('settings_rules', rules),
  packUnknown: 'settings_packUnknown',
  repairsTitle: 'settings_repairsTitle',
  repairsAbout: 'settings_repairsAbout',
  groups: {
    'tool-calls': 'settings_groups_tool_calls',
    frames: 'settings_groups_frames',
    content: 'settings_groups_content',
  },
  onOf: (on: number, all: number) => message('settings_onOf', figure(on), figure(all)),
  byDefault: (on: boolean) => message(on ? 'settings_byDefaultOn' : 'settings_byDefaultOff'),
  sitesTitle: 'settings_sitesTitle',
  sitesNone: 'settings_sitesNone',
  siteSwitch: (site: string) => message('settings_siteSwitch', site),
  siteSettings: (site: string) => message('settings_siteSettings', site),
  ownCount: (settings: number) =>
    settings === 0 ? message('settings_ownCountNone') : counted('settings_ownCount', settings),
  fileTitle: 'settings_fileTitle',
  fileAbout: 'settings_fileAbout',
  exportFile: 'settings_exportFile',
  importFile: 'settings_importFile',
  preview: 'settings_preview',
  nothing: 'settings_nothing',
  ownPacks: 'settings_ownPacks',
  changes: (changes: number) => counted('settings_changes', changes),
  setting: 'settings_setting',
  before: 'settings_before',
  after: 'settings_after',
  notSet: 'settings_notSet',
  fates: { new: 'settings_fates_new', changed: 'settings_fates_changed', gone: 'settings_fates_gone' },
  leftOut: (names: string) => message('settings_leftOut', names),
  andMore: (more: number) => message('settings_andMore', figure(more)),
  apply: 'settings_apply',
  cancel: 'settings_cancel',
  imported: 'settings_imported',
  problems: {
    'too-large': 'settings_problems_too_large',
    'no-json': 'settings_problems_no_json',
    'other-file': 'settings_problems_other_file',
    'newer-version': 'settings_problems_newer_version',
    broken: 'settings_problems_broken',
    unreadable: 'settings_problems_unreadable',
  },
});

import { count, figure } from './formats.ts';

/** The settings of the full page. */
export const settingsWords = {
  everywhere: 'What is set here holds on every site that has no setting of its own.',
  here: (site: string) => `What is set here holds on ${site} only. Everything else is as on all sites.`,
  unread: 'The settings could not be read. Reload the page.',
  notSaved: 'This could not be saved. Try again in a moment.',
  on: 'on',
  off: 'off',
  differs: (value: string) => `Only here. All sites: ${value}`,
  same: 'Set here, same as all sites',
  seen: (value: string) => `Detected: ${value}`,
  changed: (value: string) => `Changed. Default: ${value}`,
  unchanged: 'Set, same as the default',
  own: (settings: number) =>
    settings === 0
      ? 'Everything is as on all sites.'
      : `${count(settings, 'setting is', 'settings are')} set for this site.`,
  ownEverywhere: (settings: number) =>
    settings === 0
      ? 'All settings are at their defaults.'
      : `${count(settings, 'setting was', 'settings were')} chosen here.`,
  resetAll: (settings: number) =>
    settings === 1 ? 'Reset this one' : settings === 2 ? 'Reset both' : `Reset all ${figure(settings)}`,
  resetDone: (settings: number) => `${count(settings, 'setting was', 'settings were')} reset.`,
  undo: 'Undo',
  undone: 'Undone.',
  badgesTitle: 'Badges and warnings',
  cleaningTitle: 'Cleaning',
  atOnce: 'A change acts at once, without a reload.',
  nextReply: 'A change acts from the next reply on.',
  names: {
    badges: { name: 'Show badges', about: 'The tools that ran, beside each reply.' },
    badgeStay: { name: 'A finished badge stays', about: '' },
    badgePlace: { name: 'Badges stand', about: '' },
    imitation: {
      name: 'Warn of imitated calls',
      about: 'Says when the model only wrote a tool call down and no tool ran.',
    },
    replies: { name: 'Clean replies', about: 'Takes tool markers and tool events out of what the page receives.' },
    history: {
      name: 'Clean what is sent back',
      about: 'Takes markers out of earlier replies before the page sends them to the model.',
    },
    storedChats: {
      name: 'Clean stored chats on display',
      about: 'Takes markers out of old chats while the page loads them. What is stored stays as it is.',
    },
    hermes: {
      name: 'This site uses Hermes Agent',
      about: 'Usually detected. Turn it on if markers stay in old chats.',
    },
  },
  stays: { 'next-message': 'until the next message', '10-seconds': '10 seconds', always: 'always' },
  places: { reply: 'beside the reply', corner: 'in the corner of the page' },
  packsTitle: 'Rule packs',
  packsAbout: 'For agents that write their progress into replies in a way of their own.',
  packsLink: 'Make and test rules',
  builtInPacks: 'Built-in rule packs',
  rules: (rules: number) => count(rules, 'rule', 'rules'),
  packUnknown: 'This pack is not there.',
  repairsTitle: 'Repairs',
  repairsAbout: 'Put right what servers get wrong in their streams, before the page sees it.',
  groups: { 'tool-calls': 'Tool calls', frames: 'Frames', content: 'Content' },
  onOf: (on: number, all: number) => `${figure(on)} of ${figure(all)} on`,
  byDefault: (on: boolean) => (on ? 'On by default.' : 'Off by default.'),
  sitesTitle: 'Sites',
  sitesNone: 'Stream Fixer is not on anywhere yet. Open your chat, click the icon and turn the switch on.',
  siteSwitch: (site: string) => `Stream Fixer on ${site}`,
  siteSettings: (site: string) => `Settings of ${site}`,
  ownCount: (settings: number) => (settings === 0 ? 'As on all sites' : count(settings, 'own setting', 'own settings')),
  denied: 'Not allowed, so nothing was changed.',
  cannotAsk: 'The browser did not ask for permission. Open the site, click the icon and turn the switch on there.',
  fileTitle: 'Export and import',
  fileAbout:
    'One file with all settings, those of each site and your own rule packs. It holds the addresses of your sites.',
  exportFile: 'Export',
  importFile: 'Import…',
  preview: 'What the import changes',
  nothing: 'Nothing would change: the file holds the settings that you have.',
  ownPacks: 'Your own rule packs',
  changes: (changes: number) => count(changes, 'change', 'changes'),
  setting: 'Setting',
  before: 'Now',
  after: 'After',
  notSet: 'not set',
  fates: { new: 'new', changed: 'changed', gone: 'removed' },
  leftOut: (names: string) => `Left out, because this version does not know it or the value does not fit: ${names}`,
  andMore: (more: number) => `and ${figure(more)} more`,
  apply: 'Apply',
  cancel: 'Cancel',
  imported: 'The settings of the file are in force.',
  problems: {
    'too-large': 'This file is too large for a file with settings. Nothing was changed.',
    'no-json': 'This file is damaged or of another kind. Nothing was changed.',
    'other-file': 'This is no file with settings of Stream Fixer. Nothing was changed.',
    'newer-version':
      'This file comes from a newer version. Update Stream Fixer and import it again. Nothing was changed.',
    broken: 'Parts of this file are missing. Nothing was changed.',
    unreadable: 'The browser could not read this file. Nothing was changed.',
  },
};

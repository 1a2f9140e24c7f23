import { count, figure } from './formats.ts';

function form(n: number, one: string, other: string): string {
  return n === 1 ? one : other;
}

/** The popup. Figures that are rounded come written out, beside the number that decides the form of the word. */
export const popupWords = {
  documentTitle: 'This site',
  product: 'Stream Fixer',
  on: 'On',
  off: 'Off',
  switchName: (host: string) => `Stream Fixer on ${host}`,

  /** Of a site that is shown inside the page of the tab. */
  framed: 'In a frame of this page',
  framedOpenWebUi: 'Open WebUI in a frame of this page',
  framedElsewhere: 'Open it in a tab of its own to turn it on.',
  openInTab: 'Open in a tab',

  offers: 'Turn it on to clean the replies on this site and to see which tools ran.',
  asksFirst:
    'Your browser will ask whether Stream Fixer may read and change this site. What it reads stays on this computer.',
  asksNothing: 'Your browser already lets Stream Fixer into this site.',
  how: 'How it works',
  denied: 'Not allowed, so nothing was changed. You can turn it on whenever you like.',
  cannotAsk: 'The browser did not ask for permission. Close this window, open it again and turn the switch once more.',
  revoked: 'Your browser no longer lets Stream Fixer into this site. Turn it on to be asked again.',

  stopped: (replies: number) =>
    `Cleaning stopped for ${count(replies, 'reply', 'replies')} in this tab. The rest came through as it was.`,
  active: 'Working in this tab.',
  /** What is done here, as chosen in the settings. */
  cleansBoth: 'Replies and what is sent back are cleaned.',
  cleansReplies: 'Replies are cleaned. What is sent back is left as it is: so it is set.',
  cleansHistory: 'What is sent back is cleaned. Replies are left as they are: so it is set.',
  cleansNothing: 'Replies and what is sent back are left as they are: so it is set.',
  seeBelow: 'What works here is told below.',
  loading: 'This page is still loading.',
  reloading: 'Reloading the page.',
  reload: 'Reload page',
  needsReload: 'This page was open already. Reload it to start.',
  late: 'This page started too early. Reload it, so that nothing is missed.',
  silent: 'Stream Fixer could not start in this tab. Reload the page to try again.',

  today: 'Today on this site',
  /** Below a large figure. */
  markers: (n: number) => form(n, 'marker removed', 'markers removed'),
  tools: (n: number) => form(n, 'tool shown', 'tools shown'),
  imitated: (n: number) => form(n, 'imitated call', 'imitated calls'),
  /** Explains the third figure. */
  imitatedHint: 'Lines that look like a tool call, written by the model itself. No tool ran.',
  nothingYet: 'Nothing was found here yet. Figures appear with the next reply that needs it.',
  /** Names of the columns, also of the bars. */
  columns: { markers: 'Markers removed', tools: 'Tools shown', imitated: 'Imitated calls' },
  lastDays: 'The last 14 days',
  spark: (label: string, sum: number, days: number) => `${label}, ${figure(sum)} in ${count(days, 'day', 'days')}`,
  day: 'Day',
  thisDay: 'Today',
  ever: 'Since the beginning',

  repairs: (n: number, shown: string) => `${shown} ${form(n, 'repair', 'repairs')} so far`,
  /** Heads the repairs of servers of no known kind, and those of further kinds. */
  otherServers: 'Others',
  besides: (parts: readonly string[]) => `Besides: ${parts.join(', ')}.`,
  besidesProgress: (n: number, shown: string) => `${shown} ${form(n, 'event', 'events')} of tool progress`,
  besidesUnknown: (n: number, shown: string) => `${shown} ${form(n, 'event', 'events')} of an unknown kind`,

  unsupportedTitle: 'Not available on this page',
  unsupported:
    'Browsers keep extensions out of their own pages, add-on stores and local files. Open your chat and try again there.',
  unansweredTitle: 'No answer from the extension',
  unanswered: 'Its background part did not reply. Your chats and settings are untouched.',
  unreadableTitle: 'The browser’s storage does not answer',
  unreadable:
    'What is set and counted could not be read. Your chats are untouched. If this stays so, restart the browser and see that the disk is not full.',
  tryAgain: 'Try again',
  notSaved: 'This could not be saved. Try again in a moment.',

  /** Foot. */
  more: 'More',
  settings: 'Settings',
  settingsHint: 'Settings of this site',
  allSites: 'All sites',
  report: 'Report',
  reportHint: 'Statistics of this site, and a report to copy',
  version: (version: string) => `Version ${version}`,

  /** What works in an Open WebUI. */
  openWebUi: {
    modes: { server: 'Server connection', polling: 'Server connection by polling', direct: 'Direct connection' },
    replies: 'Replies',
    history: 'History',
    badges: 'Badges',
    cleaned: 'Cleaned.',
    cleanedOnServer: 'Cleaned on the server.',
    cleanedBeforeSent: 'Cleaned before it is sent.',
    afterReload: 'After a reload of the page.',
    setOff: 'Off, as set.',
    historyNeeds: 'Kept on the server. Needs the companion.',
    shown: 'Shown.',
    badgesNeed: 'From older agents. Newer ones need the companion.',
    badgesNeedOrDirect: 'From older agents. Newer ones need the companion or a direct connection.',
    badgesTooOld: 'From older agents. Newer ones need Open WebUI 0.5.17 or later.',
    badgesTooOldOrDirect: 'From older agents. Newer ones need Open WebUI 0.5.17 or later, or a direct connection.',
    whereInstalled: 'Depends on the companion.',
    mayNeedUpdate: 'The companion may need its update.',
    addsBoth: 'The companion, a small function on the server, does both.',
    addsBadges: 'The companion, a small function on the server, brings these badges.',
    addsHistory: 'The companion, a small function on the server, cleans the history.',
    addsElsewhere: 'The companion, a small function on the server, does the same for server connections.',
    addsHistoryOnly: 'The companion, a small function on the server, can only clean the history in this version.',
    askInstall: 'Ask your admin to install it.',
    installed: 'The companion is installed.',
    installedVersion: (version: string) => `Companion ${version} is installed.`,
    newer: 'A newer one is ready.',
    askUpdate: 'Ask your admin to update it.',
    switchedOff: 'It is switched off.',
    askSwitchOn: 'Ask your admin to switch it on.',
    switchedOn: 'It is on.',
    foreign: 'The server has a function of the same ID that is not ours. It was left alone.',
    companionUnknown: 'Nothing is known of the companion.',
  },

  /** The chat that is open. */
  stored: {
    title: 'This chat',
    titleAll: 'Stored chats',
    reading: 'Reading its history.',
    clean: 'No markers in its history.',
    /** @param found how many markers in how many replies, without an end @param trend one of those below */
    found: (found: string) => `${found}.`,
    foundTrend: (found: string, trend: string) => `${found}; ${trend}.`,
    trend: {
      more: 'more in the newest replies',
      fewer: 'fewer in the newest replies',
      none: 'none in the newest replies',
    },
    /** How many calls were imitated before the chat was cleaned, and since. */
    sinceCleaning: (day: string, imitated: number, calls: number) =>
      `Since the cleaning on ${day}: ${figure(imitated)} of ${figure(calls)} ${form(calls, 'call', 'calls')} imitated.`,
    beforeCleaning: (imitated: number, calls: number) => `Before: ${figure(imitated)} of ${figure(calls)}.`,
    heal: 'Clean this chat…',
    lookThrough: 'Look through stored chats…',
    /** In place of the button. */
    privateTab:
      'This is a private window. Chats can be cleaned from a normal window only, because their old replies are kept in this browser.',
    /** On sites whose chats nobody but their page can change. */
    elsewhere: 'Chats that this site has stored are not rewritten: old markers may still show there.',
  },

  /** Putting the companion on a server, and what is said of it. */
  companion: {
    back: 'Back',
    cancel: 'Cancel',
    source: 'Source of the companion',
    whole: (version: string) => `Version ${version}. The whole source:`,
    keepOpen: 'Keep this window open.',
    /** Shown before it is installed, a sentence each. */
    statement: [
      'It is a filter function of Open WebUI, a short Python file. It runs on the server with the server’s rights, for all users and models.',
      'It tells the page which tools the agent runs, so that badges can be shown. Nothing of that is stored.',
      'It takes tool markers out of the assistant’s replies before they are stored, and out of earlier replies before a model gets them.',
      'It does not change what people write, nor chats that are already stored, and it contacts nobody.',
      'Without the extension it does no harm. Admins can switch off each part for the server, users for their own chats.',
    ],
    titles: {
      install: 'Install companion',
      update: 'Update companion',
      'switch-on': 'Switch companion on',
      remove: 'Remove companion',
    },
    /** On the card; the dots say that a further step follows. */
    opens: {
      install: 'Install companion…',
      update: 'Update companion…',
      'switch-on': 'Switch companion on…',
      remove: 'Remove…',
    },
    confirm: {
      install: (host: string) => `Install on ${host}`,
      update: (host: string) => `Update on ${host}`,
      'switch-on': (host: string) => `Switch on at ${host}`,
      remove: (host: string) => `Remove from ${host}`,
    },
    running: { install: 'Installing.', update: 'Updating.', 'switch-on': 'Switching on.', remove: 'Removing.' },
    done: {
      install: 'Installed and switched on.',
      update: 'Updated and switched on.',
      'switch-on': 'Switched on.',
      remove: 'Removed.',
    },
    failed: 'This did not work.',
    removal: [
      'Takes the function off the server, for everyone who uses it.',
      'Chats stay as they are. You can install it again at any time.',
    ],
    forAdmin: 'For your admin',
    opensForAdmin: 'For your admin…',
    asking: 'What an admin of this server does, with Stream Fixer or without:',
    /** @param name, id those of the function; "Admin Panel", "Functions" and "Global" are words of Open WebUI */
    steps: {
      install: (name: string, id: string) => [
        'Open Admin Panel, Functions, and press + to create one.',
        `Name it “${name}”; its ID becomes ${id}.`,
        'Put the source below in place of the example and save.',
        'Switch it on, and in its menu switch on Global.',
      ],
      update: (name: string) => [
        `Open Admin Panel, Functions, and there ${name}.`,
        'Put the source below in place of the old one and save.',
        'See that it is switched on, and in its menu Global.',
      ],
      'switch-on': (name: string) => [
        `Open Admin Panel, Functions, and find ${name}.`,
        'Switch it on, and in its menu switch on Global.',
      ],
    },
    copy: 'Copy source',
    copied: 'Copied.',
    notCopied: 'The browser did not let us copy. Download it instead.',
    download: 'Download',
  },
};

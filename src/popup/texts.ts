/** All words of the popup, in one place for a later catalogue. */
import { COMPANION_ID, COMPANION_NAME } from '../companion/source.ts';
import type { BadgeStay } from '../settings/settings.ts';
import type { CompanionStep } from './open-webui-view.ts';

export const popupTexts = {
  product: 'Stream Fixer',
  on: 'On',
  off: 'Off',
  markers: ['marker removed', 'markers removed'],
  tools: ['tool shown', 'tools shown'],
  imitated: ['imitated call', 'imitated calls'],
  /** Explains the third figure, on hover and to screen readers. */
  imitatedHint: 'Lines that look like a tool call, written by the model itself. No tool ran.',
  figures: 'On this site so far',
  repairs: ['repair', 'repairs'],
  /** Heads the repairs of servers of no known kind, and those of further kinds. */
  otherServers: 'Others',
  active: 'Working in this tab.',
  activeDetail: 'Replies and what is sent back are cleaned.',
  seeBelow: 'What works here is told below.',
  loading: 'This page is still loading.',
  reloading: 'Reloading the page.',
  reload: 'Reload page',
  needsReload: 'This page was open already. Reload it to start.',
  late: 'This page started too early. Reload it, so that nothing is missed.',
  silent: 'Stream Fixer could not start in this tab. Reload the page to try again.',
  stay: 'Badges stay',
  offers: 'Turn it on to clean the replies on this site and to see which tools ran.',
  asksFirst: 'Your browser will ask whether Stream Fixer may read and change this site. What it reads stays on this computer.',
  asksNothing: 'Your browser already lets Stream Fixer into this site.',
  denied: 'Not allowed, so nothing was changed. You can turn it on whenever you like.',
  cannotAsk: 'The browser did not ask for permission. Close this window, open it again and turn the switch once more.',
  revoked: 'Your browser no longer lets Stream Fixer into this site. Turn it on to be asked again.',
  unsupportedTitle: 'Not available on this page',
  unsupported: 'Browsers keep extensions out of their own pages, add-on stores and local files. Open your chat and try again there.',
  unansweredTitle: 'No answer from the extension',
  unanswered: 'Its background part did not reply. Your chats and settings are untouched.',
  tryAgain: 'Try again',
  notSaved: 'This could not be saved. Try again in a moment.',
  version: 'Version',
} as const;

export const stayTexts: readonly (readonly [BadgeStay, string])[] = [
  ['next-message', 'until the next message'],
  ['10-seconds', '10 seconds'],
  ['always', 'always'],
];

/** Accessible name of the switch. */
export function switchName(host: string): string {
  return `${popupTexts.product} on ${host}`;
}

/** @param words singular and plural */
export function plural(count: number, words: readonly [string, string]): string {
  return count === 1 ? words[0] : words[1];
}

const exact = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Four digits fit on a narrow phone; beyond that "123.5K", the exact figure stands in the title. */
export function figure(count: number): string {
  return count < 10_000 ? exact.format(count) : compact.format(count);
}

export function exactFigure(count: number): string {
  return exact.format(count);
}

/** What was seen beside the repairs. @returns null for nothing */
export function besides(events: number, unknown: number): string | null {
  const told = [
    ...(events > 0 ? [`${figure(events)} ${plural(events, ['event', 'events'])} of tool progress`] : []),
    ...(unknown > 0 ? [`${figure(unknown)} ${plural(unknown, ['event', 'events'])} of an unknown kind`] : []),
  ];
  return told.length === 0 ? null : `Besides: ${told.join(', ')}.`;
}

export const openWebUiTexts = {
  modes: { server: 'Server connection', polling: 'Server connection by polling', direct: 'Direct connection' },
  replies: 'Replies',
  history: 'History',
  badges: 'Badges',
  cleaned: 'Cleaned.',
  cleanedOnServer: 'Cleaned on the server.',
  cleanedBeforeSent: 'Cleaned before it is sent.',
  afterReload: 'After a reload of the page.',
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
  newer: 'A newer one is ready.',
  askUpdate: 'Ask your admin to update it.',
  switchedOff: 'It is switched off.',
  askSwitchOn: 'Ask your admin to switch it on.',
  switchedOn: 'It is on.',
  foreign: 'The server has a function of the same ID that is not ours. It was left alone.',
  companionUnknown: 'Nothing is known of the companion.',
} as const;

/** @param history, badges whether they lack the companion */
export function companionAdds(history: boolean, badges: boolean): string {
  if (history && badges) return openWebUiTexts.addsBoth;
  if (history) return openWebUiTexts.addsHistory;
  return badges ? openWebUiTexts.addsBadges : openWebUiTexts.addsElsewhere;
}

/** @param version null when the installed one does not say */
export function companionKnown(version: string | null): string {
  return version === null ? 'The companion is installed.' : `Companion ${version} is installed.`;
}

export const storedTexts = {
  title: 'This chat',
  titleAll: 'Stored chats',
  reading: 'Reading its history.',
  clean: 'No markers in its history.',
  heal: 'Clean this chat…',
  lookThrough: 'Look through stored chats…',
  trend: {
    more: 'more in the newest replies',
    fewer: 'fewer in the newest replies',
    none: 'none in the newest replies',
  },
  /** On sites whose chats nobody but their page can change. */
  elsewhere:
    'New replies and what is sent back are cleaned. Chats that this site has stored are not rewritten: old markers may still show there.',
} as const;

export const companionTexts = {
  back: 'Back',
  cancel: 'Cancel',
  version: 'Version',
  source: 'Source of the companion',
  whole: 'The whole source:',
  keepOpen: 'Keep this window open.',
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
  steps: {
    install: [
      'Open Admin Panel, Functions, and press + to create one.',
      `Name it “${COMPANION_NAME}”; its ID becomes ${COMPANION_ID}.`,
      'Put the source below in place of the example and save.',
      'Switch it on, and in its menu switch on Global.',
    ],
    update: [
      `Open Admin Panel, Functions, and there ${COMPANION_NAME}.`,
      'Put the source below in place of the old one and save.',
      'See that it is switched on, and in its menu Global.',
    ],
    'switch-on': [
      `Open Admin Panel, Functions, and find ${COMPANION_NAME}.`,
      'Switch it on, and in its menu switch on Global.',
    ],
  },
  copy: 'Copy source',
  copied: 'Copied.',
  notCopied: 'The browser did not let us copy. Download it instead.',
  download: 'Download',
} as const;

const CONFIRMATIONS = { install: 'Install on', update: 'Update on', 'switch-on': 'Switch on at', remove: 'Remove from' } as const;

/** The button that does it. */
export function confirmText(step: CompanionStep, host: string): string {
  return `${CONFIRMATIONS[step]} ${host}`;
}

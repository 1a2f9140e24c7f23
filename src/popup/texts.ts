/** All words of the popup, in one place for a later catalogue. */
import type { BadgeStay } from '../sites/messages.ts';

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
  active: 'Working in this tab.',
  activeDetail: 'Replies and what is sent back are cleaned.',
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

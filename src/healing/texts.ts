import { formats } from '../languages/formats.ts';
import { counted, message, words } from '../languages/messages.ts';
import type { FoundChat } from './types.ts';

const { figure } = formats;

/**
 * Texts of the page that cleans stored chats, and of what other pages say of such a chat. Times and sizes are passed in
 * formatted.
 */
export const healingTexts = words('healing', {
  progress: (scanned: number, listed: number, found: number) =>
    counted('healing_progress', listed, figure(scanned), figure(found)),
  progressSoFar: (scanned: number, listed: number, found: number) =>
    counted('healing_progressSoFar', listed, figure(scanned), figure(found)),
  missed: (unreadable: number) => counted('healing_missed', unreadable),
  allRead: (scanned: number) => counted('healing_allRead', scanned),
  someRead: (scanned: number, listed: number) => counted('healing_someRead', listed, figure(scanned)),
  chatsFound: (found: number) => counted('healing_chatsFound', found),
  found: (inAll: number, marked: number, all: number) =>
    message('healing_found', counted('counts_markers', inAll), figure(marked), counted('counts_replies', all)),
  foundSince: (inAll: number, marked: number, all: number, day: string) =>
    message(
      'healing_foundSince',
      counted('counts_markers', inAll),
      figure(marked),
      counted('counts_replies', all),
      day,
    ),
  unread: (n: number) => message('healing_unread', figure(n)),
  of: (label: string, title: string) => message('healing_of', label, title),
  heal: (chosen: number) => counted('healing_heal', chosen),
  reply: (number: number, inIt: number) => counted('healing_reply', inIt, figure(number)),
  replyAt: (number: number, moment: string, inIt: number) => counted('healing_replyAt', inIt, figure(number), moment),
  moreReplies: (hidden: number) => message('healing_moreReplies', figure(hidden)),
  skipped: (lines: number) => counted('healing_skipped', lines),
  done: (done: number, total: number) => counted('healing_done', total, figure(done)),
  summary: (cleaned: number, total: number) => counted('healing_summary', total, figure(cleaned)),
  cleaned: (taken: number, inReplies: number) =>
    message('healing_cleanedMarkers', counted('counts_markers', taken), counted('counts_replies', inReplies)),
  kept: (n: number) => counted('healing_kept', n),
  failed: {},
  undoAll: (chats: number) => message('healing_undoAll', figure(chats)),
  undoSummary: (restored: number, total: number) => counted('healing_undoSummary', total, figure(restored)),
  restored: (n: number) => counted('healing_restored', n),
  editedSince: (n: number) => counted('healing_editedSince', n),
  backups: (n: number, size: string) => counted('healing_backups', n, size),
  backup: (state: string, moment: string, n: number, size: string) => counted('healing_backup', n, state, moment, size),
  states: { healed: 'healing_states_healed', undone: 'healing_states_undone', 'in-doubt': 'healing_states_in_doubt' },
  deletesSome: (n: number) => message('healing_deletesSome', figure(n)),
  trouble: {
    error: (status: number) => message('healing_trouble_error', String(status)),
    noList: (status: number) => message('healing_trouble_noList', String(status)),
  },
});

/** Formats "12 markers in 5 of 40 replies, since 3 March". @param now milliseconds since 1970 */
export function foundText({ markers, marked, replies, since }: Omit<FoundChat, 'chat'>, now: number): string {
  if (since === null) return healingTexts.found(markers, marked, replies);
  return healingTexts.foundSince(markers, marked, replies, formats.day(since, now));
}

/** All words of the healing page, in one place for a later catalogue. */
import { exactFigure } from '../../popup/texts.ts';
import type { BackupSummary, ScanProgress, ScanResult } from '../types.ts';
import { countText } from './found-text.ts';

const CHATS = ['chat', 'chats'] as const;

export const healingTexts = {
  title: 'Clean stored chats',
  product: 'Stream Fixer',
  about: 'Tool markers in stored replies teach the model to write them instead of calling the tool. Here you find them and take them out.',
  connecting: 'Asking the chat server.',
  noAddress: 'Open this page from the popup of Stream Fixer, on a page of your Open WebUI.',
  noTab: 'No tab with this chat server is open. Open it in a tab, then try again.',
  noAnswer: 'The page in the other tab does not answer like an Open WebUI. See that it has loaded, and that Stream Fixer is on there.',
  problemTitle: 'Not possible right now',
  nothingTitle: 'No markers found so far',
  unreadableTitle: 'The chats could not be read',
  noStorage: 'The browser’s own storage did not work, so nothing more was done. Is the disk full, or is this a private window?',
  tryAgain: 'Try again',
  what: 'What should be looked through?',
  whatAll: 'Look through all my chats',
  thisChat: 'This chat',
  thisChatHint: 'The one that was open when you came here.',
  allChats: 'All my chats',
  allChatsHint: 'Archived chats and those in folders too. Nothing is changed yet.',
  look: 'Look for markers',
  cancel: 'Cancel',
  scanningTitle: 'Looking for markers',
  chatsRead: 'Chats read',
  resultsTitle: 'Chats with markers',
  cleanTitle: 'No markers found',
  againTitle: 'Chats to try again',
  selectAll: 'Select all',
  show: 'Show',
  hide: 'Hide',
  looking: 'Reading the chat.',
  cleanNow: 'This chat holds no markers any more.',
  archived: 'Archived',
  untitled: 'Untitled chat',
  before: 'Before',
  after: 'After',
  emptied: 'Nothing is left of this text.',
  removed: 'Taken out:',
  added: 'Put in:',
  moreReplies: 'Show more replies',
  unreadTitle: 'Chats that could not be read',
  undoable: 'What is taken out is kept in this browser first, so every chat can be put back.',
  healingTitle: 'Cleaning',
  chatsCleaned: 'Chats done',
  closable: 'You may close this page. It asks to go on when you come back.',
  stop: 'Stop',
  stopping: 'Stopping after this chat.',
  doneTitle: 'Done',
  stoppedTitle: 'Stopped',
  leftTitle: 'You stopped in the middle',
  settledTitle: 'What became of the last run',
  goOn: 'Go on',
  forget: 'Leave it at that',
  backToStart: 'Look again',
  rest: 'Try the rest again',
  undo: 'Undo',
  undoing: 'Putting it back.',
  oneDone: 'The chat is clean.',
  oneNotDone: 'The chat was not cleaned.',
  reload: 'Reload every page where such a chat is open: in older versions that page would store its old replies again.',
  unchanged: 'Nothing to do: it holds no markers.',
  streaming: 'A reply is being written in it. It was left alone; try again when that is finished.',
  failed: {
    old: 'It is as it was.',
    new: 'It was changed.',
    unknown: 'Nobody knows yet whether it was changed. That is looked up when you come back to this page.',
  },
  notStarted: 'Not begun.',
  undoUnchanged: 'It was as before already.',
  undoUnknown: 'Nobody knows yet whether it was put back. Try again in a moment.',
  undoFailed: 'It was not put back.',
  backupsTitle: 'Backups',
  noBackups: 'None yet. Before a chat is changed, its replies are kept here as they were.',
  backupsAbout: 'Replies as they were before they were cleaned. They stay in this browser.',
  save: 'Save to a file',
  deleteAll: 'Delete all…',
  delete: 'Delete…',
  deleteNow: 'Delete',
  keep: 'Keep',
  states: { healed: 'Cleaned', undone: 'Put back', 'in-doubt': 'Not certain whether it was cleaned' },
} as const satisfies Record<string, string | Readonly<Record<string, string>>>;

/** @param progress of a scan that is going on */
export function progressText({ scanned, listed, complete, found, unreadable }: ScanProgress): string {
  const of = complete ? countText(listed, CHATS) : `${countText(listed, CHATS)} so far`;
  const missed = unreadable > 0 ? ` ${countText(unreadable, CHATS)} could not be read.` : '';
  return `${exactFigure(scanned)} of ${of} read, ${exactFigure(found)} with markers.${missed}`;
}

/** How a scan ended: a sentence or two under its heading. */
export function scanEndText({ end, why, scanned, listed, complete }: ScanResult): string {
  const read = complete && scanned === listed ? `${countText(scanned, CHATS)} read.` : `${exactFigure(scanned)} of ${countText(listed, CHATS)} read.`;
  if (end === 'done') return read;
  if (end === 'failed' && listed === 0) return why ?? '';
  return end === 'cancelled' ? `Cancelled. ${read}` : `${why ?? ''} ${read}`.trim();
}

/** @param chosen how many chats are */
export function healText(chosen: number): string {
  return `Clean ${countText(chosen, CHATS)}`;
}

/** "120 of 200 chats are done." */
export function doneText(done: number, total: number): string {
  return `${exactFigure(done)} of ${countText(total, CHATS)} done.`;
}

/** What goes with the backups that are about to be deleted. */
export function deleteText(backups: readonly BackupSummary[]): string {
  return backups.length === 1 ? 'Without its backup this chat can no longer be put back.' : `Without these ${backups.length} backups their chats can no longer be put back.`;
}

import { count, figure } from './formats.ts';

function chats(n: number): string {
  return count(n, 'chat', 'chats');
}

function replies(n: number): string {
  return count(n, 'reply', 'replies');
}

function markers(n: number): string {
  return count(n, 'marker', 'markers');
}

/** The page that cleans stored chats, and what is said of such a chat elsewhere. Times and sizes come written out. */
export const healingWords = {
  title: 'Clean stored chats',
  about:
    'Tool markers in stored replies teach the model to write them instead of calling the tool. Here you find them and take them out.',
  connecting: 'Asking the chat server.',
  noAddress: 'Open this page from the popup of Stream Fixer, on a page of your Open WebUI.',
  noTab: 'No tab with this chat server is open. Open it in a tab, then try again.',
  privateTab:
    'This chat server is open in a private window. To clean chats, their old replies are kept in this browser, and that would outlast the private window. Open the server in a normal window, then try again.',
  noAnswer:
    'The page in the other tab does not answer like an Open WebUI. See that it has loaded, and that Stream Fixer is on there.',
  problemTitle: 'Not possible right now',
  noStorage:
    'The browser’s own storage did not work, so nothing more was done. Is the disk full, or is this a private window?',
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
  /** Name of a bar. */
  chatsRead: 'Chats read',
  progress: (scanned: number, listed: number, found: number) =>
    `${figure(scanned)} of ${chats(listed)} read, ${figure(found)} with markers.`,
  /** While more chats may be listed. */
  progressSoFar: (scanned: number, listed: number, found: number) =>
    `${figure(scanned)} of ${chats(listed)} so far read, ${figure(found)} with markers.`,
  missed: (unreadable: number) => `${chats(unreadable)} could not be read.`,
  allRead: (scanned: number) => `${chats(scanned)} read.`,
  someRead: (scanned: number, listed: number) => `${figure(scanned)} of ${chats(listed)} read.`,
  cancelled: 'Cancelled.',

  resultsTitle: 'Chats with markers',
  cleanTitle: 'No markers found',
  nothingTitle: 'No markers found so far',
  unreadableTitle: 'The chats could not be read',
  againTitle: 'Chats to try again',
  /** Read out at the end of a search. */
  chatsFound: (found: number) => `${chats(found)} with markers.`,
  selectAll: 'Select all',
  found: (inAll: number, marked: number, all: number) => `${markers(inAll)} in ${figure(marked)} of ${replies(all)}`,
  foundSince: (inAll: number, marked: number, all: number, day: string) =>
    `${markers(inAll)} in ${figure(marked)} of ${replies(all)}, since ${day}`,
  archived: 'Archived',
  untitled: 'Untitled chat',
  unread: (n: number) => `Chats that could not be read (${figure(n)})`,
  show: 'Show',
  hide: 'Hide',
  /** Name of a button or region that is beside what it is about. */
  of: (label: string, title: string) => `${label}: ${title}`,
  looking: 'Reading the chat.',
  cleanNow: 'This chat holds no markers any more.',
  undoable: 'What is taken out is kept in this browser first, so every chat can be put back.',
  heal: (chosen: number) => `Clean ${chats(chosen)}`,

  reply: (number: number, inIt: number) => `Reply ${figure(number)}: ${markers(inIt)}`,
  replyAt: (number: number, moment: string, inIt: number) => `Reply ${figure(number)}, ${moment}: ${markers(inIt)}`,
  moreReplies: (hidden: number) => `Show more replies (${figure(hidden)})`,
  before: 'Before',
  after: 'After',
  emptied: 'Nothing is left of this text.',
  /** Heard before the lines. */
  removed: 'Taken out:',
  added: 'Put in:',
  skipped: (lines: number) => `… ${count(lines, 'line', 'lines')} without a change …`,

  healingTitle: 'Cleaning',
  /** Name of a bar. */
  chatsCleaned: 'Chats done',
  done: (done: number, total: number) => `${figure(done)} of ${chats(total)} done.`,
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
  oneDone: 'The chat is clean.',
  oneNotDone: 'The chat was not cleaned.',
  summary: (cleaned: number, total: number) => `${figure(cleaned)} of ${chats(total)} cleaned.`,
  reload: 'Reload every page where such a chat is open: in older versions that page would store its old replies again.',

  cleaned: (inReplies: number) => `Cleaned: ${replies(inReplies)}.`,
  cleanedMarkers: (taken: number, inReplies: number) => `Cleaned: ${markers(taken)} in ${replies(inReplies)}.`,
  kept: (n: number) => `${replies(n)} could not be changed: broken off, or somebody else’s.`,
  unchanged: 'Nothing to do: it holds no markers.',
  streaming: 'A reply is being written in it. It was left alone; try again when that is finished.',
  failed: {
    old: 'It is as it was.',
    new: 'It was changed.',
    unknown: 'Nobody knows yet whether it was changed. That is looked up when you come back to this page.',
  },
  notStarted: 'Not begun.',

  undo: 'Undo',
  undoAll: (chats: number) => `Undo all (${figure(chats)})`,
  /** Of all of them: while it is at work, name of its bar, and its end. */
  undoingTitle: 'Restoring',
  chatsRestored: 'Chats restored',
  undoSummary: (restored: number, total: number) => `${figure(restored)} of ${chats(total)} restored.`,
  undoing: 'Putting it back.',
  restored: (n: number) => `Put back as it was: ${replies(n)}.`,
  editedSince: (n: number) => `${replies(n)} edited since, left alone.`,
  undoUnchanged: 'It was as before already.',
  undoUnknown: 'Nobody knows yet whether it was put back. Try again in a moment.',
  undoFailed: 'It was not put back.',

  backupsTitle: 'Backups',
  noBackups: 'None yet. Before a chat is changed, its replies are kept here as they were.',
  backupsAbout: 'Replies as they were before they were cleaned. They stay in this browser.',
  backups: (n: number, size: string) => `${count(n, 'backup', 'backups')}, ${size}.`,
  /** @param state one of the three below */
  backup: (state: string, moment: string, n: number, size: string) => `${state}, ${moment}, ${replies(n)}, ${size}`,
  states: { healed: 'Cleaned', undone: 'Put back', 'in-doubt': 'Not certain whether it was cleaned' },
  save: 'Save to a file',
  deleteAll: 'Delete all…',
  delete: 'Delete…',
  deleteNow: 'Delete',
  keep: 'Keep',
  deletesOne: 'Without its backup this chat can no longer be put back.',
  deletesSome: (n: number) => `Without these ${figure(n)} backups their chats can no longer be put back.`,

  /** Why something did not work with one chat, or with all of them. */
  trouble: {
    gone: 'The chat is not there any more.',
    goneOrForeign: 'The chat is not there any more, or belongs to somebody else.',
    noChat: 'The answer of the server was no chat, or too large to be read.',
    tooOften: 'The server asks not to be asked so often.',
    error: (status: number) => `The server answered with the error ${status}.`,
    signedOut: 'You are not signed in any more. Sign in on the page, then go on.',
    slow: 'The server did not answer in time.',
    unreachable: 'The page of this chat server is closed, or its server cannot be reached.',
    tabGone:
      'The tab that this page works through was closed, or shows another site. Other tabs are not used: somebody else may be signed in there. Reload this page to go on with another tab.',
    tooMany:
      'The server lists more chats than this page can keep in mind, so it stopped. Open a chat and clean it by itself.',
    noList: (status: number) => `The list of chats could not be read: the server answered ${status}.`,
    inexact: 'The chat holds a number that a browser cannot keep exactly.',
    notTaken: 'The server did not take the change.',
    brokenOff:
      'Its replies with markers were broken off before their end. This version of Open WebUI lets nobody change such replies.',
    notLookedAt: 'It was not looked at yet.',
    changed: 'It was changed after it was looked at. Nothing was done to it.',
    notAlone: 'It is clean, but something else in it changed at the same moment. Have a look at it.',
    busy: 'Another page of Stream Fixer is cleaning chats of this site right now.',
    inDoubt: 'The chat cannot be read, so nobody knows whether it was cleaned.',
    noBackup: 'The backup is not there any more.',
    edited: 'Its replies were edited after they were cleaned. Nothing was done to it.',
  },
  /** Before cleaning on some versions. */
  secondCopy:
    'Open WebUI 0.9.3 to 0.9.5 keep a second copy of every message and do not bring it up to date. A cleaned chat looks clean there, but the model may still be sent the old texts. Update the server to 0.9.6 or later first.',
};

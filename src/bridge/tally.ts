import type { PageMessage } from './protocol.ts';
import type { Counts, Findings } from '../sites/messages.ts';
import { addFindings } from '../stats/findings.ts';

/** What was counted. */
export interface Tallied {
  readonly counts: Counts;
  readonly findings: readonly Findings[];
}

/** Counts what the page's hook tells, until it is taken. */
export interface Tally {
  add(message: PageMessage): void;
  /** @returns what was counted since the last take, or null when there is nothing */
  take(): Tallied | null;
}

/** Calls remembered as counted; a page has no more in sight. */
const MAX_CALLS = 5000;

/** Replies remembered as another tab's. */
const MAX_FOREIGN = 500;

/** Creates an empty tally: each call of each reply counts once, however often it changes. */
export function createTally(): Tally {
  let markers = 0;
  let tools = 0;
  let imitated = 0;
  let findings: readonly Findings[] = [];
  let seen = new Set<string>();
  /** Replies that another tab counts. */
  const foreign = new Set<number>();

  function add(message: PageMessage): void {
    if (message.type === 'reply-start') {
      if (message.counts) foreign.delete(message.reply);
      else if (foreign.size < MAX_FOREIGN) foreign.add(message.reply);
    }
    if (message.type === 'findings') findings = addFindings(findings, [message]);
    if (message.type !== 'progress' && message.type !== 'removed') return;
    if (message.reply !== null && foreign.has(message.reply)) return;
    if (message.type === 'removed') {
      markers += message.markers;
      return;
    }
    const call = `${message.reply}:${message.progress.call}`;
    if (seen.has(call)) return;
    if (seen.size >= MAX_CALLS) seen = new Set();
    seen.add(call);
    if (message.progress.provenance === 'imitated') imitated++;
    else tools++;
  }

  function take(): Tallied | null {
    if (markers + tools + imitated + findings.length === 0) return null;
    const tallied = { counts: { markers, tools, imitated }, findings };
    markers = tools = imitated = 0;
    findings = [];
    return tallied;
  }

  return { add, take };
}

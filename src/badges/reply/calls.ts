/** The tool calls of one reply, as far as badges show them. Pure: no DOM, no clock of its own. */
import { emojiText, oneLine } from '../../lib/plain-text.ts';
import { firstLine } from '../../normalizer/progress/call-input.ts';
import type {
  Progress,
  ProgressStatus,
  Question,
  Receipt,
} from '../../normalizer/progress/progress-types.ts';
import { isOpen, isRefused } from '../../normalizer/progress/status.ts';
import { maskedLine } from '../masked-line.ts';
import { badgeTexts, type ToolCount } from '../texts.ts';
import type { Stretch } from './timeline.ts';

/** Calls kept of one reply, to bound a flooding page. */
export const MAX_CALLS = 100;
/** Faked calls that the note about them names. */
const MAX_NAMED = 10;

export interface Call {
  readonly call: number;
  readonly startedAt: number;
  /** Null while the call runs. */
  endedAt: number | null;
  /** Its beginning and its end were seen. */
  timed: boolean;
  emoji: string;
  label: string;
  tool: string;
  status: ProgressStatus;
  receipt: Receipt;
  question: Question | null;
}

/** Keeps the calls of one reply, without faked ones. */
export function createCalls() {
  /** In order of arrival; at most MAX_CALLS. */
  const calls = new Map<number, Call>();
  /** Calls up to this ordinal were dropped, and a late change must not restore them. */
  let droppedUpTo = -1;

  function dropOldest(): void {
    if (calls.size <= MAX_CALLS) return;
    const [oldest] = calls.keys();
    if (oldest === undefined) return;
    calls.delete(oldest);
    droppedUpTo = Math.max(droppedUpTo, oldest);
  }

  /** @returns null for a call that was dropped */
  function find(progress: Progress, now: number): Call | null {
    const known = calls.get(progress.call);
    if (known) return known;
    if (progress.call <= droppedUpTo) return null;
    const call = begin(progress, now);
    calls.set(progress.call, call);
    dropOldest();
    return call;
  }

  return {
    /** Applies one change of a call while the reply runs. */
    apply(progress: Progress, now: number): void {
      const call = find(progress, now);
      if (call) change(call, progress, now);
    },
    /** Once the reply is over, applies nothing but the outcome of a call that is shown. */
    settle(progress: Progress): void {
      const call = calls.get(progress.call);
      if (call) settle(call, progress);
    },
    /** A call first taken for a real one is faked. */
    remove: (call: number): void => void calls.delete(call),
    /** Those still running have ended, with unknown outcome. */
    end(now: number): void {
      for (const call of calls.values()) {
        if (isOpen(call.status)) call.status = 'ended';
        call.question = null;
        call.endedAt ??= now;
      }
    },
    /** In order of arrival. */
    all: (): readonly Call[] => [...calls.values()],
    /** The only one there was; null for none or several. */
    only(): Call | null {
      const [only = null] = calls.values();
      return calls.size === 1 && droppedUpTo < 0 ? only : null;
    },
    /** Is it known of all when they ran? Not if some were dropped. */
    areTimed: (): boolean => droppedUpTo < 0 && [...calls.values()].every(({ timed }) => timed),
    /** Returns whether there were more than are kept. */
    areCut: (): boolean => droppedUpTo >= 0,
  };
}

function begin({ call, status }: Progress, now: number): Call {
  return {
    call,
    startedAt: now,
    endedAt: null,
    timed: status === 'running',
    emoji: '',
    label: '',
    tool: '',
    status: 'running',
    receipt: {},
    question: null,
  };
}

/** A change without label or emoji (Hermes sends neither on completion) keeps the known ones. */
function change(call: Call, progress: Progress, now: number): void {
  call.emoji = emojiText(progress.emoji) || call.emoji;
  call.label = maskedLine(progress.label) || call.label;
  call.tool = oneLine(progress.tool) || call.tool;
  call.status = progress.status;
  call.receipt = { ...call.receipt, ...progress.receipt };
  call.question = progress.question ?? null;
  call.label ||= lineOf(progress.receipt);
  if (progress.untimed) call.timed = false;
  if (isOpen(progress.status)) call.endedAt = null;
  else call.endedAt ??= now;
}

function settle(call: Call, { status, tool, receipt }: Progress): void {
  if (isOpen(status) || (call.status !== 'unknown' && call.status !== 'ended')) return;
  call.status = status;
  call.tool = oneLine(tool) || call.tool;
  call.label ||= lineOf(receipt);
  call.receipt = { ...call.receipt, ...receipt };
}

/** Returns the first line of a call's input, for one without a label. */
function lineOf(receipt: Receipt | undefined): string {
  return maskedLine(firstLine(receipt?.input ?? ''));
}

/** @param more whether there were more calls */
export function countOf(all: readonly Call[], more: boolean): ToolCount {
  const real = all.filter(({ status }) => status !== 'undecided');
  const failed = real.filter(({ status }) => status === 'failed');
  const [exitCode, ...others] = new Set(failed.map(({ receipt }) => receipt.exitCode));
  return {
    tools: real.length,
    undecided: all.length - real.length,
    more,
    ran: real.filter(({ status }) => status === 'ran'),
    started: real.filter(({ status }) => status === 'started').length,
    failed: failed.length,
    refused: real.filter(({ status }) => isRefused(status)).length,
    calls: real,
    ...(exitCode !== undefined && others.length === 0 && { exitCode }),
  };
}

export function stretchOf({ startedAt, endedAt }: Call, now: number): Stretch {
  return { from: startedAt, to: Math.max(startedAt, endedAt ?? now) };
}

export function nameOf(call: Call): string {
  return call.label || call.tool || badgeTexts.unknownTool;
}

/** The faked calls of one reply, by name, and whether the note about them was dismissed. */
export function createFakedCalls() {
  let names: readonly string[] | null = null;
  let dismissed = false;
  return {
    add({ emoji, label, tool }: Progress): void {
      const name = [emojiText(emoji), maskedLine(label) || oneLine(tool)].filter(Boolean).join(' ');
      names = [...new Set([...(names ?? []), name])].filter(Boolean).slice(0, MAX_NAMED);
    },
    dismiss(isDismissed: boolean): void {
      dismissed = isDismissed;
    },
    recall(isDismissed: boolean): void {
      names ??= [];
      dismissed = isDismissed;
    },
    view: () => (names === null ? null : { name: names.join(', '), dismissed }),
  };
}

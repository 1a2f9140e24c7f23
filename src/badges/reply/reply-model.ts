/** What is known of one reply's tools, and what of it is visible. Pure: no DOM, no clock of its own. */
import { maskSecrets } from '../../normalizer/json/mask.ts';
import { firstLine } from '../../normalizer/progress/call-input.ts';
import { isOpen, isRefused } from '../../normalizer/progress/status.ts';
import {
  type Note,
  type Progress,
  type ProgressStatus,
  type Question,
  type Receipt,
} from '../../normalizer/progress/progress-types.ts';
import { SILENT_AFTER } from '../../lib/silent-after.ts';
import { emojiText, oneLine } from '../../lib/plain-text.ts';
import {
  badgeTexts,
  failuresOf,
  pointInTime,
  receiptOf,
  refusalsOf,
  summary,
  summaryOfOne,
  wordOf,
  type ToolCount,
} from '../texts.ts';
import { spanOn, timeAxis, wallTime, type Span, type Stretch, type TimeAxis } from './timeline.ts';

/** Lines shown while a reply runs; earlier ones are folded. */
export const MAX_RUNNING_LINES = 4;
/** Calls kept of one reply, to bound a flooding page. */
export const MAX_CALLS = 100;
/** Faked calls that the note about them names. */
const MAX_NAMED = 10;
/** Milliseconds of silence after which nobody should be told that the agent still works. */
const MAX_SILENCE = 600_000;

/** One tool call as shown. */
export interface BadgeLine {
  readonly call: number;
  readonly emoji: string;
  readonly name: string;
  readonly status: ProgressStatus;
  /** What the agent recorded of it; empty if nothing is known. */
  readonly receipt: Receipt;
  /** What the agent asks before it goes on with it; null if it does not wait. */
  readonly question: Question | null;
  /**
   * Milliseconds since the call began, or its duration once it has ended; null if its beginning or its end was not
   * seen.
   */
  readonly elapsed: number | null;
  /** Milliseconds since the first call of the reply began. */
  readonly began: number;
  /** The position of the call on the time axis of the reply; null if there is none. */
  readonly span: Span | null;
}

export interface ReplyView {
  readonly done: boolean;
  /**
   * The button above the lines: "+6 earlier", "💻 date · 1.5 s" or "6 tools, 1 failed · 12.4 s". In that text, what
   * failed, and what was not allowed: "1 failed", "1 not allowed"; '' if nothing.
   */
  readonly fold: {
    readonly text: string;
    readonly trouble: string;
    readonly refusal: string;
    readonly expanded: boolean;
  } | null;
  /** The visible ones: none of a folded reply that is over. */
  readonly lines: readonly BadgeLine[];
  /** What the whole reply took, the last of the unfolded lines of one that is over; '' if that is not known. */
  readonly receipt: string;
  /** For the unfolded lines of a reply that is over; null if an axis would say nothing. */
  readonly axis: TimeAxis | null;
  /** One sentence about the whole reply, only from facts; '' if there is nothing to say. */
  readonly truth: string;
  /** The sentence says that something went wrong. */
  readonly alarm: boolean;
  /** The paths of the files that the reply hands over. */
  readonly files: readonly string[];
  /** The faked calls, '' without names; whether somebody has dismissed the note about them. */
  readonly faked: { readonly name: string; readonly dismissed: boolean } | null;
  /** Milliseconds until a visible time changes by itself; null if nothing ticks. */
  readonly nextTick: number | null;
}

type FoldText = Omit<NonNullable<ReplyView['fold']>, 'expanded'>;

export type ReplyModel = ReturnType<typeof createReplyModel>;

interface Call {
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

/** @returns the model of a reply that has just begun */
export function createReplyModel() {
  /** In order of arrival; at most MAX_CALLS. */
  const calls = new Map<number, Call>();
  /** Calls up to this ordinal were dropped, and a late change must not restore them. */
  let droppedUpTo = -1;
  const faked = createFakedCalls();
  /** What was said of the whole reply, the last of each kind. */
  const notes = new Map<Note['kind'], string>();
  /** When the last text or event arrived; null while they do. */
  let silentSince: number | null = null;
  let expanded = false;
  let done = false;
  let joined = false;
  /** When it began and ended; null if that was not seen. */
  let began: number | null = null;
  let endedAt: number | null = null;

  function apply(progress: Progress, now: number): void {
    if (done) return settle(progress);
    if (progress.provenance === 'imitated') {
      // A call first taken for a real one may turn out to be faked.
      calls.delete(progress.call);
      return faked.add(progress);
    }
    let call = calls.get(progress.call);
    if (!call) {
      if (progress.call <= droppedUpTo) return;
      call = {
        call: progress.call,
        startedAt: now,
        endedAt: null,
        timed: progress.status === 'running',
        emoji: '',
        label: '',
        tool: '',
        status: 'running',
        receipt: {},
        question: null,
      };
      calls.set(progress.call, call);
      dropOldest();
    }
    // A change without label or emoji (Hermes sends neither on completion) keeps the known ones.
    call.emoji = emojiText(progress.emoji) || call.emoji;
    call.label = oneLine(progress.label) || call.label;
    call.tool = oneLine(progress.tool) || call.tool;
    call.status = progress.status;
    call.receipt = { ...call.receipt, ...progress.receipt };
    call.question = progress.question ?? null;
    call.label ||= lineOf(progress.receipt);
    if (progress.untimed) call.timed = false;
    if (isOpen(progress.status)) call.endedAt = null;
    else call.endedAt ??= now;
  }

  function settle({ call: ordinal, status, tool, receipt }: Progress): void {
    const call = calls.get(ordinal);
    if (!call || isOpen(status) || (call.status !== 'unknown' && call.status !== 'ended')) return;
    call.status = status;
    call.tool = oneLine(tool) || call.tool;
    call.label ||= lineOf(receipt);
    call.receipt = { ...call.receipt, ...receipt };
  }

  function dropOldest(): void {
    if (calls.size <= MAX_CALLS) return;
    const [oldest] = calls.keys();
    if (oldest === undefined) return;
    calls.delete(oldest);
    droppedUpTo = Math.max(droppedUpTo, oldest);
  }

  function end(now: number): void {
    if (done) return;
    done = true;
    endedAt = now;
    expanded = false;
    silentSince = null;
    for (const call of calls.values()) {
      if (isOpen(call.status)) call.status = 'ended';
      call.question = null;
      call.endedAt ??= now;
    }
  }

  function view(now: number): ReplyView {
    const all = [...calls.values()];
    const hidden = done ? all.length : Math.max(0, all.length - MAX_RUNNING_LINES);
    const shown = expanded || hidden === 0 ? all : all.slice(hidden);
    const stretches = all.map((call) => stretchOf(call, now));
    const axis = done && expanded && isTimed() ? timeAxis(stretches) : null;
    const start = Math.min(...stretches.map(({ from }) => from));
    const silence = silenceAt(now);
    const took = joined || began === null || endedAt === null ? null : endedAt - began;
    return {
      done,
      fold:
        hidden > 0
          ? {
              ...(done
                ? summaryOf(stretches)
                : { text: badgeTexts.earlier(hidden), trouble: '', refusal: '' }),
              expanded,
            }
          : null,
      lines: shown.map((call) => toLine(call, stretchOf(call, now), start, axis)),
      axis,
      receipt: done && expanded ? receiptLine(all, notes, took) : '',
      ...truthOf(notes, done ? toolCount().refused : 0, done ? all.at(-1) : undefined, silence),
      files: notes.get('files')?.split('\n') ?? [],
      faked: faked.view(),
      nextTick: done ? null : silence === null ? nextTick(shown, now) : untilSecond(silence),
    };
  }

  /** @returns for how long nothing has arrived; null while a tool runs, and if that is no news */
  function silenceAt(now: number): number | null {
    if (silentSince === null || [...calls.values()].some(({ status }) => isOpen(status)))
      return null;
    return now - silentSince <= MAX_SILENCE ? now - silentSince : null;
  }

  function summaryOf(stretches: readonly Stretch[]): FoldText {
    const time = isTimed() ? wallTime(stretches) : null;
    const [only] = calls.values();
    const count = toolCount();
    if (!only || calls.size > 1 || droppedUpTo >= 0)
      return { text: summary(count, time), trouble: failuresOf(count), refusal: refusalsOf(count) };
    const { emoji, name, status, receipt } = toLine(only, stretchOf(only, 0), 0, null);
    const what = [emoji, name].filter(Boolean).join(' ');
    return {
      text: summaryOfOne(what, only.tool, time, status, receipt),
      trouble: count.failed > 0 ? wordOf(status, receipt) : '',
      refusal: count.refused > 0 ? wordOf(status, receipt) : '',
    };
  }

  function toolCount(): ToolCount {
    return countOf([...calls.values()], droppedUpTo >= 0 || joined);
  }

  /** Is it known of all calls when they ran? Not if some were dropped. */
  function isTimed(): boolean {
    return !joined && droppedUpTo < 0 && [...calls.values()].every(({ timed }) => timed);
  }

  return {
    /** The reply has begun, as far as anybody here sees it. */
    begin(now: number): void {
      began = now;
    },
    /**
     * Applies one change of one call; `now` in milliseconds of any steady clock. Once the reply is over, nothing but the
     * outcome of a call that is shown.
     */
    apply,
    /** Takes what is known of the whole reply. */
    note({ kind, text }: Note, now: number): void {
      if (kind === 'silent') silentSince = now - SILENT_AFTER;
      else if (kind === 'heard') silentSince = null;
      else notes.set(kind, text);
    },
    /** Ends the reply: calls still running have ended, with unknown outcome. */
    end,
    /**
     * The reply may have begun before we listened, or part of it was missed, so the durations of its tools are unknown.
     */
    join(): void {
      joined = true;
    },
    /** Continues the reply after its end: lines unfold, and changes are applied again. */
    resume(): void {
      if (done) {
        expanded = false;
        // A person may have waited in between.
        began = null;
      }
      done = false;
      notes.delete('broken');
      notes.delete('stopped');
      notes.delete('withdrawn');
    },
    view,
    toggle(): void {
      expanded = !expanded;
    },
    /** Hides the note about a faked call, or restores it. */
    dismissFaked: faked.dismiss,
    /** Restores the note about a faked call known from before: without its name, and whether it was dismissed. */
    recallFaked: faked.recall,
    /** Tools so far, without faked ones. */
    count: (): ToolCount & { readonly faked: boolean } => ({
      ...toolCount(),
      faked: faked.view() !== null,
    }),
    /** Name of the first tool, for announcing. */
    firstName(): string | null {
      const [first] = calls.values();
      return first ? nameOf(first) : null;
    },
  };
}

/** Returns the first line of a call's input, for one without a label. */
function lineOf(receipt: Receipt | undefined): string {
  return oneLine(maskSecrets(firstLine(receipt?.input ?? '')));
}

/** @param more whether there were more calls */
function countOf(all: readonly Call[], more: boolean): ToolCount {
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

/** The faked calls of one reply, by name, and whether the note about them was dismissed. */
function createFakedCalls() {
  let names: readonly string[] | null = null;
  let dismissed = false;
  return {
    add({ emoji, label, tool }: Progress): void {
      const name = [emojiText(emoji), oneLine(label) || oneLine(tool)].filter(Boolean).join(' ');
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

/** @param took milliseconds; null if its beginning was not seen */
function receiptLine(
  calls: readonly Call[],
  notes: ReadonlyMap<Note['kind'], string>,
  took: number | null,
): string {
  if (calls.length === 0) return '';
  const subAgents = calls.flatMap(({ receipt }) => receipt.subAgents ?? []);
  return receiptOf(notes.has('broken') ? null : took, Number(notes.get('tokens') ?? 0), subAgents);
}

/**
 * The line of truth, the worst first.
 * @param refused calls of a reply that is over
 * @param last call of a reply that is over
 * @param silence milliseconds since anything arrived; null if that is no news
 */
function truthOf(
  notes: ReadonlyMap<Note['kind'], string>,
  refused: number,
  last: Call | undefined,
  silence: number | null,
): Pick<ReplyView, 'truth' | 'alarm'> {
  const failure = notes.get('failed');
  if (failure !== undefined)
    return { truth: badgeTexts.agentFailed(withoutStop(oneLine(failure))), alarm: true };
  if (notes.has('withdrawn')) return { truth: badgeTexts.withdrawn, alarm: true };
  if (refused > 0) return { truth: badgeTexts.afterRefusals(refused), alarm: true };
  if (notes.has('broken'))
    return {
      truth: last?.status === 'ended' ? badgeTexts.brokenIn(nameOf(last)) : badgeTexts.broken,
      alarm: true,
    };
  if (notes.has('stopped'))
    return {
      truth: last?.status === 'ended' ? badgeTexts.stoppedIn(nameOf(last)) : badgeTexts.stopped,
      alarm: true,
    };
  if (notes.has('written')) return { truth: badgeTexts.writtenCall, alarm: true };
  const lookalike = notes.get('lookalike');
  if (lookalike !== undefined)
    return { truth: badgeTexts.lookalike(oneLine(maskSecrets(lookalike))), alarm: false };
  if (silence !== null)
    return { truth: badgeTexts.working(pointInTime(silence, true)), alarm: false };
  if (notes.has('no-tool')) return { truth: badgeTexts.noTool, alarm: false };
  const said = notes.get('status');
  return { truth: said === undefined ? '' : badgeTexts.agentSays(oneLine(said)), alarm: false };
}

function withoutStop(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

function stretchOf({ startedAt, endedAt }: Call, now: number): Stretch {
  return { from: startedAt, to: Math.max(startedAt, endedAt ?? now) };
}

function toLine(call: Call, stretch: Stretch, start: number, axis: TimeAxis | null): BadgeLine {
  const name = nameOf(call);
  return {
    call: call.call,
    emoji: call.emoji === name ? '' : call.emoji,
    name,
    status: call.status,
    receipt: call.receipt,
    question: call.question,
    elapsed: call.timed ? stretch.to - stretch.from : null,
    began: stretch.from - start,
    span: axis && spanOn(axis, stretch),
  };
}

function nameOf(call: Call): string {
  return call.label || call.tool || badgeTexts.unknownTool;
}

/** Running times are shown in whole seconds, so the next change is at the next full second of any of them. */
function nextTick(calls: readonly Call[], now: number): number | null {
  let next: number | null = null;
  for (const call of calls) {
    if (call.endedAt !== null || !call.timed) continue;
    const left = untilSecond(now - call.startedAt);
    next = next === null ? left : Math.min(next, left);
  }
  return next;
}

function untilSecond(elapsed: number): number {
  return 1000 - (Math.max(0, elapsed) % 1000);
}

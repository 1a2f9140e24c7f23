/**
 * What is known of one reply's tools, and what of it is visible. Pure: no DOM, no clock of its own.
 */
import { SILENT_AFTER } from '../../lib/silent-after.ts';
import {
  type Note,
  type Progress,
  type ProgressStatus,
  type Question,
  type Receipt,
} from '../../normalizer/progress/progress-types.ts';
import { isOpen } from '../../normalizer/progress/status.ts';
import {
  badgeTexts,
  failuresOf,
  receiptOf,
  refusalsOf,
  summary,
  summaryOfOne,
  wordOf,
  type ToolCount,
} from '../texts.ts';
import { countOf, createCalls, createFakedCalls, nameOf, stretchOf, type Call } from './calls.ts';
import { spanOn, timeAxis, wallTime, type Span, type Stretch, type TimeAxis } from './timeline.ts';
import { truthOf, type Truth } from './truth.ts';

/** Lines shown while a reply runs; earlier ones are folded. */
export const MAX_RUNNING_LINES = 4;
/** Milliseconds of silence after which nobody should be told that the agent still works. */
const MAX_SILENCE = 600_000;

/** Notes that the companion says in no line of its own. */
const BESIDE_LINES: readonly Note['kind'][] = ['written', 'lookalike'];

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
   * Milliseconds since the call began, or its duration once it has ended; null if its beginning or
   * its end was not seen.
   */
  readonly elapsed: number | null;
  /** Milliseconds since the first call of the reply began. */
  readonly began: number;
  /** The position of the call on the time axis of the reply; null if there is none. */
  readonly span: Span | null;
}

export interface ReplyView extends Truth {
  readonly done: boolean;
  /**
   * The button above the lines: "+6 earlier", "💻 date · 1.5 s" or "6 tools, 1 failed · 12.4 s". In
   * that text, what failed, and what was not allowed: "1 failed", "1 not allowed"; '' if nothing.
   */
  readonly fold: {
    readonly text: string;
    readonly trouble: string;
    readonly refusal: string;
    readonly expanded: boolean;
  } | null;
  /** The visible ones: none of a folded reply that is over. */
  readonly lines: readonly BadgeLine[];
  /**
   * What the whole reply took, the last of the unfolded lines of one that is over; '' if that is
   * not known.
   */
  readonly receipt: string;
  /** For the unfolded lines of a reply that is over; null if an axis would say nothing. */
  readonly axis: TimeAxis | null;
  /** The paths of the files that the reply hands over. */
  readonly files: readonly string[];
  /** The faked calls, '' without names; whether somebody has dismissed the note about them. */
  readonly faked: { readonly name: string; readonly dismissed: boolean } | null;
  /** Milliseconds until a visible time changes by itself; null if nothing ticks. */
  readonly nextTick: number | null;
}

type FoldText = Omit<NonNullable<ReplyView['fold']>, 'expanded'>;

export type ReplyModel = ReturnType<typeof createReplyModel>;

/** @returns the model of a reply that has just begun */
export function createReplyModel() {
  const calls = createCalls();
  const faked = createFakedCalls();
  /** What was said of the whole reply, the last of each kind. */
  const notes = new Map<Note['kind'], string>();
  const times = createReplyTimes();
  let expanded = false;
  let done = false;

  function apply(progress: Progress, now: number): void {
    if (done) calls.settle(progress);
    else if (progress.provenance === 'imitated') {
      // A call first taken for a real one may turn out to be faked.
      calls.remove(progress.call);
      faked.add(progress);
    } else calls.apply(progress, now);
  }

  function end(now: number): void {
    if (done) return;
    done = true;
    expanded = false;
    times.end(now);
    calls.end(now);
  }

  function view(now: number): ReplyView {
    const all = calls.all();
    if (notes.has('lines')) return besideLines(done, notes, faked.view());
    const hidden = done ? all.length : Math.max(0, all.length - MAX_RUNNING_LINES);
    const shown = expanded || hidden === 0 ? all : all.slice(hidden);
    const stretches = all.map((call) => stretchOf(call, now));
    const isTimed = done && !times.isJoined() && calls.areTimed();
    const axis = isTimed && expanded ? timeAxis(stretches) : null;
    const start = Math.min(...stretches.map(({ from }) => from));
    // While a tool runs it is no news.
    const silence = all.some(({ status }) => isOpen(status)) ? null : times.silence(now);
    return {
      done,
      fold:
        hidden > 0
          ? {
              ...(done ? summaryAfter(isTimed ? wallTime(stretches) : null) : earlierOnes(hidden)),
              expanded,
            }
          : null,
      lines: shown.map((call) => toLine(call, stretchOf(call, now), start, axis)),
      axis,
      receipt: done && expanded ? receiptLine(all, notes, times.took()) : '',
      ...truthOf(notes, done ? toolCount().refused : 0, done ? all.at(-1) : undefined, silence),
      files: notes.get('files')?.split('\n') ?? [],
      faked: faked.view(),
      nextTick: done ? null : silence === null ? nextTick(shown, now) : untilSecond(silence),
    };
  }

  /** @param time milliseconds in which tools ran; null if that is not known */
  function summaryAfter(time: number | null): FoldText {
    const only = calls.only();
    return only ? summaryOfCall(only, toolCount(), time) : summaryOfAll(toolCount(), time);
  }

  function toolCount(): ToolCount {
    return countOf(calls.all(), calls.areCut() || times.isJoined());
  }

  return {
    /** The reply has begun, as far as anybody here sees it. */
    begin: times.begin,
    /**
     * Applies one change of one call; `now` in milliseconds of any steady clock. Once the reply is
     * over, nothing but the outcome of a call that is shown.
     */
    apply,
    /** Takes what is known of the whole reply. */
    note({ kind, text }: Note, now: number): void {
      if (kind === 'silent') times.silent(now);
      else if (kind === 'heard') times.heard();
      else notes.set(kind, text);
    },
    /** Ends the reply: calls still running have ended, with unknown outcome. */
    end,
    /**
     * The reply may have begun before we listened, or part of it was missed, so the durations of
     * its tools are unknown.
     */
    join: times.join,
    /** Continues the reply after its end: lines unfold, and changes are applied again. */
    resume(): void {
      if (done) {
        expanded = false;
        times.resume();
      }
      done = false;
      notes.delete('broken');
      notes.delete('stopped');
      notes.delete('withdrawn');
      notes.delete('lines');
    },
    view,
    toggle(): void {
      expanded = !expanded;
    },
    /** Hides the note about a faked call, or restores it. */
    dismissFaked: faked.dismiss,
    /** Restores the note about a faked call known from before, without its name. */
    recallFaked: faked.recall,
    /** Tools so far, without faked ones. */
    count: (): ToolCount & { readonly faked: boolean } => ({
      ...toolCount(),
      faked: faked.view() !== null,
    }),
    /** Name of the first tool, for announcing. */
    firstName(): string | null {
      const [first] = calls.all();
      return first ? nameOf(first) : null;
    },
  };
}

/** What the lines of the page do not say: nothing is said twice. */
function besideLines(
  done: boolean,
  notes: ReadonlyMap<Note['kind'], string>,
  faked: ReplyView['faked'],
): ReplyView {
  const more = new Map([...notes].filter(([kind]) => BESIDE_LINES.includes(kind)));
  return {
    ...truthOf(more, 0, undefined, null),
    done,
    fold: null,
    lines: [],
    axis: null,
    receipt: '',
    files: [],
    faked,
    nextTick: null,
  };
}

/** When the reply began and ended, and whether it is silent, all by the same steady clock. */
function createReplyTimes() {
  /** Null if that was not seen. */
  let began: number | null = null;
  let endedAt: number | null = null;
  /** When the last text or event arrived; null while they do. */
  let silentSince: number | null = null;
  let joined = false;

  return {
    begin(now: number): void {
      began = now;
    },
    end(now: number): void {
      endedAt = now;
      silentSince = null;
    },
    /** It continues after its end: a person may have waited in between. */
    resume(): void {
      began = null;
    },
    /** It may have begun before we listened, or part of it was missed. */
    join(): void {
      joined = true;
    },
    isJoined: (): boolean => joined,
    /** Nothing has arrived for a while. */
    silent(now: number): void {
      silentSince = now - SILENT_AFTER;
    },
    heard(): void {
      silentSince = null;
    },
    /** @returns for how long nothing has arrived; null if that is no news */
    silence: (now: number): number | null =>
      silentSince !== null && now - silentSince <= MAX_SILENCE ? now - silentSince : null,
    /** Milliseconds of the whole reply; null if its beginning or its end was not seen. */
    took: (): number | null =>
      joined || began === null || endedAt === null ? null : endedAt - began,
  };
}

function earlierOnes(hidden: number): FoldText {
  return { text: badgeTexts.earlier(hidden), trouble: '', refusal: '' };
}

function summaryOfAll(count: ToolCount, time: number | null): FoldText {
  return { text: summary(count, time), trouble: failuresOf(count), refusal: refusalsOf(count) };
}

function summaryOfCall(call: Call, count: ToolCount, time: number | null): FoldText {
  const { tool, status, receipt } = call;
  const what = [emojiOf(call), nameOf(call)].filter(Boolean).join(' ');
  const word = wordOf(status, receipt);
  return {
    text: summaryOfOne(what, tool, time, status, receipt),
    trouble: count.failed > 0 ? word : '',
    refusal: count.refused > 0 ? word : '',
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

function toLine(call: Call, stretch: Stretch, start: number, axis: TimeAxis | null): BadgeLine {
  return {
    call: call.call,
    emoji: emojiOf(call),
    name: nameOf(call),
    status: call.status,
    receipt: call.receipt,
    question: call.question,
    elapsed: call.timed ? stretch.to - stretch.from : null,
    began: stretch.from - start,
    span: axis && spanOn(axis, stretch),
  };
}

/** @returns '' where the name is just the emoji */
function emojiOf(call: Call): string {
  return call.emoji === nameOf(call) ? '' : call.emoji;
}

/**
 * Running times are shown in whole seconds, so the next change is at the next full second of any of
 * them.
 */
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

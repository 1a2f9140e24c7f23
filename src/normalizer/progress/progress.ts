// Progress: what streams say about tool calls, as one list of calls, whatever the source.

import type {
  Outcome,
  Progress,
  ProgressStatus,
  Provenance,
  Question,
  Receipt,
} from './progress-types.ts';

/** One statement of a stream about a tool call. */
export interface ProgressFact {
  readonly source: 'event' | 'marker';
  readonly tool: string | null;
  readonly emoji: string | null;
  readonly label: string | null;
  readonly callId: string | null;
  /**
   * `start`: begins, and nothing will report its end (Hermes 0.9 to 0.11, markers); `waiting`: the last call asks a
   * person; `written`: a line whose call is over; `undecided`: or never existed.
   */
  readonly phase: 'start' | 'running' | 'waiting' | Outcome | 'written' | 'undecided';
  readonly provenance: Provenance;
  /** It began before we listened: nobody knows when. */
  readonly untimed?: boolean;
  readonly receipt?: Receipt;
  readonly question?: Question;
}

type Named = Omit<Progress, 'status' | 'receipt' | 'question'>;

interface OpenCall extends Named {
  /** Ends with the next event or text. */
  readonly momentary: boolean;
  /** Its end was missed, and may still be reported. */
  readonly missed?: boolean;
}

/** More concurrent calls than any agent makes; beyond, the oldest counts as ended. */
const MAX_OPEN = 200;

/**
 * The calls of one reply. Every running call ends with an outcome or as `ended`; none is left running.
 * Creates the machine of one reply. An id is unique only among the calls in flight (NousResearch/hermes-agent#16666).
 * @param emit called with every change of every call, in order
 */
export function createProgressMachine(emit: (progress: Progress) => void) {
  let calls = 0;
  /** Calls in flight, in start order. */
  let open: OpenCall[] = [];
  /** Calls with an id that ended without an outcome. */
  let unsettled: OpenCall[] = [];

  function fact(fact: ProgressFact): void {
    switch (fact.phase) {
      case 'start':
      case 'running':
        return begin(fact);
      case 'waiting':
        return wait(fact);
      case 'written':
      case 'undecided':
        // It ran while nobody looked, if it ran at all.
        return emit(
          toProgress(
            { ...describe(fact), call: calls++, untimed: true },
            fact.phase === 'written' ? 'ended' : fact.phase,
          ),
        );
      default:
        return finish(fact, fact.phase);
    }
  }

  function begin(fact: ProgressFact): void {
    const momentary = fact.phase === 'start';
    const same = open.find((call) => isSameCall(call, fact));
    closeMomentary(same);
    if (same) return merge(same, fact, momentary);
    const oldest = open.length >= MAX_OPEN ? open[0] : undefined;
    if (oldest) close(oldest, 'ended');
    const call = { ...describe(fact), call: calls++, momentary };
    open.push(call);
    // A reused id is another call.
    settle(call.callId);
    emit({ ...toProgress(call, 'running'), ...(fact.receipt && { receipt: fact.receipt }) });
  }

  /** Adds what the first report of a call lacked: a marker has no id, an event may have no label. */
  function merge(call: OpenCall, fact: ProgressFact, momentary: boolean): void {
    const merged: OpenCall = {
      call: call.call,
      source: call.source === 'event' || fact.source === 'event' ? 'event' : 'marker',
      tool: call.tool ?? fact.tool,
      emoji: call.emoji ?? fact.emoji,
      label: call.label ?? fact.label,
      callId: call.callId ?? fact.callId,
      provenance: 'server',
      momentary: call.momentary && momentary,
      untimed: call.untimed,
    };
    open = open.map((other) => (other === call ? merged : other));
    const known =
      call.source === merged.source && call.callId === merged.callId && call.label === merged.label;
    if (!known) emit(toProgress(merged, 'running'));
  }

  /**
   * The question names no call: it is about the one that began last. Hermes asks even if its reports of tools are
   * switched off (`tool_progress_events: false`), and of tools that it never reports: then the command is the call, and
   * what follows shows that it is over.
   */
  function wait(fact: ProgressFact): void {
    const { question } = fact;
    let call = open.at(-1);
    if (question && (!call || call.momentary)) {
      closeMomentary();
      call = { ...describe(fact), label: question.command, call: calls++, momentary: true };
      open.push(call);
    }
    if (call) emit({ ...toProgress(call, 'waiting'), ...(question && { question }) });
  }

  function finish(fact: ProgressFact, status: Outcome): void {
    const call = open.find((call) =>
      fact.callId !== null
        ? call.callId === fact.callId
        : call.callId === null && call.tool === fact.tool && !call.momentary,
    );
    closeMomentary(call);
    if (call) return close(call, status, fact.receipt);
    const ended =
      fact.callId === null ? undefined : unsettled.find(({ callId }) => callId === fact.callId);
    // Otherwise an orphan: the stream was joined in the middle, or the call was never announced. Nothing to show.
    if (ended && (status !== 'unknown' || ended.missed || fact.receipt))
      close({ ...ended, missed: false }, status, fact.receipt);
  }

  function settle(id: string | null): void {
    if (id !== null && unsettled.length > 0)
      unsettled = unsettled.filter(({ callId }) => callId !== id);
  }

  function finishMarker({ tool, label }: Pick<ProgressFact, 'tool' | 'label'>): void {
    const call = open.findLast(
      (call) => call.source === 'marker' && mayBe(call.tool, tool) && mayBe(call.label, label),
    );
    if (call) close(call, 'unknown');
  }

  function closeMomentary(except?: OpenCall): void {
    for (const call of open) if (call.momentary && call !== except) close(call, 'ended');
  }

  function close(call: OpenCall, status: ProgressStatus, receipt?: Receipt): void {
    open = open.filter((other) => other.call !== call.call);
    settle(call.callId);
    if (call.callId !== null && (status === 'unknown' || status === 'ended'))
      unsettled = [...unsettled, call].slice(-MAX_OPEN);
    emit({ ...toProgress(call, status), ...(receipt && { receipt }) });
  }

  return {
    fact,
    /**
     * A line in the text says that a call reported by another line is over: the last running one, of this name if both
     * have one. Ignored if there is none.
     */
    finishMarker,
    /** Text of the reply continued: calls whose end nothing reports are over. */
    text: (): void => closeMomentary(),
    /**
     * Part of the stream was missed, or its connection is lost: running calls may be over by now. The end of a call with
     * an id is still accepted later, as is the outcome of one that ended without.
     */
    lose(): void {
      for (const call of open) close({ ...call, untimed: true, missed: true }, 'ended');
    },
    /** The reply has ended, whole or cut. */
    end(): void {
      unsettled = unsettled.map((call) => ({ ...call, missed: false }));
      // The end of calls that something should have ended was not seen.
      for (const call of open) close(call.momentary ? call : { ...call, untimed: true }, 'ended');
    },
    /** Returns whether an event announced a call with this emoji and label that is still running. */
    announced: (emoji: string, label: string): boolean =>
      open.some((call) => call.source === 'event' && call.emoji === emoji && call.label === label),
  };
}

/** Returns whether both report one call: the same id, or a marker and an event with the same words. */
function isSameCall(call: OpenCall, fact: ProgressFact): boolean {
  if (fact.callId !== null && call.callId !== null) return call.callId === fact.callId;
  if (fact.emoji === null && fact.label === null) return false;
  return call.source !== fact.source && call.emoji === fact.emoji && call.label === fact.label;
}

function mayBe(name: string | null, told: string | null): boolean {
  return name === null || told === null || name === told;
}

function describe(fact: ProgressFact): Omit<Named, 'call'> {
  const { source, tool, emoji, label, callId, provenance } = fact;
  return { source, tool, emoji, label, callId, provenance, ...(fact.untimed && UNTIMED) };
}

function toProgress(call: Named, status: ProgressStatus): Progress {
  const { call: ordinal, source, tool, emoji, label, callId, provenance } = call;
  return {
    call: ordinal,
    source,
    tool,
    emoji,
    label,
    callId,
    status,
    provenance,
    ...(call.untimed && UNTIMED),
  };
}

const UNTIMED = { untimed: true } as const;

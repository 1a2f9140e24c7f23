// Progress: what streams say about tool calls, as one list of calls, whatever the source.

import type {
  Outcome,
  Progress,
  ProgressStatus,
  Provenance,
  Question,
  Receipt,
  SubAgent,
} from './progress-types.ts';
import { MAX_SUBAGENTS } from './parts.ts';

/** One statement of a stream about a tool call. */
export interface ProgressFact {
  readonly source: 'event' | 'marker';
  readonly tool: string | null;
  readonly emoji: string | null;
  readonly label: string | null;
  readonly callId: string | null;
  /**
   * `start`: begins, and nothing will report its end (Hermes 0.9 to 0.11, markers); `waiting`: the last call asks a
   * person; `answered`: somebody has answered that question; `written`: a line whose call is over; `undecided`: or never existed;
   * `sub-agent`: one of the call that began last under this name, and may be over, has changed.
   */
  readonly phase:
    | 'start'
    | 'running'
    | 'waiting'
    | 'answered'
    | Outcome
    | 'written'
    | 'undecided'
    | 'sub-agent';
  readonly provenance: Provenance;
  /** It began before we listened: nobody knows when. */
  readonly untimed?: boolean;
  /** Only the agent's own record tells of it. */
  readonly recorded?: boolean;
  /** Repeated for those who have missed a part of the stream. */
  readonly again?: boolean;
  readonly receipt?: Receipt;
  readonly question?: Question;
  readonly subAgent?: NamedSubAgent;
}

/** A sub-agent, by the name that the server gives it. */
export interface NamedSubAgent extends SubAgent {
  readonly id: string;
}

/** A call, and its sub-agents by name. */
interface Family {
  readonly call: Named;
  status: ProgressStatus;
  readonly subAgents: Map<string, SubAgent>;
}

type Named = Omit<Progress, 'status' | 'receipt' | 'question'>;

interface OpenCall extends Named {
  /** Ends with the next event or text. */
  readonly momentary: boolean;
  /** Its end was missed, and may still be reported. */
  readonly missed?: boolean;
  /** It waits for the answer to this. */
  readonly question?: Question;
}

/** More concurrent calls than any agent makes; beyond, the oldest counts as ended. */
const MAX_OPEN = 200;
/** Ids remembered; more than any reply has. */
const MAX_KNOWN = 2000;

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
  /** Ids of all calls so far. */
  const known = new Set<string>();
  /** Part of the stream was missed. */
  let gap = false;
  /** Of calls that have had sub-agents. */
  const families: Family[] = [];

  function fact(fact: ProgressFact): void {
    switch (fact.phase) {
      case 'start':
      case 'running':
        return begin(fact);
      case 'waiting':
        return wait(fact);
      case 'answered':
        return goOn(fact.question);
      case 'sub-agent':
        return fact.subAgent && bringUp(fact.tool, fact.subAgent);
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
    if (fact.again && fact.callId !== null && known.has(fact.callId)) return reopen(fact.callId);
    const oldest = open.length >= MAX_OPEN ? open[0] : undefined;
    if (oldest) close(oldest, 'ended');
    const call = { ...describe(fact), call: calls++, momentary };
    open.push(call);
    know(call.callId);
    // A reused id is another call.
    settle(call.callId);
    emit({ ...toProgress(call, 'running'), ...(fact.receipt && { receipt: fact.receipt }) });
  }

  function know(id: string | null): void {
    if (id !== null && known.size < MAX_KNOWN) known.add(id);
  }

  /** It was taken for over when a part of the stream was missed, and still runs. */
  function reopen(id: string): void {
    const call = unsettled.find(({ callId, missed }) => callId === id && missed);
    if (!call) return;
    settle(id);
    open.push({ ...call, missed: false, question: undefined });
    emit(toProgress(call, 'running'));
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
    if (!known || fact.receipt)
      emit({ ...toProgress(merged, 'running'), ...(fact.receipt && { receipt: fact.receipt }) });
  }

  /** It belongs to the call that started it; a new one to the last that runs. */
  function bringUp(tool: string | null, { id, ...subAgent }: NamedSubAgent): void {
    const call = open.findLast((call) => call.tool === tool);
    let family =
      families.find(({ subAgents }) => subAgents.has(id)) ??
      families.find(({ call: parent }) => parent.call === call?.call);
    if (!family && call) {
      family = { call, status: 'running', subAgents: new Map() };
      families.push(family);
      if (families.length > MAX_OPEN) families.shift();
    }
    if (!family || (family.subAgents.size >= MAX_SUBAGENTS && !family.subAgents.has(id))) return;
    family.subAgents.set(id, subAgent);
    const receipt = { subAgents: [...family.subAgents.values()] };
    emit({ ...toProgress(family.call, family.status), receipt });
  }

  /**
   * The question names no call: it is about the one that began last. Hermes asks even if its reports of tools are
   * switched off (`tool_progress_events: false`), and of tools that it never reports: then the command is the call, and
   * what follows shows that it is over. Repeated, it is about the same call, of which more is known.
   */
  function wait(fact: ProgressFact): void {
    const { question } = fact;
    const same = asking(question);
    let call = same ?? open.at(-1);
    if (question && !same && (!call || call.momentary)) {
      closeMomentary();
      call = { ...describe(fact), label: question.command, call: calls++, momentary: true };
      open.push(call);
    }
    if (!call) return;
    mark(call, question);
    emit({ ...toProgress(call, 'waiting'), ...(question && { question }) });
  }

  function asking(question: Question | undefined): OpenCall | undefined {
    const id = question?.requestId ?? '';
    return id === '' ? undefined : open.find((call) => call.question?.requestId === id);
  }

  function mark(call: OpenCall, question: Question | undefined): void {
    open = open.map((other) => (other.call === call.call ? { ...other, question } : other));
  }

  function goOn(question: Question | undefined): void {
    const call = asking(question);
    if (!call) return;
    mark(call, undefined);
    emit(toProgress(call, 'running'));
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
    if (ended && (status !== 'unknown' || ended.missed || fact.receipt))
      return close({ ...ended, missed: false }, status, fact.receipt);
    if (ended || fact.callId === null || known.has(fact.callId)) return;
    // Without a gap, nobody announced it, and no more is known of it.
    if (!fact.recorded && (!gap || status !== 'unknown')) return;
    know(fact.callId);
    close({ ...describe(fact), ...UNTIMED, call: calls++, momentary: false }, status, fact.receipt);
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
    for (const family of families) if (family.call.call === call.call) family.status = status;
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
      gap = true;
      for (const call of open) close({ ...call, untimed: true, missed: true }, 'ended');
    },
    /** The reply has ended, whole or cut. */
    end(): void {
      unsettled = unsettled.map((call) => ({ ...call, missed: false }));
      // The end of calls that something should have ended was not seen.
      for (const call of open) close(call.momentary ? call : { ...call, untimed: true }, 'ended');
    },
    /** Returns whether no call is known so far. */
    isEmpty: (): boolean => calls === 0,
    /** Returns whether a call waits for an answer in a dialog of this page. */
    asks: (): boolean => open.some(({ question }) => question?.answeredBy === 'dialog'),
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

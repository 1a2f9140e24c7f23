// Progress: what streams say about tool calls, as one list of calls, whatever the source. The list
// is data: what is in flight, and what is remembered of what is over. One function for each kind of
// fact says what it changes.

import { MAX_SUBAGENTS } from './parts.ts';
import type {
  Outcome,
  Progress,
  ProgressStatus,
  Provenance,
  Question,
  Receipt,
  SubAgent,
} from './progress-types.ts';

/** One statement of a stream about a tool call. */
export interface ProgressFact {
  readonly source: 'event' | 'marker';
  readonly tool: string | null;
  readonly emoji: string | null;
  readonly label: string | null;
  readonly callId: string | null;
  /**
   * `start`: begins, and nothing will report its end (Hermes 0.9 to 0.11, markers); `waiting`: the
   * last call asks a person; `answered`: somebody has answered that question; `written`: a line
   * whose call is over; `undecided`: or never existed; `sub-agent`: one of the call that began last
   * under this name, and may be over, has changed.
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

/** A call, as the stream describes it. */
type Call = Omit<Progress, 'status' | 'receipt' | 'question'>;

interface OpenCall extends Call {
  /** Ends with the next event or text. */
  readonly momentary: boolean;
  /** Its end was missed, and may still be reported. */
  readonly missed?: boolean;
  /** It waits for the answer to this. */
  readonly question?: Question;
}

interface ReplyCalls {
  /** Called with every change of every call, in order. */
  readonly emit: (progress: Progress) => void;
  /** Called with each call that is over. */
  readonly onClose: (call: Call, status: ProgressStatus) => void;
  /** How many there were so far. */
  count: number;
  /** Calls in flight, in start order. */
  open: readonly OpenCall[];
  /** Calls with an id that ended without an outcome. */
  unsettled: readonly OpenCall[];
  /** Ids of all calls so far. */
  readonly known: Set<string>;
}

/** More concurrent calls than any agent makes; beyond, the oldest counts as ended. */
const MAX_OPEN = 200;
/** Ids remembered; more than any reply has. */
const MAX_KNOWN = 2000;

const UNTIMED = { untimed: true } as const;

/**
 * The calls of one reply. Every running call ends with an outcome or as `ended`; none is left
 * running. Creates the machine of one reply. An id is unique only among the calls in flight
 * (NousResearch/hermes-agent#16666).
 * @param emit called with every change of every call, in order
 */
export function createProgressMachine(emit: (progress: Progress) => void) {
  const families = createFamilies();
  const calls: ReplyCalls = {
    emit,
    onClose: families.settle,
    count: 0,
    open: [],
    unsettled: [],
    known: new Set(),
  };
  /** Part of the stream was missed. */
  let gap = false;

  function take(fact: ProgressFact): void {
    switch (fact.phase) {
      case 'start':
      case 'running':
        return begin(calls, fact);
      case 'waiting':
        return wait(calls, fact);
      case 'answered':
        return goOn(calls, fact.question);
      case 'sub-agent':
        return bringUp(fact);
      case 'written':
        return tellPast(calls, fact, 'ended');
      case 'undecided':
        return tellPast(calls, fact, 'undecided');
      default:
        return finish(calls, fact, fact.phase, gap);
    }
  }

  function bringUp({ tool, subAgent }: ProgressFact): void {
    const running = calls.open.findLast((call) => call.tool === tool);
    const family = subAgent ? families.bringUp(subAgent, running) : null;
    if (!family) return;
    tell(calls, family.call, family.status, { subAgents: [...family.subAgents.values()] });
  }

  return {
    fact: take,
    /**
     * A line in the text says that a call reported by another line is over: the last running one,
     * of this name if both have one. Ignored if there is none.
     */
    finishMarker(line: Pick<ProgressFact, 'tool' | 'label'>): void {
      const call = calls.open.findLast((call) => mayEnd(call, line));
      if (call) close(calls, call, 'unknown');
    },
    /** Text of the reply continued: calls whose end nothing reports are over. */
    text: (): void => closeMomentary(calls),
    /**
     * Part of the stream was missed, or its connection is lost: running calls may be over by now.
     * The end of a call with an id is still accepted later, as is the outcome of one that ended
     * without.
     */
    lose(): void {
      gap = true;
      for (const call of calls.open) close(calls, { ...call, ...UNTIMED, missed: true }, 'ended');
    },
    /** The reply has ended, whole or cut. */
    end(): void {
      calls.unsettled = calls.unsettled.map((call) => ({ ...call, missed: false }));
      // The end of calls that something should have ended was not seen.
      for (const call of calls.open)
        close(calls, call.momentary ? call : { ...call, ...UNTIMED }, 'ended');
    },
    /** Returns whether no call is known so far. */
    isEmpty: (): boolean => calls.count === 0,
    /** Returns whether a call waits for an answer in a dialog of this page. */
    asks: (): boolean => calls.open.some(({ question }) => question?.answeredBy === 'dialog'),
    /**
     * Returns whether an event announced a call with this emoji and label that is still running.
     */
    announced: (emoji: string, label: string): boolean =>
      calls.open.some(
        (call) => call.source === 'event' && call.emoji === emoji && call.label === label,
      ),
  };
}

function begin(calls: ReplyCalls, fact: ProgressFact): void {
  const momentary = fact.phase === 'start';
  const same = calls.open.find((call) => isSameCall(call, fact));
  closeMomentary(calls, same);
  if (same) return merge(calls, same, fact, momentary);
  const { callId } = fact;
  if (fact.again && callId !== null && calls.known.has(callId)) return reopen(calls, callId);
  const oldest = calls.open.length >= MAX_OPEN ? calls.open[0] : undefined;
  if (oldest) close(calls, oldest, 'ended');
  const call = { ...describe(calls, fact), momentary };
  add(calls, call);
  know(calls, callId);
  // A reused id is another call.
  settle(calls, callId);
  tell(calls, call, 'running', fact.receipt);
}

/** It was taken for over when a part of the stream was missed, and still runs. */
function reopen(calls: ReplyCalls, id: string): void {
  const call = calls.unsettled.find(({ callId, missed }) => callId === id && missed);
  if (!call) return;
  settle(calls, id);
  add(calls, { ...call, missed: false, question: undefined });
  tell(calls, call, 'running');
}

/** Adds what the first report of a call lacked: a marker has no id, an event may have no label. */
function merge(calls: ReplyCalls, call: OpenCall, fact: ProgressFact, momentary: boolean): void {
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
  update(calls, merged);
  const isNews =
    call.source !== merged.source || call.callId !== merged.callId || call.label !== merged.label;
  if (isNews || fact.receipt) tell(calls, merged, 'running', fact.receipt);
}

/** Tells of a call that ran while nobody looked, if it ran at all. */
function tellPast(calls: ReplyCalls, fact: ProgressFact, status: 'ended' | 'undecided'): void {
  tell(calls, { ...describe(calls, fact), ...UNTIMED }, status);
}

/**
 * The question names no call: it is about the one that began last, of its tool if it names one.
 * Hermes asks even if its reports of tools are switched off (`tool_progress_events: false`), and of
 * tools that it never reports: then the command is the call, and what follows shows that it is
 * over. Repeated, it is about the same call, of which more is known.
 */
function wait(calls: ReplyCalls, fact: ProgressFact): void {
  const { question } = fact;
  const same = asking(calls, question);
  let call = same ?? calls.open.findLast(({ tool }) => fact.tool === null || tool === fact.tool);
  if (question && !same && (!call || call.momentary)) {
    closeMomentary(calls);
    call = { ...describe(calls, fact), label: question.command, momentary: true };
    add(calls, call);
  }
  if (!call) return;
  update(calls, { ...call, question });
  calls.emit({ ...toProgress(call, 'waiting'), ...(question && { question }) });
}

/** @returns the call that asks this question */
function asking({ open }: ReplyCalls, question: Question | undefined): OpenCall | undefined {
  const id = question?.requestId ?? '';
  return id === '' ? undefined : open.find((call) => call.question?.requestId === id);
}

/** Somebody has answered a question: its call runs. */
function goOn(calls: ReplyCalls, question: Question | undefined): void {
  const call = asking(calls, question);
  if (!call) return;
  update(calls, { ...call, question: undefined });
  tell(calls, call, 'running');
}

/** @param gap part of the stream was missed */
function finish(calls: ReplyCalls, fact: ProgressFact, status: Outcome, gap: boolean): void {
  const { callId, receipt } = fact;
  const call = calls.open.find((call) => isEndOf(call, fact));
  closeMomentary(calls, call);
  if (call) return close(calls, call, status, receipt);
  if (callId === null) return;
  const ended = calls.unsettled.find((call) => call.callId === callId);
  if (ended) {
    const isNews = status !== 'unknown' || ended.missed || receipt;
    if (isNews) close(calls, { ...ended, missed: false }, status, receipt);
    return;
  }
  if (calls.known.has(callId)) return;
  // Without a gap, nobody announced it, and no more is known of it.
  const isMissed = gap && status === 'unknown';
  if (!fact.recorded && !isMissed) return;
  know(calls, callId);
  close(calls, { ...describe(calls, fact), ...UNTIMED, momentary: false }, status, receipt);
}

/**
 * Returns whether both report one call: the same id, or a marker and an event with the same words.
 */
function isSameCall(call: OpenCall, fact: ProgressFact): boolean {
  if (fact.callId !== null && call.callId !== null) return call.callId === fact.callId;
  if (fact.emoji === null && fact.label === null) return false;
  return call.source !== fact.source && call.emoji === fact.emoji && call.label === fact.label;
}

/**
 * Returns whether a fact reports the end of a call: by its id; without one, by the name of the
 * tool.
 */
function isEndOf(call: OpenCall, { callId, tool }: ProgressFact): boolean {
  if (callId !== null) return call.callId === callId;
  return call.callId === null && call.tool === tool && !call.momentary;
}

/** Returns whether a line may report the end of a call that a line reported. */
function mayEnd(call: OpenCall, { tool, label }: Pick<ProgressFact, 'tool' | 'label'>): boolean {
  return call.source === 'marker' && mayBe(call.tool, tool) && mayBe(call.label, label);
}

function mayBe(name: string | null, told: string | null): boolean {
  return name === null || told === null || name === told;
}

/** Describes a new call. */
function describe(calls: ReplyCalls, fact: ProgressFact): Call {
  const { source, tool, emoji, label, callId, provenance, untimed } = fact;
  const call = calls.count++;
  return { call, source, tool, emoji, label, callId, provenance, ...(untimed && UNTIMED) };
}

/** Adds a call to those in flight. */
function add(calls: ReplyCalls, call: OpenCall): void {
  calls.open = [...calls.open, call];
}

/** Puts what is known of a call now in the place of what was known before. */
function update(calls: ReplyCalls, changed: OpenCall): void {
  calls.open = calls.open.map((other) => (other.call === changed.call ? changed : other));
}

/** Remembers the id of a call. */
function know(calls: ReplyCalls, id: string | null): void {
  if (id !== null && calls.known.size < MAX_KNOWN) calls.known.add(id);
}

/** Nothing more is expected of earlier calls with this id. */
function settle(calls: ReplyCalls, id: string | null): void {
  if (id === null || calls.unsettled.length === 0) return;
  calls.unsettled = calls.unsettled.filter(({ callId }) => callId !== id);
}

/** Ends a call. */
function close(calls: ReplyCalls, call: OpenCall, status: ProgressStatus, receipt?: Receipt): void {
  calls.open = calls.open.filter((other) => other.call !== call.call);
  settle(calls, call.callId);
  const hasOutcome = status !== 'unknown' && status !== 'ended';
  if (call.callId !== null && !hasOutcome)
    calls.unsettled = [...calls.unsettled, call].slice(-MAX_OPEN);
  calls.onClose(call, status);
  tell(calls, call, status, receipt);
}

/**
 * Ends the calls whose end nothing reports. What an agent asks in words is said in the text, too,
 * and still waits.
 */
function closeMomentary(calls: ReplyCalls, except?: OpenCall): void {
  for (const call of calls.open)
    if (call.momentary && call !== except && !call.question?.clarify) close(calls, call, 'ended');
}

/** Emits what is known of a call. */
function tell(calls: ReplyCalls, call: Call, status: ProgressStatus, receipt?: Receipt): void {
  calls.emit({ ...toProgress(call, status), ...(receipt && { receipt }) });
}

/** The call as others see it. */
function toProgress(described: Call, status: ProgressStatus): Progress {
  const { call, source, tool, emoji, label, callId, provenance, untimed } = described;
  return {
    call,
    source,
    tool,
    emoji,
    label,
    callId,
    status,
    provenance,
    ...(untimed && UNTIMED),
  };
}

/** A call, and its sub-agents by name. */
interface Family {
  readonly call: Call;
  status: ProgressStatus;
  readonly subAgents: Map<string, SubAgent>;
}

/** The calls of one reply that have had sub-agents. */
function createFamilies() {
  const families: Family[] = [];

  function found(call: Call): Family {
    const family: Family = { call, status: 'running', subAgents: new Map() };
    families.push(family);
    if (families.length > MAX_OPEN) families.shift();
    return family;
  }

  return {
    /**
     * Takes what is new of a sub-agent. It belongs to the call that started it; a new one to the
     * last that runs.
     * @param running that call, if there is one
     * @returns its family; null if nothing is to be said of it
     */
    bringUp({ id, ...subAgent }: NamedSubAgent, running: Call | undefined): Family | null {
      const family =
        families.find(({ subAgents }) => subAgents.has(id)) ??
        families.find(({ call }) => call.call === running?.call) ??
        (running && found(running));
      if (!family) return null;
      const { subAgents } = family;
      if (subAgents.size >= MAX_SUBAGENTS && !subAgents.has(id)) return null;
      subAgents.set(id, subAgent);
      return family;
    },
    /** A call is over. */
    settle({ call }: Call, status: ProgressStatus): void {
      for (const family of families) if (family.call.call === call) family.status = status;
    },
  };
}

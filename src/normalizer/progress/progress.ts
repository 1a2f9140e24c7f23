// Progress: what streams say about tool calls, as one list of calls, whoever said it.

import type { Progress, ProgressStatus, Provenance } from './progress-types.ts';

/** One thing that a stream said about a tool call. */
export interface ProgressFact {
  readonly source: 'event' | 'marker';
  readonly tool: string | null;
  readonly emoji: string | null;
  readonly label: string | null;
  readonly callId: string | null;
  /**
   * `start`: begins, and nobody will say when it ends (Hermes 0.9 to 0.11, markers);
   * `written`: a marker that no call is behind any more, or never did.
   */
  readonly phase: 'start' | 'running' | 'finished' | 'failed' | 'written';
  readonly provenance: Provenance;
  /** It began before we listened: nobody knows when. */
  readonly untimed?: boolean;
}

/** The calls of one reply. Every call that was running ends as `finished`, `failed` or `ended`; none is left running. */
export interface ProgressMachine {
  fact(fact: ProgressFact): void;
  /**
   * A line in the text says that a call which another line reported is over: the last that runs, of this name where both
   * name it. Nothing for any other.
   */
  finishMarker(named: Pick<ProgressFact, 'tool' | 'label'>): void;
  /** Text of the reply went on: calls of which nobody will tell the end are over. */
  text(): void;
  /**
   * Part of the stream was missed, or its connection is lost: what runs may be over by now. The end of a call with an id
   * is still taken when it comes later.
   */
  lose(): void;
  /** The reply is over, whole or cut. */
  end(): void;
  /** Does any call run? */
  isRunning(): boolean;
  /** Did an event announce a call with this emoji and label that still runs? */
  announced(emoji: string, label: string): boolean;
}

type Named = Omit<Progress, 'status'>;

interface OpenCall extends Named {
  /** Ends with the next event or text. */
  readonly momentary: boolean;
}

/** More calls at once than any agent makes; beyond, the oldest is let go as ended. */
const MAX_OPEN = 200;

/**
 * Creates the machine of one reply (NousResearch/hermes-agent#16666: an id is unique only among the calls in flight).
 * @param emit called with every change of every call, in order
 */
export function createProgressMachine(emit: (progress: Progress) => void): ProgressMachine {
  let calls = 0;
  /** Calls in flight, in start order. */
  let open: OpenCall[] = [];
  /** Calls of which something was missed. */
  let lost: OpenCall[] = [];

  function fact(fact: ProgressFact): void {
    switch (fact.phase) {
      case 'start':
      case 'running':
        return begin(fact);
      case 'finished':
      case 'failed':
        return finish(fact, fact.phase);
      case 'written':
        // It ran while nobody looked, if it ran at all.
        return emit(toProgress({ ...describe(fact), call: calls++, untimed: true }, 'ended'));
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
    // An id that comes again is another call.
    if (call.callId !== null && lost.length > 0) lost = lost.filter(({ callId }) => callId !== call.callId);
    emit(toProgress(call, 'running'));
  }

  /** The second telling of a call adds what the first did not know: a marker has no id, an event may have no label. */
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
    const known = call.source === merged.source && call.callId === merged.callId && call.label === merged.label;
    if (!known) emit(toProgress(merged, 'running'));
  }

  function finish(fact: ProgressFact, status: 'finished' | 'failed'): void {
    const call = open.find((call) =>
      fact.callId !== null
        ? call.callId === fact.callId
        : call.callId === null && call.tool === fact.tool && !call.momentary,
    );
    closeMomentary(call);
    if (call) return close(call, status);
    const missed = fact.callId === null ? undefined : lost.find(({ callId }) => callId === fact.callId);
    // Else an orphan: the stream was joined in the middle, or the call was never announced. Nothing to show.
    if (!missed) return;
    lost = lost.filter((call) => call !== missed);
    emit(toProgress(missed, status));
  }

  function finishMarker({ tool, label }: Pick<ProgressFact, 'tool' | 'label'>): void {
    const call = open.findLast(
      (call) => call.source === 'marker' && mayBe(call.tool, tool) && mayBe(call.label, label),
    );
    if (call) close(call, 'finished');
  }

  function closeMomentary(except?: OpenCall): void {
    for (const call of open) if (call.momentary && call !== except) close(call, 'ended');
  }

  function close(call: OpenCall, status: ProgressStatus): void {
    open = open.filter((other) => other.call !== call.call);
    emit(toProgress(call, status));
  }

  return {
    fact,
    finishMarker,
    text: () => closeMomentary(),
    lose() {
      const missed = open.map((call): OpenCall => ({ ...call, untimed: true }));
      open = [];
      lost = [...lost, ...missed].slice(-MAX_OPEN);
      for (const call of missed) emit(toProgress(call, 'ended'));
    },
    end() {
      lost = [];
      // Of what somebody should have ended, nobody saw the end.
      for (const call of open) close(call.momentary ? call : { ...call, untimed: true }, 'ended');
    },
    isRunning: () => open.length > 0,
    announced: (emoji, label) =>
      open.some((call) => call.source === 'event' && call.emoji === emoji && call.label === label),
  };
}

/** Two tellings of one call: the same id, or a marker and an event with the same words. */
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
  return { call: ordinal, source, tool, emoji, label, callId, status, provenance, ...(call.untimed && UNTIMED) };
}

const UNTIMED = { untimed: true } as const;

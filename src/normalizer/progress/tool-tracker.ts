import type { Marker } from '../text/marker-grammar.ts';
import type { Report } from '../reply/reply-event.ts';
import type { RuleHit } from '../rules/rule-filter.ts';
import { createFakedCalls, type FakedCalls } from './faked-calls.ts';
import { createProgressMachine, type ProgressFact, type ProgressMachine } from './progress.ts';
import type { Provenance } from './progress-types.ts';

/**
 * The tools of one reply: what events, markers and rules say of them, and which markers of the model have no tool behind
 * them. A carrier says only who wrote a marker, as far as it can see that.
 */
export interface ToolTracker<T extends Marker>
  extends Omit<ProgressMachine, 'fact'>, Pick<FakedCalls<T>, 'unclear' | 'wrote'> {
  /** An event says something of a tool. */
  event(fact: ProgressFact): void;
  /** A rule found a line that a tool begins with. */
  hit(hit: RuleHit, phase?: ProgressFact['phase']): void;
  /** A marker reports a tool. @param untimed it may have stood there before anybody looked */
  marker(marker: Marker, phase: ProgressFact['phase'], provenance: Provenance, untimed?: boolean): void;
  /** The fate of a marker, or the end of a call, waits for what follows. */
  waits(): boolean;
  /**
   * The reply is over: reports the markers that no tool is behind, none of them a second time.
   * @param who says whether a marker that the model seems to have written is certainly its own
   */
  settle(who: (marker: T) => Provenance): void;
}

/** @param report gets every change of every call, in order */
export function createToolTracker<T extends Marker>(report: Report): ToolTracker<T> {
  const { fact, ...progress } = createProgressMachine((change) => report({ type: 'progress', progress: change }));
  const faked = createFakedCalls<T>();

  function marker(
    { emoji, label }: Marker,
    phase: ProgressFact['phase'],
    provenance: Provenance,
    untimed = false,
  ): void {
    if (provenance !== 'imitated') faked.ran({ emoji, label });
    fact({ source: 'marker', tool: null, emoji, label, callId: null, phase, provenance, untimed });
  }

  return {
    ...progress,
    unclear: faked.unclear,
    wrote: faked.wrote,
    event(said) {
      if (said.phase === 'start' || said.phase === 'running') faked.ran(said);
      fact(said);
    },
    hit({ tool, emoji, label }, phase = 'start') {
      faked.ran({ emoji, label });
      fact({ source: 'marker', tool, emoji, label, callId: null, phase, provenance: 'unknown' });
    },
    marker,
    waits: () => progress.isRunning() || faked.waits(),
    settle(who) {
      for (const alone of faked.settle()) marker(alone, 'written', who(alone));
    },
  };
}

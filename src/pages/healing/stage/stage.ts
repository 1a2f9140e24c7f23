/** The stages of the healing page, and which event leads from which to which. Pure. */
import { NOTHING_READ } from '../../../healing/scan.ts';
import type { FoundChat, HealOutcome, ScanProgress, ScanResult } from '../../../healing/types.ts';

export type Stage =
  | { readonly kind: 'start' }
  | {
      readonly kind: 'scanning';
      readonly progress: ScanProgress;
      readonly found: readonly FoundChat[];
    }
  | Results
  | Healing
  | {
      readonly kind: 'done';
      /** Scans of all chosen chats. */
      readonly outcomes: readonly HealOutcome[];
      /** What is known of the chosen chats. */
      readonly found: readonly FoundChat[];
    };

export interface Results {
  readonly kind: 'results';
  readonly result: ScanResult;
  readonly found: readonly FoundChat[];
  /** Ids of the chats to be cleaned. */
  readonly chosen: ReadonlySet<string>;
}

export interface Healing {
  readonly kind: 'healing';
  readonly total: number;
  readonly outcomes: readonly HealOutcome[];
  readonly found: readonly FoundChat[];
  /** The person asked to stop; the chats under way are finished first. */
  readonly stopping: boolean;
}

export type StageEvent =
  | { readonly type: 'scan' }
  | { readonly type: 'progress'; readonly progress: ScanProgress }
  | { readonly type: 'found'; readonly found: FoundChat }
  | { readonly type: 'scanned'; readonly result: ScanResult }
  /** The person does not wait for outstanding answers. */
  | { readonly type: 'cancel' }
  | { readonly type: 'choose'; readonly chatIds: readonly string[]; readonly on: boolean }
  | { readonly type: 'heal'; readonly total: number }
  | { readonly type: 'outcome'; readonly outcome: HealOutcome }
  | { readonly type: 'stop' }
  | { readonly type: 'healed' }
  | { readonly type: 'start' };

export const START: Stage = { kind: 'start' };

/**
 * @returns the same stage for an event that means nothing in it, such as a late one of an aborted
 * scan
 */
export function nextStage(stage: Stage, event: StageEvent): Stage {
  switch (event.type) {
    case 'scan':
      return { kind: 'scanning', progress: NOTHING_READ, found: [] };
    case 'progress':
      return stage.kind === 'scanning' ? { ...stage, progress: event.progress } : stage;
    case 'found':
      return stage.kind === 'scanning'
        ? { ...stage, found: inOrder([...stage.found, event.found]) }
        : stage;
    case 'scanned':
      return stage.kind === 'scanning'
        ? { kind: 'results', result: event.result, ...all(stage.found) }
        : stage;
    case 'cancel':
      return stage.kind === 'scanning'
        ? { kind: 'results', result: cancelled(stage.progress), ...all(stage.found) }
        : stage;
    case 'choose':
      return stage.kind === 'results'
        ? { ...stage, chosen: choose(stage, event.chatIds, event.on) }
        : stage;
    case 'heal':
      return {
        kind: 'healing',
        total: event.total,
        outcomes: [],
        found: 'found' in stage ? stage.found : [],
        stopping: false,
      };
    case 'outcome':
      return stage.kind === 'healing'
        ? { ...stage, outcomes: [...stage.outcomes, event.outcome] }
        : stage;
    case 'stop':
      return stage.kind === 'healing' ? { ...stage, stopping: true } : stage;
    case 'healed':
      return stage.kind === 'healing'
        ? { kind: 'done', outcomes: stage.outcomes, found: stage.found }
        : stage;
    case 'start':
      return START;
  }
}

/** As the server lists them. */
function inOrder(found: readonly FoundChat[]): readonly FoundChat[] {
  return found.toSorted((one, other) => one.place - other.place);
}

function cancelled(progress: ScanProgress): ScanResult {
  return { ...progress, end: 'cancelled', why: null, unread: [] };
}

/** Everything found is selected at first: that is what the person came for. */
function all(found: readonly FoundChat[]): Pick<Results, 'found' | 'chosen'> {
  return { found, chosen: new Set(found.map(({ chat }) => chat.id)) };
}

function choose({ chosen }: Results, chatIds: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  for (const id of chatIds) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

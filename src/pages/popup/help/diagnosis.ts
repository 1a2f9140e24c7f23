/**
 * The report that a person copies, with what the doctor would say of the latest reply. Pure; loaded
 * with the help.
 */
import type { ReplyTrace } from '../../../bridge/reply-trace.ts';
import type { CompanionReport } from '../../../companion/companion.ts';
import { DEFECTS, type Defect } from '../../../doctor/defects.ts';
import { DIALECT_NAMES } from '../../../doctor/dialect-names.ts';
import { excerptOf } from '../../../doctor/excerpt.ts';
import type { TabAnswer } from '../backend.ts';

/** What a developer needs to know: no address, and nothing of any chat. */
export interface ReportFacts {
  readonly tab: TabAnswer | null;
  readonly companion: CompanionReport | null;
  /** Versions, settings and the like, which need no mask. */
  readonly [fact: string]: unknown;
}

/**
 * What the doctor would say of a reply, in English in every language. No text, no name of a tool.
 */
export interface ReplyDiagnosis {
  /** Names of the formats of its stream. */
  readonly format: readonly string[];
  /** Events came that are no part of any of them. */
  readonly unknownEvents: boolean;
  /** What was wrong with it, as far as a repair for it is on. */
  readonly defects: readonly Pick<Defect, 'id' | 'defect' | 'whatWeDo'>[];
  /** How many calls there were, by what became of them last. */
  readonly calls: Readonly<Record<string, number>>;
  /** How many were removed. */
  readonly markers: number;
  /** Kinds of what was noted of the whole reply. */
  readonly notes: readonly string[];
  readonly ended: boolean;
}

/** @returns the report as JSON, to be pasted into a public issue */
export function reportOf(facts: ReportFacts): string {
  const { tab, companion } = facts;
  const trace = tab?.trace ?? null;
  const report = {
    ...facts,
    // The name of a chat is part of its address.
    tab: tab && {
      ...tab,
      waitsIn: tab.waitsIn !== null,
      trace: trace && { ...trace, steps: trace.steps.filter(isKnown) },
    },
    companion: companion && maskWhy(companion),
    lastReply: trace && diagnosisOf(trace),
  };
  return JSON.stringify(report, null, 1);
}

/** What may be part of an address: letters around a dot, a colon or a slash. */
const ADDRESS = /[\p{L}\p{N}\]][.:/]+[\p{L}\p{N}[]/u;

/**
 * Why nothing is known of the companion is said in the words of its server, or of a proxy, which
 * may name addresses.
 */
function maskWhy(companion: CompanionReport): CompanionReport {
  const { state } = companion;
  if (state.kind !== 'unknown') return companion;
  return { ...companion, state: { ...state, why: withoutAddresses(excerptOf(state.why)) } };
}

function withoutAddresses(text: string): string {
  return text.replace(/\S+/g, (word) => (ADDRESS.test(word) ? '…' : word));
}

const CALL = /^\d+ call (\d+) ([a-z-]+)$/;
const NOTE = /^\d+ note ([a-z-]+)$/;
const SEEN = /^\d+ seen ([a-z-]+)$/;
const UNKNOWN_EVENT = 'unknown-event';

/** @returns false for the words of a page that made them up */
function isKnown(step: string): boolean {
  const [id] = seenIn([step]);
  if (id === undefined) return true;
  return (
    id === UNKNOWN_EVENT || formatOf(id).length > 0 || DEFECTS.some((defect) => defect.id === id)
  );
}

function seenIn(steps: readonly string[]): readonly string[] {
  return steps.flatMap((step) => SEEN.exec(step)?.[1] ?? []);
}

export function diagnosisOf({ steps }: ReplyTrace): ReplyDiagnosis {
  const seen = seenIn(steps);
  /** The last status of each call. */
  const calls = new Map<string, string>();
  const notes = new Set<string>();
  for (const step of steps) {
    const [, call, status] = CALL.exec(step) ?? [];
    if (call !== undefined && status !== undefined) calls.set(call, status);
    const note = NOTE.exec(step)?.[1];
    if (note !== undefined) notes.add(note);
  }
  return {
    format: seen.flatMap(formatOf),
    unknownEvents: seen.includes(UNKNOWN_EVENT),
    defects: DEFECTS.filter(({ id }) => seen.includes(id)).map(({ id, defect, whatWeDo }) => ({
      id,
      defect,
      whatWeDo,
    })),
    calls: countOf([...calls.values()]),
    markers: steps.filter((step) => step.endsWith(' marker removed')).length,
    notes: [...notes],
    ended: steps.some((step) => step.endsWith(' end')),
  };
}

/** @returns nothing for an id that a page made up */
function formatOf(id: string): readonly string[] {
  // It speaks several formats.
  if (id === 'hermes') return ['Hermes'];
  return Object.hasOwn(DIALECT_NAMES, id) ? [DIALECT_NAMES[id]?.format ?? id] : [];
}

function countOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

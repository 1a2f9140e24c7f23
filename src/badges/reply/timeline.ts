/** When the calls of a reply ran, on one time axis: what overlaps, and when nothing ran. Pure. */

/** When a call began and ended, in milliseconds of any one clock. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A part of the time axis, both ends 0 to 1. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface TimeAxis {
  /** When the first call began. */
  readonly start: number;
  /** Milliseconds from there to the end of the last one. */
  readonly length: number;
  /** When none of them ran, in order. */
  readonly waits: readonly Span[];
}

/** Milliseconds below which bars would say nothing. */
const SHORTEST = 1000;

/**
 * @returns milliseconds from the first beginning to the last end, waits included: the time a person
 * waited, and the length of the axis
 */
export function wallTime(stretches: readonly Stretch[]): number {
  if (stretches.length === 0) return 0;
  return (
    Math.max(...stretches.map(({ to }) => to)) - Math.min(...stretches.map(({ from }) => from))
  );
}

/** @returns null for fewer than two calls, and if all together took under a second */
export function timeAxis(stretches: readonly Stretch[]): TimeAxis | null {
  const busy = merge(stretches);
  const [first] = busy;
  const last = busy.at(-1);
  if (stretches.length < 2 || !first || !last || last.to - first.from < SHORTEST) return null;
  const axis = { start: first.from, length: last.to - first.from, waits: [] };
  const waits = busy
    .slice(1)
    .map(({ from }, index) => spanOn(axis, { from: busy[index]?.to ?? from, to: from }));
  return { ...axis, waits };
}

/** @returns the position of a stretch on the axis */
export function spanOn({ start, length }: TimeAxis, { from, to }: Stretch): Span {
  return { from: share((from - start) / length), to: share((to - start) / length) };
}

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Merges overlapping and touching stretches; the result is in order. */
function merge(stretches: readonly Stretch[]): Stretch[] {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

import type { Counts } from '../sites/messages.ts';
import { add } from './findings.ts';

/** @returns the sums, never beyond what a number holds exactly. Pure */
export function addCountsOf(before: Counts, more: Counts): Counts {
  return {
    markers: add(before.markers, more.markers),
    tools: add(before.tools, more.tools),
    imitated: add(before.imitated, more.imitated),
  };
}

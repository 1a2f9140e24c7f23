import { ALL_REPAIRS, OPTIONAL_REPAIRS } from '../normalizer/repairs/all-repairs.ts';

/** What a repair changes: tool calls, the frames of a stream, or other content of the frames. */
export const REPAIR_GROUPS = ['tool-calls', 'frames', 'content'] as const;
export type RepairGroup = (typeof REPAIR_GROUPS)[number];

/** @returns ids of the repairs of one group, in the order in which they run */
export function repairsOf(group: RepairGroup): readonly string[] {
  return [...ALL_REPAIRS].filter((id) => groupOf(id) === group);
}

function groupOf(id: string): RepairGroup {
  if (id.includes('tool-call')) return 'tool-calls';
  return OPTIONAL_REPAIRS.has(id) ? 'content' : 'frames';
}

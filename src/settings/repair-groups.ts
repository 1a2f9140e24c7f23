import { ALL_REPAIRS, RULE_REPAIRS } from '../normalizer/repairs/all-repairs.ts';

/** What a repair mends: the calls of tools, the frames of the stream, or what is in them besides. */
export const REPAIR_GROUPS = ['tool-calls', 'frames', 'content'] as const;
export type RepairGroup = (typeof REPAIR_GROUPS)[number];

/** @returns ids of the repairs of one group, in the order in which they are made */
export function repairsOf(group: RepairGroup): readonly string[] {
  return [...ALL_REPAIRS].filter((id) => groupOf(id) === group);
}

function groupOf(id: string): RepairGroup {
  if (id.includes('tool-call')) return 'tool-calls';
  return RULE_REPAIRS.has(id) ? 'content' : 'frames';
}

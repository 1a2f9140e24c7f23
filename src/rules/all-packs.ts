import type { RulePack } from '../normalizer/rules/rule.ts';

/** The built-in rule packs, all off by default. */
export const ALL_PACKS: readonly RulePack[] = [];

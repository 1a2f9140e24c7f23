import type { SubAgent } from './progress-types.ts';

/**
 * @returns the tokens that the models of sub-agents took, and of how many sub-agents that is known
 */
export function useOfSubAgents(subAgents: readonly SubAgent[]): {
  readonly agents: number;
  readonly tokens: number;
} {
  const known = subAgents.map(({ tokens = 0 }) => tokens).filter((tokens) => tokens > 0);
  return { agents: known.length, tokens: known.reduce((sum, tokens) => sum + tokens, 0) };
}

import type { RulePack } from '../../normalizer/rules/rule.ts';

/**
 * CAIPE of CNOE: a line when a tool starts, one when it finishes, and the plan in special brackets.
 */
export const caipe: RulePack = {
  id: 'caipe',
  name: 'CAIPE',
  source: 'https://github.com/cnoe-io/ai-platform-engineering',
  rules: [
    { id: 'tool', kind: 'line', pattern: '🔧 Calling tool: **{tool}**', tells: 'start' },
    { id: 'agent', kind: 'line', pattern: '🔧 Calling {tool}...', tells: 'start' },
    { id: 'completed', kind: 'line', pattern: '✅ Tool **{tool}** completed', tells: 'end' },
    { id: 'short-plan', kind: 'line', pattern: '⟦🎯 Execution Plan{plan}⟧', tells: 'nothing' },
    {
      id: 'plan',
      kind: 'block',
      pattern: '⟦🎯 Execution Plan{title}',
      until: '{last}⟧',
      tells: 'nothing',
    },
  ],
};

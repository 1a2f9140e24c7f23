import type { RulePack } from '../../normalizer/rules/rule.ts';

/** CAIPE of CNOE: a line when a tool starts, one when it finishes, and the plan in special brackets. */
export const caipe: RulePack = {
  id: 'caipe',
  name: 'CAIPE',
  source: 'https://github.com/cnoe-io/ai-platform-engineering',
  rules: [
    {
      id: 'tool',
      kind: 'line',
      pattern: '🔧 Calling tool: **{tool}**',
      tells: 'start',
      matches: ['🔧 Calling tool: **list_clusters**\n'],
      keeps: ['🔧 Calling tool: see the manual', 'Then 🔧 Calling tool: **list_clusters**'],
    },
    {
      id: 'agent',
      kind: 'line',
      pattern: '🔧 Calling {tool}...',
      tells: 'start',
      matches: ['🔧 Calling argocd...\n'],
      keeps: ['🔧 Calling it a day.'],
    },
    {
      id: 'completed',
      kind: 'line',
      pattern: '✅ Tool **{tool}** completed',
      tells: 'end',
      matches: ['✅ Tool **list_clusters** completed\n'],
      keeps: ['✅ Tool list completed', '- ✅ Tool **x** completed'],
    },
    {
      id: 'short-plan',
      kind: 'line',
      pattern: '⟦🎯 Execution Plan{plan}⟧',
      tells: 'nothing',
      matches: ['⟦🎯 Execution Plan: list the clusters⟧\nThere are two.'],
      keeps: ['🎯 Execution Plan: list the clusters'],
    },
    {
      id: 'plan',
      kind: 'block',
      pattern: '⟦🎯 Execution Plan{title}',
      until: '{last}⟧',
      tells: 'nothing',
      matches: ['⟦🎯 Execution Plan: clusters\n1. List them\n2. Report⟧\n\nThere are two.'],
      keeps: ['⟦🎯 Execution Plan: clusters\n1. List them'],
    },
  ],
};

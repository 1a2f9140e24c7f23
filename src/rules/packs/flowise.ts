import type { RulePack } from '../../normalizer/rules/rule.ts';

/**
 * The Flowise pipeline for Open WebUI. The horizontal rule `---` before an agent's name stays, because anybody may
 * write one.
 */
export const flowise: RulePack = {
  id: 'flowise',
  name: 'Flowise',
  source: 'https://github.com/open-webui/pipelines/blob/main/examples/pipelines/integrations/flowise_pipeline.py',
  rules: [
    {
      id: 'started',
      kind: 'line',
      pattern: 'Analysis started... {time}',
      tells: 'nothing',
      matches: ['Analysis started... 2025-03-04 10:20:30\n'],
      keeps: ['Analysis started...', 'Analysis started at ten.'],
    },
    {
      id: 'agent',
      kind: 'line',
      pattern: '__Reasoning: {label} ({time})__',
      tells: 'start',
      matches: ['\n---\n\n__Reasoning: Researcher (2025-03-04 10:20:31)__\n\nI look it up.'],
      keeps: ['__Reasoning: why it works__'],
    },
    {
      id: 'complete',
      kind: 'line',
      pattern: 'Analysis complete. ({time})',
      tells: 'end',
      matches: ['\nAnalysis complete. (2025-03-04 10:20:35)\n\n'],
      keeps: ['Analysis complete.', 'Analysis complete. See above (table 2) for more.'],
    },
  ],
};

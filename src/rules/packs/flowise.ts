import type { RulePack } from '../../normalizer/rules/rule.ts';

/**
 * The Flowise pipeline for Open WebUI. The horizontal rule `---` before an agent's name stays,
 * because anybody may write one.
 */
export const flowise: RulePack = {
  id: 'flowise',
  name: 'Flowise',
  source:
    'https://github.com/open-webui/pipelines/blob/main/examples/pipelines/integrations/flowise_pipeline.py',
  rules: [
    { id: 'started', kind: 'line', pattern: 'Analysis started... {time}', tells: 'nothing' },
    { id: 'agent', kind: 'line', pattern: '__Reasoning: {label} ({time})__', tells: 'start' },
    { id: 'complete', kind: 'line', pattern: 'Analysis complete. ({time})', tells: 'end' },
  ],
};

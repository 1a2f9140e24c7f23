import type { RulePack } from '../../normalizer/rules/rule.ts';

/**
 * The blocks in which Open WebUI up to 0.9 and its pipes store tool calls in the text. Models that
 * find them in their history write such blocks themselves.
 */
export const openWebuiDetails: RulePack = {
  id: 'open-webui-details',
  name: 'Open WebUI',
  source: 'https://github.com/open-webui/open-webui/issues/20600',
  rules: [
    {
      id: 'one-line',
      kind: 'line',
      pattern: '<details type="tool_calls"{attributes}</details>',
      tells: 'nothing',
    },
    {
      id: 'call',
      kind: 'block',
      pattern: '<details type="tool_calls"{before} name="{tool}"{after}>',
      until: '</details>',
      tells: 'start',
    },
    {
      id: 'nameless',
      kind: 'block',
      pattern: '<details type="tool_calls"{attributes}>',
      until: '</details>',
      tells: 'nothing',
    },
  ],
};

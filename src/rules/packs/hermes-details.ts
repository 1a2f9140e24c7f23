import type { RulePack } from '../../normalizer/rules/rule.ts';

/** A fork of Hermes Agent that writes Open WebUI's blocks into its replies. */
export const hermesDetails: RulePack = {
  id: 'hermes-details',
  name: 'Hermes Agent (fork)',
  source: 'https://github.com/open-webui/open-webui/pull/21133',
  rules: [
    {
      id: 'call',
      kind: 'block',
      pattern:
        '<details type="tool_calls" done="true" id="{id}" name="{tool}" arguments="{arguments}">',
      until: '</details>',
      tells: 'start',
    },
  ],
};

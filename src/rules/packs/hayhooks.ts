import type { RulePack } from '../../normalizer/rules/rule.ts';

/** deepset hayhooks: writes a block, itself in a code block, for the result of each tool. */
export const hayhooks: RulePack = {
  id: 'hayhooks',
  name: 'Hayhooks (Haystack)',
  source: 'https://github.com/deepset-ai/hayhooks/blob/main/src/hayhooks/open_webui.py',
  rules: [
    {
      id: 'result',
      kind: 'block',
      pattern: '<details type="{tool}" done="true">',
      until: '</details>',
      tells: 'start',
    },
  ],
};

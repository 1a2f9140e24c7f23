import type { RulePack } from '../../normalizer/rules/rule.ts';

/** kimi-free-api: one line for each page found, before or after the reply. */
export const kimi: RulePack = {
  id: 'kimi',
  name: 'kimi-free-api',
  source: 'https://github.com/LLM-Red-Team/kimi-free-api/blob/master/src/api/controllers/chat.ts',
  rules: [
    {
      id: 'result',
      kind: 'line',
      pattern: '【检索 {number}】 [{title}]({address})',
      tells: 'nothing',
    },
    { id: 'heading', kind: 'line', pattern: '搜索结果来自：', tells: 'nothing' },
  ],
};

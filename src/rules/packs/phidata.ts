import type { RulePack } from '../../normalizer/rules/rule.ts';

/**
 * phidata and early Agno with `show_tool_calls`. When several tools run at once, the calls form a
 * list below a line "Running:"; that looks like any other list, so it stays.
 */
export const phidata: RulePack = {
  id: 'phidata',
  name: 'phidata, Agno',
  source: 'https://github.com/phidatahq/phidata/blob/main/phi/model/openai/chat.py',
  rules: [
    { id: 'call', kind: 'line', pattern: '- Running: {tool}({label})', tells: 'start' },
    { id: 'bare-call', kind: 'line', pattern: '- Running: {tool}()', tells: 'start' },
  ],
};

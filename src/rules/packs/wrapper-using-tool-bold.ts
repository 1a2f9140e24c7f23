import type { RulePack } from '../../normalizer/rules/rule.ts';

/** LangGraph wrappers that write the tool's name in bold. */
export const wrapperUsingToolBold: RulePack = {
  id: 'wrapper-using-tool-bold',
  name: 'LangGraph: 🔧 Using tool: …',
  source: 'https://docs.langchain.com/oss/python/langgraph/streaming',
  rules: [
    {
      id: 'call',
      kind: 'line',
      pattern: '🔧 **Using tool: `{tool}`**',
      tells: 'start',
      matches: ['Wait.\n\n🔧 **Using tool: `search`**'],
      keeps: ['🔧 **Using tool: a hammer**', '🔧 **Using tool: `search`** is what it writes'],
    },
  ],
};

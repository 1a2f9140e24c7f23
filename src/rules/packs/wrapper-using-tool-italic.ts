import type { RulePack } from '../../normalizer/rules/rule.ts';

/** LangGraph wrappers that write the tool's name in italics. */
export const wrapperUsingToolItalic: RulePack = {
  id: 'wrapper-using-tool-italic',
  name: 'LangGraph: _Using tool: …_',
  source: 'https://docs.langchain.com/oss/python/langgraph/streaming',
  rules: [
    {
      id: 'call',
      kind: 'line',
      pattern: '_Using tool: `{tool}`_',
      tells: 'start',
      matches: ['_Using tool: `search`_\n'],
      keeps: ['_Using tool: a hammer_', '_Using tool: `search`'],
    },
  ],
};

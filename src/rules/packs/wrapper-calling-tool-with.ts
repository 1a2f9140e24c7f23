import type { RulePack } from '../../normalizer/rules/rule.ts';

/** LangGraph wrappers that name the arguments too, in brackets. */
export const wrapperCallingToolWith: RulePack = {
  id: 'wrapper-calling-tool-with',
  name: 'LangGraph: [Calling Tool: … with …]',
  source: 'https://docs.langchain.com/oss/python/langgraph/streaming',
  rules: [
    {
      id: 'call',
      kind: 'line',
      pattern: '[Calling Tool: {tool} with {label}]',
      tells: 'start',
      matches: ['[Calling Tool: search with {"q": "x"}]\n'],
      keeps: ['[Calling Tool: search]'],
    },
  ],
};

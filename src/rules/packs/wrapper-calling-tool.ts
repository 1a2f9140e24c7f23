import type { RulePack } from '../../normalizer/rules/rule.ts';

/** LangGraph wrappers that put a bracketed line before and after a tool. */
export const wrapperCallingTool: RulePack = {
  id: 'wrapper-calling-tool',
  name: 'LangGraph: [Calling tool: …]',
  source: 'https://docs.langchain.com/oss/python/langgraph/streaming',
  rules: [
    {
      id: 'call',
      kind: 'line',
      pattern: '[Calling tool: {tool}]',
      tells: 'start',
      matches: ['\n[Calling tool: search]\n'],
      keeps: ['[Calling tool: search] is what it writes', '> [Calling tool: search]'],
    },
    {
      id: 'complete',
      kind: 'line',
      pattern: '[Tool complete]',
      tells: 'end',
      matches: ['[Tool complete]\nFound it.'],
      keeps: ['[Tool complete](#tools)'],
    },
  ],
};

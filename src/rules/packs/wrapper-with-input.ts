import type { RulePack } from '../../normalizer/rules/rule.ts';

/** LangGraph wrappers that quote tool and input. */
export const wrapperWithInput: RulePack = {
  id: 'wrapper-with-input',
  name: 'LangGraph: > Calling tool: … with input',
  source: 'https://docs.langchain.com/oss/python/langgraph/streaming',
  rules: [
    {
      id: 'call',
      kind: 'line',
      pattern: '> Calling tool: **{tool}** with input: {label}',
      tells: 'start',
      matches: ['\n> Calling tool: **search** with input: {"q": "x"}\n'],
      keeps: ['> Calling tool: **search**', 'Calling tool: **search** with input: x'],
    },
  ],
};

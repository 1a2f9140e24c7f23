import type { RulePack } from '../../normalizer/rules/rule.ts';

/** LangGraph wrappers that name tool and arguments in one line. */
export const wrapperWithArguments: RulePack = {
  id: 'wrapper-with-arguments',
  name: 'LangGraph: ⚙️ Calling tool: … with arguments',
  source: 'https://docs.langchain.com/oss/python/langgraph/streaming',
  rules: [
    {
      id: 'call',
      kind: 'line',
      pattern: '⚙️ Calling tool: **{tool}** with arguments: {label}',
      tells: 'start',
      matches: ['⚙️ Calling tool: **search** with arguments: {"q": "x"}\n'],
      keeps: ['⚙️ Calling tool: **search**', '⚙️ Settings'],
    },
  ],
};

import type { RulePack } from '../../normalizer/rules/rule.ts';

/** Wrappers of LangGraph that give the parameters a line. The rule `---` behind them stays: anybody writes that. */
export const wrapperParameters: RulePack = {
  id: 'wrapper-parameters',
  name: 'LangGraph: 🔧 Calling tool, Parameters',
  source: 'https://docs.langchain.com/oss/python/langgraph/streaming',
  rules: [
    {
      id: 'call',
      kind: 'line',
      pattern: '🔧 Calling tool: **{tool}**',
      tells: 'start',
      matches: ['🔧 Calling tool: **search**\n\nParameters: `{"q": "x"}`\n\n---\n\n'],
      keeps: ['🔧 Calling tool: see the manual'],
    },
    {
      id: 'parameters',
      kind: 'line',
      pattern: 'Parameters: `{{{parameters}}`',
      tells: 'nothing',
      matches: ['Parameters: `{"q": "x"}`\n'],
      keeps: ['Parameters: `name`, `age`', 'Parameters: {"q": "x"}'],
    },
    {
      id: 'no-parameters',
      kind: 'line',
      pattern: 'Parameters: `{{}`',
      tells: 'nothing',
      matches: ['Parameters: `{}`\n'],
      keeps: ['Parameters: none'],
    },
  ],
};

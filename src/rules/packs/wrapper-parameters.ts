import type { RulePack } from '../../normalizer/rules/rule.ts';

/**
 * LangGraph wrappers that put the parameters on their own line. The horizontal rule `---` after them stays, because
 * anybody may write one.
 */
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

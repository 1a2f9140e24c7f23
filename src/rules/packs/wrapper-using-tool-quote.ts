import type { RulePack } from '../../normalizer/rules/rule.ts';

/** LangGraph wrappers that quote the tool's name, with or without dots after it. */
export const wrapperUsingToolQuote: RulePack = {
  id: 'wrapper-using-tool-quote',
  name: 'LangGraph: > Using tool: …',
  source: 'https://docs.langchain.com/oss/python/langgraph/streaming',
  rules: [
    {
      id: 'call',
      kind: 'line',
      pattern: '> Using tool: `{tool}`',
      tells: 'start',
      matches: ['> Using tool: `search`\n'],
      keeps: ['> Using tool: a hammer', 'Using tool: `search`'],
    },
    {
      id: 'call-dots',
      kind: 'line',
      pattern: '> Using tool: `{tool}`...',
      tells: 'start',
      matches: ['> Using tool: `search`...\n'],
      keeps: ['> Using tool: `search` or not'],
    },
    {
      id: 'call-ellipsis',
      kind: 'line',
      pattern: '> Using tool: `{tool}`…',
      tells: 'start',
      matches: ['> Using tool: `search`…\n'],
      keeps: ['> Using tool: `search` …'],
    },
  ],
};

import type { RulePack } from '../../normalizer/rules/rule.ts';

function wrapper(id: string, name: string, rules: RulePack['rules']): RulePack {
  const source = 'https://docs.langchain.com/oss/python/langgraph/streaming';
  return { id: `wrapper-${id}`, name: `LangGraph: ${name}`, source, rules };
}

/** Ways in which wrappers of LangGraph agents write tool calls into a reply. */
export const WRAPPERS: readonly RulePack[] = [
  // Put a bracketed line before and after a tool.
  wrapper('calling-tool', '[Calling tool: …]', [
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
  ]),
  // Name the arguments too, in brackets.
  wrapper('calling-tool-with', '[Calling Tool: … with …]', [
    {
      id: 'call',
      kind: 'line',
      pattern: '[Calling Tool: {tool} with {label}]',
      tells: 'start',
      matches: ['[Calling Tool: search with {"q": "x"}]\n'],
      keeps: ['[Calling Tool: search]'],
    },
  ]),
  // Write the tool's name in bold.
  wrapper('using-tool-bold', '🔧 Using tool: …', [
    {
      id: 'call',
      kind: 'line',
      pattern: '🔧 **Using tool: `{tool}`**',
      tells: 'start',
      matches: ['Wait.\n\n🔧 **Using tool: `search`**'],
      keeps: ['🔧 **Using tool: a hammer**', '🔧 **Using tool: `search`** is what it writes'],
    },
  ]),
  // Quote the tool's name, with or without dots after it.
  wrapper('using-tool-quote', '> Using tool: …', [
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
  ]),
  // Write the tool's name in italics.
  wrapper('using-tool-italic', '_Using tool: …_', [
    {
      id: 'call',
      kind: 'line',
      pattern: '_Using tool: `{tool}`_',
      tells: 'start',
      matches: ['_Using tool: `search`_\n'],
      keeps: ['_Using tool: a hammer_', '_Using tool: `search`'],
    },
  ]),
  // Put the parameters on their own line. The horizontal rule `---` after them stays, because anybody may write one.
  wrapper('parameters', '🔧 Calling tool, Parameters', [
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
  ]),
  // Name tool and arguments in one line.
  wrapper('with-arguments', '⚙️ Calling tool: … with arguments', [
    {
      id: 'call',
      kind: 'line',
      pattern: '⚙️ Calling tool: **{tool}** with arguments: {label}',
      tells: 'start',
      matches: ['⚙️ Calling tool: **search** with arguments: {"q": "x"}\n'],
      keeps: ['⚙️ Calling tool: **search**', '⚙️ Settings'],
    },
  ]),
  // Quote tool and input.
  wrapper('with-input', '> Calling tool: … with input', [
    {
      id: 'call',
      kind: 'line',
      pattern: '> Calling tool: **{tool}** with input: {label}',
      tells: 'start',
      matches: ['\n> Calling tool: **search** with input: {"q": "x"}\n'],
      keeps: ['> Calling tool: **search**', 'Calling tool: **search** with input: x'],
    },
  ]),
];

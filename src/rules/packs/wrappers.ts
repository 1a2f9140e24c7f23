import type { RulePack } from '../../normalizer/rules/rule.ts';

function wrapper(id: string, name: string, rules: RulePack['rules']): RulePack {
  const source = 'https://docs.langchain.com/oss/python/langgraph/streaming';
  return { id: `wrapper-${id}`, name: `LangGraph: ${name}`, source, rules };
}

/** Ways in which wrappers of LangGraph agents write tool calls into a reply. */
export const WRAPPERS: readonly RulePack[] = [
  // Put a bracketed line before and after a tool.
  wrapper('calling-tool', '[Calling tool: …]', [
    { id: 'call', kind: 'line', pattern: '[Calling tool: {tool}]', tells: 'start' },
    { id: 'complete', kind: 'line', pattern: '[Tool complete]', tells: 'end' },
  ]),
  // Name the arguments too, in brackets.
  wrapper('calling-tool-with', '[Calling Tool: … with …]', [
    { id: 'call', kind: 'line', pattern: '[Calling Tool: {tool} with {label}]', tells: 'start' },
  ]),
  // Write the tool's name in bold.
  wrapper('using-tool-bold', '🔧 Using tool: …', [
    { id: 'call', kind: 'line', pattern: '🔧 **Using tool: `{tool}`**', tells: 'start' },
  ]),
  // Quote the tool's name, with or without dots after it.
  wrapper('using-tool-quote', '> Using tool: …', [
    { id: 'call', kind: 'line', pattern: '> Using tool: `{tool}`', tells: 'start' },
    { id: 'call-dots', kind: 'line', pattern: '> Using tool: `{tool}`...', tells: 'start' },
    { id: 'call-ellipsis', kind: 'line', pattern: '> Using tool: `{tool}`…', tells: 'start' },
  ]),
  // Write the tool's name in italics.
  wrapper('using-tool-italic', '_Using tool: …_', [
    { id: 'call', kind: 'line', pattern: '_Using tool: `{tool}`_', tells: 'start' },
  ]),
  // Put the parameters on their own line. The horizontal rule `---` after them stays, because
  // anybody may write one.
  wrapper('parameters', '🔧 Calling tool, Parameters', [
    { id: 'call', kind: 'line', pattern: '🔧 Calling tool: **{tool}**', tells: 'start' },
    { id: 'parameters', kind: 'line', pattern: 'Parameters: `{{{parameters}}`', tells: 'nothing' },
    { id: 'no-parameters', kind: 'line', pattern: 'Parameters: `{{}`', tells: 'nothing' },
  ]),
  // Name tool and arguments in one line.
  wrapper('with-arguments', '⚙️ Calling tool: … with arguments', [
    {
      id: 'call',
      kind: 'line',
      pattern: '⚙️ Calling tool: **{tool}** with arguments: {label}',
      tells: 'start',
    },
  ]),
  // Quote tool and input.
  wrapper('with-input', '> Calling tool: … with input', [
    {
      id: 'call',
      kind: 'line',
      pattern: '> Calling tool: **{tool}** with input: {label}',
      tells: 'start',
    },
  ]),
];

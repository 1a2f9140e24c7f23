/**
 * Texts from which each rule of the built-in packs removes something, and texts that it leaves
 * alone.
 */
export const EXAMPLES: Readonly<
  Record<string, { readonly removed: readonly string[]; readonly kept: readonly string[] }>
> = {
  'hermes-other-markers/memory': {
    removed: ['Noted.\n[memory]\n'],
    kept: ['[memory] is a list', '- [memory]', '[memory](#notes)'],
  },
  'hermes-other-markers/calling-tool': {
    removed: ['[Calling tool: terminal with arguments: {"command": "ls"}]\n'],
    kept: ['[Calling tool: terminal]'],
  },
  'hermes-other-markers/short-message': {
    removed: [
      '[OUT-OF-BAND USER MESSAGE — from the user] Stop. [/OUT-OF-BAND USER MESSAGE]\nI stop.',
    ],
    kept: ['[OUT-OF-BAND USER MESSAGE]'],
  },
  'hermes-other-markers/message': {
    removed: [
      '[OUT-OF-BAND USER MESSAGE — from the user]\nStop.\n[/OUT-OF-BAND USER MESSAGE]\nI stop.',
    ],
    kept: ['[OUT-OF-BAND USER MESSAGE — from the user]\nStop.\n\nI stop.'],
  },
  'hermes-details/call': {
    removed: [
      'Let me look.\n<details type="tool_calls" done="true" id="c1" name="terminal" arguments="&quot;ls&quot;">\n<summary>Tool Executed</summary>\na.txt\n</details>\nOne file.',
    ],
    kept: [
      '```\n<details type="tool_calls" done="true" id="c1" name="terminal" arguments="&quot;ls&quot;">\n</details>\n```',
      '<details type="tool_calls" done="false" id="c1" name="terminal" arguments="">\n</details>',
    ],
  },
  'open-webui-details/one-line': {
    removed: [
      '<details type="tool_calls" done="true" id="call_1" name="get_time" arguments="&quot;{}&quot;" result="&quot;12:00&quot;" files=""><summary>Tool Executed</summary></details>',
    ],
    kept: ['<details><summary>More</summary>Text</details>'],
  },
  'open-webui-details/call': {
    removed: [
      '<details type="tool_calls" done="true" id="call_1" name="get_time" arguments="&quot;{}&quot;" result="&quot;12:00&quot;" files="">\n<summary>Tool Executed</summary>\n</details>\n\nIt is noon.',
    ],
    kept: [
      '<details>\n<summary>More</summary>\nText\n</details>',
      '```html\n<details type="tool_calls" done="true" id="call_1" name="get_time" arguments="&quot;{}&quot;" result="&quot;12:00&quot;" files="">\n<summary>Tool Executed</summary>\n</details>\n```',
    ],
  },
  'open-webui-details/nameless': {
    removed: [
      '<details type="tool_calls" done="false">\n<summary>Executing…</summary>\n</details>',
    ],
    kept: [
      '<details type="reasoning" done="true" duration="3">\n<summary>Thought for 3 seconds</summary>\n> Hm.\n</details>',
    ],
  },
  'hayhooks/result': {
    removed: [
      '<details type="web_search" done="true">\n<summary>Tool call result for \'web_search\'</summary>\n\n```\nArguments:\n{"q": "x"}\n\nResponse:\nfound\n```\n</details>\n\nFound it.',
    ],
    kept: [
      '<details type="reasoning" done="true" duration="3">\n<summary>Thought</summary>\n</details>',
      '<details>\n<summary>More</summary>\n</details>',
    ],
  },
  'phidata/call': {
    removed: ['\n - Running: web_search(query=weather in Rome)\n\nIt is sunny.'],
    kept: ['- Running: three times a week', 'Running: web_search(query=x)'],
  },
  'phidata/bare-call': {
    removed: ['\n - Running: get_time()\n\nIt is noon.'],
    kept: ['- Running:\n  get_time()'],
  },
  'caipe/tool': {
    removed: ['🔧 Calling tool: **list_clusters**\n'],
    kept: ['🔧 Calling tool: see the manual', 'Then 🔧 Calling tool: **list_clusters**'],
  },
  'caipe/agent': {
    removed: ['🔧 Calling argocd...\n'],
    kept: ['🔧 Calling it a day.'],
  },
  'caipe/completed': {
    removed: ['✅ Tool **list_clusters** completed\n'],
    kept: ['✅ Tool list completed', '- ✅ Tool **x** completed'],
  },
  'caipe/short-plan': {
    removed: ['⟦🎯 Execution Plan: list the clusters⟧\nThere are two.'],
    kept: ['🎯 Execution Plan: list the clusters'],
  },
  'caipe/plan': {
    removed: ['⟦🎯 Execution Plan: clusters\n1. List them\n2. Report⟧\n\nThere are two.'],
    kept: ['⟦🎯 Execution Plan: clusters\n1. List them'],
  },
  'flowise/started': {
    removed: ['Analysis started... 2025-03-04 10:20:30\n'],
    kept: ['Analysis started...', 'Analysis started at ten.'],
  },
  'flowise/agent': {
    removed: ['\n---\n\n__Reasoning: Researcher (2025-03-04 10:20:31)__\n\nI look it up.'],
    kept: ['__Reasoning: why it works__'],
  },
  'flowise/complete': {
    removed: ['\nAnalysis complete. (2025-03-04 10:20:35)\n\n'],
    kept: ['Analysis complete.', 'Analysis complete. See above (table 2) for more.'],
  },
  'kimi/result': {
    removed: ['【检索 1】 [天气预报](/weather)\n'],
    kept: ['【检索 1】', '见【检索 1】 [天气预报](/weather)'],
  },
  'kimi/heading': {
    removed: ['今天晴。\n\n搜索结果来自：\n'],
    kept: ['搜索结果来自：百度'],
  },
  'wrapper-calling-tool/call': {
    removed: ['\n[Calling tool: search]\n'],
    kept: ['[Calling tool: search] is what it writes', '> [Calling tool: search]'],
  },
  'wrapper-calling-tool/complete': {
    removed: ['[Tool complete]\nFound it.'],
    kept: ['[Tool complete](#tools)'],
  },
  'wrapper-calling-tool-with/call': {
    removed: ['[Calling Tool: search with {"q": "x"}]\n'],
    kept: ['[Calling Tool: search]'],
  },
  'wrapper-using-tool-bold/call': {
    removed: ['Wait.\n\n🔧 **Using tool: `search`**'],
    kept: ['🔧 **Using tool: a hammer**', '🔧 **Using tool: `search`** is what it writes'],
  },
  'wrapper-using-tool-quote/call': {
    removed: ['> Using tool: `search`\n'],
    kept: ['> Using tool: a hammer', 'Using tool: `search`'],
  },
  'wrapper-using-tool-quote/call-dots': {
    removed: ['> Using tool: `search`...\n'],
    kept: ['> Using tool: `search` or not'],
  },
  'wrapper-using-tool-quote/call-ellipsis': {
    removed: ['> Using tool: `search`…\n'],
    kept: ['> Using tool: `search` …'],
  },
  'wrapper-using-tool-italic/call': {
    removed: ['_Using tool: `search`_\n'],
    kept: ['_Using tool: a hammer_', '_Using tool: `search`'],
  },
  'wrapper-parameters/call': {
    removed: ['🔧 Calling tool: **search**\n\nParameters: `{"q": "x"}`\n\n---\n\n'],
    kept: ['🔧 Calling tool: see the manual'],
  },
  'wrapper-parameters/parameters': {
    removed: ['Parameters: `{"q": "x"}`\n'],
    kept: ['Parameters: `name`, `age`', 'Parameters: {"q": "x"}'],
  },
  'wrapper-parameters/no-parameters': {
    removed: ['Parameters: `{}`\n'],
    kept: ['Parameters: none'],
  },
  'wrapper-with-arguments/call': {
    removed: ['⚙️ Calling tool: **search** with arguments: {"q": "x"}\n'],
    kept: ['⚙️ Calling tool: **search**', '⚙️ Settings'],
  },
  'wrapper-with-input/call': {
    removed: ['\n> Calling tool: **search** with input: {"q": "x"}\n'],
    kept: ['> Calling tool: **search**', 'Calling tool: **search** with input: x'],
  },
};

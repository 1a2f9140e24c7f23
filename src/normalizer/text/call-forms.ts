/**
 * One way in which models write a tool call into their text, when no parser of the server takes it
 * out.
 */
export interface CallForm {
  readonly name: FormName;
  /**
   * The models that are trained to write it; null if any may, such as one that imitates its
   * history.
   */
  readonly model: string | null;
  /**
   * `tokens`: the model's own special tokens, which nobody else writes. `tags`: markup. `told`: in
   * words. `json`: bare, found by its members (`partsOfCall`), not by its pattern.
   */
  readonly kind: 'tokens' | 'tags' | 'told' | 'json';
  /** Other programs write such markup, too: it counts only for a tool that is known. */
  readonly isCommon?: true;
  /**
   * How a call begins. Its first group that matches is the tool's name, which may also stand
   * behind, as JSON.
   */
  readonly pattern: RegExp;
  /**
   * With which texts a call begins that may be made a real one (src/package/calls/read-calls.ts);
   * none if it is only told.
   */
  readonly opens?: readonly string[];
  /**
   * How it ends; without it, a call ends with the JSON behind its beginning, or else with its line.
   */
  readonly close?: RegExp;
}

/** A tag or a name in which DeepSeek's bars may be of several kinds, as tokenizers write them. */
const BARS = '[|｜‖]{1,2}';
/**
 * A token of DeepSeek and Step, which some tokenizers write with plain bars, or with plain blanks.
 */
function deepSeek(name: string): string {
  const wide = name.replaceAll('_', '▁');
  return `<(?:｜tool[▁_]${name.replaceAll('_', '[▁_]')}｜|\\|tool▁${wide}\\|)>`;
}

/** Every form that is known; the docs list them (docs/limits.md). */
export const CALL_FORMS: readonly CallForm[] = [
  {
    name: 'DeepSeek V3, R1',
    model: 'DeepSeek',
    kind: 'tokens',
    opens: ['<｜tool▁calls▁begin｜>', '<｜tool▁call▁begin｜>'],
    pattern: new RegExp(
      `${deepSeek('calls_begin')}(?:\\s{0,9}${deepSeek('call_begin')}(?:function${deepSeek('sep')})?(\\w[\\w.-]{0,63}))?|${deepSeek('call_begin')}(?:function${deepSeek('sep')})?(\\w[\\w.-]{0,63})`,
    ),
    close: new RegExp(
      `${deepSeek('calls_end')}|${deepSeek('call_end')}(?!\\s{0,9}(?:${deepSeek('call_begin')}|${deepSeek('calls_end')}))`,
    ),
  },
  {
    name: 'DeepSeek V3.2, V4',
    model: 'DeepSeek',
    kind: 'tokens',
    opens: ['<｜DSML｜'],
    pattern: new RegExp(
      `<${BARS}\\s?DSML\\s?${BARS}\\s?(?:(?:function|tool)_calls>(?:\\s{0,9}<${BARS}\\s?DSML\\s?${BARS}\\s?invoke name="([\\w.:-]{1,64})")?|invoke name="([\\w.:-]{1,64})")`,
    ),
    close: new RegExp(`</${BARS}\\s?DSML\\s?${BARS}\\s?(?:function|tool)_calls>`),
  },
  {
    name: 'Kimi K2',
    model: 'Kimi',
    kind: 'tokens',
    opens: ['<|tool_calls_section_begin|>'],
    pattern:
      /<\|tool_calls_section_begin\|>(?:\s{0,9}<\|tool_call_begin\|>\s{0,9}(?:functions\.)?([\w.-]{1,64})(?::\d{1,9})?)?|<\|tool_call_begin\|>\s{0,9}(?:functions\.)?([\w.-]{1,64})(?::\d{1,9})?/,
    close: /<\|tool_calls_section_end\|>/,
  },
  {
    name: 'Kimi K2 without its tokens',
    model: 'Kimi',
    kind: 'tokens',
    pattern: /(?<![\w./])functions\.([\w-]{1,64}):\d{1,9}(?=\s{0,9}(?:<\||\{))/,
  },
  {
    name: 'Kimi K3',
    model: 'Kimi',
    kind: 'tokens',
    pattern: /<\|open\|>(?:tools|call)[^\n]{0,20}?tool="([\w.:-]{1,64})"|<\|open\|>(?:tools|call)/,
    close: /<\|close\|>tools(?:message<\|sep\|>)?/,
  },
  {
    name: 'gpt-oss (harmony)',
    model: 'gpt-oss',
    kind: 'tokens',
    opens: ['<|channel|>', '<|start|>assistant'],
    pattern:
      /(?:<\|start\|>assistant\s{0,3})?(?:<\|channel\|>\s{0,3}(?:commentary|analysis)\s{1,3}to=|to=(?=[\w.]{1,64}\s{0,3}<\|channel\|>))(?:functions\.)?([\w.]{1,64})/,
    close: /<\|call\|>/,
  },
  {
    name: 'gpt-oss without its tokens',
    model: 'gpt-oss',
    kind: 'tokens',
    pattern:
      /(?<!\w)(?:assistant)?(?:(?:commentary|analysis)\s{1,3})?to=(?:functions\.)?([\w.]{1,64})\s{0,3}(?:(?:json|code)\s{0,3})?(?=<\||\{)/,
  },
  {
    name: 'several calls of OpenAI',
    model: 'OpenAI',
    kind: 'tags',
    pattern:
      /\{\s{0,9}"tool_uses"\s{0,9}:\s{0,9}\[\s{0,9}\{\s{0,9}"recipient_name"\s{0,9}:\s{0,9}"functions\.([\w.]{1,64})"/,
    close: /\}\s{0,9}\]\s{0,9}\}/,
  },
  {
    name: 'Mistral',
    model: 'Mistral',
    kind: 'tokens',
    opens: ['[TOOL_CALLS]'],
    pattern:
      /\[TOOL_CALLS?\]\s{0,9}(?:(?=[[{])|(\w[\w.-]{0,63})(?:\[CALL_ID\]\w{1,64})?(?:\[ARGS\])?\s{0,9}(?=[[{]))/,
  },
  {
    name: 'Llama 3',
    model: 'Llama 3',
    kind: 'tokens',
    opens: ['<|python_tag|>'],
    pattern: /<\|python_tag\|>\s{0,9}(?:(?=\{)|(\w[\w.]{0,63}?)(?:\.call)?(?=\s{0,3}\())/,
  },
  {
    name: 'Llama 4',
    model: 'Llama 4',
    kind: 'tokens',
    opens: ['<|python_start|>'],
    pattern: /<\|python_start\|>\s{0,9}\[?(\w{1,64})(?=\()/,
    close: /<\|python_end\|>/,
  },
  {
    name: 'FunctionGemma',
    model: 'FunctionGemma',
    kind: 'tokens',
    opens: ['<start_function_call>call:'],
    pattern: /<start_function_call>\s{0,9}call:([\w.-]{1,64})/,
    close: /<end_function_call>/,
  },
  {
    name: 'Gemma 4',
    model: 'Gemma',
    kind: 'tokens',
    opens: ['<|tool_call>call:'],
    pattern: /<\|tool_call>\s{0,9}call:([\w.-]{1,64})/,
    close: /<tool_call\|>/,
  },
  {
    name: 'Granite 3',
    model: 'Granite',
    kind: 'tokens',
    opens: ['<|tool_call|>'],
    pattern: /<\|(?:tool_calls?|function_call)\|>\s{0,9}(?=[[{])/,
  },
  {
    name: 'Phi-4-mini',
    model: 'Phi',
    kind: 'tokens',
    opens: ['functools['],
    pattern: /(?<!\w)functools(?=\[\{)/,
  },
  {
    name: 'Command R7B, Command A',
    model: 'Command R',
    kind: 'tokens',
    opens: ['<|START_ACTION|>'],
    pattern: /<\|START_ACTION\|>/,
    close: /<\|END_ACTION\|>/,
  },
  {
    name: 'InternLM 2',
    model: 'InternLM',
    kind: 'tokens',
    opens: ['<|action_start|>'],
    pattern: /<\|action_start\|>/,
    close: /<\|action_end\|>/,
  },
  {
    name: 'LFM2',
    model: 'LFM2',
    kind: 'tokens',
    opens: ['<|tool_call_start|>'],
    pattern: /<\|tool_call_start\|>\s{0,9}\[?(\w{1,64})?/,
    close: /<\|tool_call_end\|>/,
  },
  {
    name: 'Apertus',
    model: 'Apertus',
    kind: 'tokens',
    opens: ['<|tools_prefix|>'],
    pattern: /<\|tools_prefix\|>(?=\s{0,9}\[)/,
    close: /<\|tools_suffix\|>/,
  },
  {
    name: 'Functionary',
    model: 'Functionary',
    kind: 'tokens',
    opens: ['>>>'],
    pattern: /^>>>([\w.]{1,64})\n(?=\{)|<\|recipient\|>\s{0,3}([\w.]{1,64})\n/m,
  },
  {
    name: 'Qwen 2, in words',
    model: 'Qwen',
    kind: 'tokens',
    opens: ['✿FUNCTION✿'],
    pattern: /✿FUNCTION✿: ?([\w.-]{1,64})\s{1,9}✿ARGS✿: ?/,
  },
  {
    name: 'Qwen3-Coder',
    model: 'Qwen3-Coder',
    kind: 'tags',
    opens: ['<function='],
    pattern:
      /(?:<(?:seed:)?tool_call>\s{0,9})?<function=([\w.-]{1,64})>(?=\s{0,9}(?:<parameter|<\/function|\{|(?![^]))|\n)/,
    close: /<\/function>/,
  },
  {
    name: 'MiniMax',
    model: 'MiniMax',
    kind: 'tags',
    opens: ['<minimax:tool_call>'],
    pattern: /<minimax:tool_call>(?:\s{0,9}<?invoke name="([\w.:-]{1,64})")?/,
    close: /<\/minimax:tool_call>/,
  },
  {
    name: 'GLM',
    model: 'GLM',
    kind: 'tags',
    pattern: /<tool_call>\s{0,9}([\w.-]{1,64})\s{0,9}(?=<arg_key>|<\/tool_call>)/,
    close: /<\/tool_call>/,
  },
  {
    name: 'Hermes, Qwen 2.5 and 3',
    model: 'Hermes, Qwen',
    kind: 'tags',
    opens: ['<tool_call>'],
    pattern: /<tool_call>\s{0,9}(?:(?=\{)|([\w.-]{1,64})\s{0,9}(?=[({]))/,
    close: /<\/tool_call>/,
  },
  {
    name: 'Claude',
    model: 'Claude',
    kind: 'tags',
    opens: ['<function_calls>'],
    pattern:
      /<(?:\w{1,20}:)?(?:function_calls|tool_call)>\s{0,9}<(?:\w{1,20}:)?invoke name="([\w.:-]{1,64})">?(?=\s{0,9}(?:<|(?![^]))|\n)|<(?:\w{1,20}:)?invoke name="([\w.:-]{1,64})">\s{0,9}(?=<(?:\w{1,20}:)?parameter name=")/,
    close: /<\/(?:\w{1,20}:)?(?:function_calls|invoke)>/,
  },
  {
    name: 'a list in tags (Nemotron, Hunyuan, Jamba, Granite 20B, LongCat)',
    model: null,
    kind: 'tags',
    opens: ['<TOOLCALL>', '<tool_calls>', '<function_call>'],
    pattern:
      /<(?:tool_?calls?|TOOLCALL|function_calls?|longcat_tool_call)>\s{0,9}(?:(?=\[\s{0,9}\{|\{)|(\w{1,64})\()/,
    close: /<\/(?:tool_?calls?|TOOLCALL|function_calls?|longcat_tool_call)>/,
  },
  {
    name: 'a name in a tag',
    model: null,
    kind: 'tags',
    pattern:
      /(?:<tool_calls>\s{0,9})?<(?:tool_call|tool_use|function_call) (?:\w{1,20}="[^"\n]{0,200}" ){0,9}name=["']?([\w.:-]{1,64})["']?[^>\n]{0,2000}>/,
    close: /<\/(?:tool_call|tool_use|function_call)>|\/>/,
  },
  {
    name: 'a name in a tag that others have, too',
    model: null,
    kind: 'tags',
    isCommon: true,
    pattern:
      /<?\b(?:invoke|function|(?:use_)?tool|call) (?:\w{1,20}="[^"\n]{0,200}" ){0,9}name=["']?([\w.:-]{1,64})["']?[^>\n]{0,2000}>(?=\s{0,9}(?:<|\{|\n|[^\n<]{0,200}<\/|(?:parameter|command)\b|(?![^])))|<tool:([\w.-]{1,64})>(?=\{)/,
    close: /<\/(?:invoke|function|(?:use_)?tool(?::[\w.-]{1,64})?|call)>/,
  },
  {
    name: 'a name between tags',
    model: null,
    kind: 'tags',
    pattern:
      /(?:<function_calls>\s{0,9}<invoke>|<(?:tool_use|tool_call|function_call)>)\s{0,9}(?:<(?:tool_)?name>\s{0,9}([\w.:-]{1,64})|([\w.-]{1,64})(?=\s{0,9}<\/))/,
    close: /<\/(?:tool_use|tool_call|function_calls?)>/,
  },
  {
    name: 'a block of Open WebUI',
    model: null,
    kind: 'tags',
    pattern: /<details type="tool_calls" [^>\n]{0,4000}?name="([\w.:-]{1,64})"[^>\n]{0,9000}>/,
    close: /<\/details>/,
  },
  {
    name: 'a dictionary of Python',
    model: null,
    kind: 'told',
    pattern:
      /\{\s{0,9}'(?:name|tool|tool_name|function)': ?'([\w.:-]{1,64})',\s{0,9}'(?:arguments|parameters|args|params|input)': ?\{/,
  },
  {
    name: 'in brackets',
    model: null,
    kind: 'told',
    pattern:
      /^[ \t]{0,9}\[(?:calling tool|(?:historical )?tool[ _]call|using tool|tool use):? {1,3}["'`]?([\w.:-]{1,64})[^\n{}\]]{0,60}(?:\]|(?=\{))(?:\s{0,3}Arguments: )?/im,
  },
  {
    name: 'between brackets',
    model: null,
    kind: 'told',
    pattern:
      /\[(?:TOOL_CALL|TOOL_REQUEST)\]\s{0,9}(?:(?=\{\s{0,9}")|\{\s{0,9}tool => "([\w.:-]{1,64})")/,
    close: /\[\/TOOL_CALL\]|\[END_TOOL_REQUEST\]/,
  },
  {
    name: 'ReAct',
    model: null,
    kind: 'told',
    pattern: /^(?:Thought: [^\n]{0,2000}\n+)?Action: {0,3}([\w.-]{1,64}) *\n+Action Input:/m,
  },
  {
    name: 'line by line',
    model: null,
    kind: 'told',
    pattern: /^(?:\[[^\]\n]{1,60}\]\n)?Tool: {0,3}([\w.-]{1,64}) *\nInput: {0,3}(?=\{)/m,
  },
  {
    name: 'progress of a wrapper',
    model: null,
    kind: 'told',
    pattern:
      /^[^\w\n]{0,9}calling tool: \*\*([\w.-]{1,64})\*\*(?:[^\n{]{0,30}(?=\{))?|^(?:[^\w\n]{0,9}tool )?call(?:ing tool)?: ?([\w.-]{1,64})[^\n{.,;]{0,30}(?=\{)/im,
  },
  {
    name: 'JSON',
    model: 'Llama',
    kind: 'json',
    opens: ['{', '[{'],
    pattern: /\{\s{0,9}"(?:name|tool|tool_name|function|action)"\s{0,9}:/,
  },
  {
    name: 'JSON of the API',
    model: 'OpenAI',
    kind: 'json',
    pattern: /\{\s{0,9}"(?:tool_calls|tool_uses|function_call|tool_use)"\s{0,9}:/,
  },
];

/**
 * What the docs tell of a form, and the tests try; in a table of its own, so that no page gets it.
 */
interface FormNote {
  /** Where the form is published: the parser of a server, or a report. */
  readonly source: string;
  readonly example: string;
  /** A text about it, in which no call is made. */
  readonly counter: string;
}

const VLLM = 'https://github.com/vllm-project/vllm/blob/main/vllm/tool_parsers/';
const SGLANG = 'https://github.com/sgl-project/sglang/blob/main/python/sglang/srt/function_call/';
const LLAMA_CPP = 'https://github.com/ggml-org/llama.cpp/blob/master/common/chat.cpp';
const ISSUE = 'https://github.com/';

/** By the name of the form, in the order of the forms. */
export const FORM_NOTES = {
  'DeepSeek V3, R1': {
    source: `${VLLM}deepseekv3_tool_parser.py`,
    example:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{"path": "a.txt"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    counter: 'Calls begin with <｜tool▁calls▁begin｜> and end with <｜tool▁calls▁end｜>.',
  },
  'DeepSeek V3.2, V4': {
    source: `${VLLM}deepseekv32_tool_parser.py`,
    example:
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="read_file">\n<｜DSML｜parameter name="path" string="true">a.txt</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    counter: 'Calls stand between <｜DSML｜tool_calls> and </｜DSML｜tool_calls>.',
  },
  'Kimi K2': {
    source: `${VLLM}kimi_k2_tool_parser.py`,
    example:
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path": "a.txt"}<|tool_call_end|><|tool_calls_section_end|>',
    counter: 'The section of calls begins with <|tool_calls_section_begin|> and has an end.',
  },
  'Kimi K2 without its tokens': {
    source: `${ISSUE}NousResearch/hermes-agent/issues/24534`,
    example: 'functions.read_file:0 {"path": "a.txt"}',
    counter: 'The id of a call is functions.read_file:0 in this dialect.',
  },
  'Kimi K3': {
    source: `${VLLM}kimi_k3_tool_parser.py`,
    example:
      '<|open|>tools<|sep|><|open|>call tool="read_file" index="1"<|sep|><|open|>argument key="path" type="string"<|sep|>a.txt<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools',
    counter: 'A block begins with <|open|>tools and has an end.',
  },
  'gpt-oss (harmony)': {
    source: 'https://cookbook.openai.com/articles/openai-harmony#function-calling',
    example:
      '<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>{"path": "a.txt"}<|call|>',
    counter: 'The header <|channel|>commentary tells that a message is for a tool.',
  },
  'gpt-oss without its tokens': {
    source: `${ISSUE}openclaw/openclaw/issues/89668`,
    example: 'assistantcommentary to=functions.read_file json{"path": "a.txt"}',
    counter: 'The recipient stands in the header as to=functions.read_file in this format.',
  },
  'several calls of OpenAI': {
    source: `${ISSUE}openclaw/openclaw/issues/71475`,
    example:
      '{"tool_uses": [{"recipient_name": "functions.read_file", "parameters": {"path": "a.txt"}}]}',
    counter: '{"tool_uses": [{"recipient_name": "Ada", "count": 3}]}',
  },
  Mistral: {
    source: `${VLLM}mistral_tool_parser.py`,
    example: '[TOOL_CALLS]read_file[ARGS]{"path": "a.txt"}',
    counter: 'Calls follow [TOOL_CALLS] as a list or one by one.',
  },
  'Llama 3': {
    source: `${VLLM}llama_tool_parser.py`,
    example: '<|python_tag|>{"name": "read_file", "parameters": {"path": "a.txt"}}',
    counter: 'Code follows <|python_tag|> in this format.',
  },
  'Llama 4': {
    source: `${VLLM}llama4_pythonic_tool_parser.py`,
    example: '<|python_start|>[read_file(path="a.txt")]<|python_end|>',
    counter: 'Calls in Python stand between <|python_start|> and <|python_end|> there.',
  },
  FunctionGemma: {
    source: 'https://ai.google.dev/gemma/docs/functiongemma/formatting-and-best-practices',
    example: '<start_function_call>call:read_file{path:<escape>a.txt<escape>}<end_function_call>',
    counter: 'A call begins with <start_function_call> in this template.',
  },
  'Gemma 4': {
    source: `${VLLM}gemma4_tool_parser.py`,
    example: '<|tool_call>call:read_file{path:<|"|>a.txt<|"|>}<tool_call|>',
    counter: 'A call stands between <|tool_call> and <tool_call|> there.',
  },
  'Granite 3': {
    source: `${VLLM}granite_tool_parser.py`,
    example: '<|tool_call|>[{"name": "read_file", "arguments": {"path": "a.txt"}}]',
    counter: 'A list of calls follows <|tool_call|> in the template.',
  },
  'Phi-4-mini': {
    source: `${VLLM}phi4mini_tool_parser.py`,
    example: 'functools[{"name": "read_file", "arguments": {"path": "a.txt"}}]',
    counter: 'The list follows the word functools in this template.',
  },
  'Command R7B, Command A': {
    source: `${VLLM}cohere_command_tool_parser.py`,
    example:
      '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "read_file", "parameters": {"path": "a.txt"}}]<|END_ACTION|>',
    counter: 'Calls stand between <|START_ACTION|> and <|END_ACTION|> there.',
  },
  'InternLM 2': {
    source: `${VLLM}internlm2_tool_parser.py`,
    example:
      '<|action_start|><|plugin|>\n{"name": "read_file", "parameters": {"path": "a.txt"}}<|action_end|>',
    counter: 'A plugin is called between <|action_start|> and <|action_end|> there.',
  },
  LFM2: {
    source: `${VLLM}lfm2_tool_parser.py`,
    example: '<|tool_call_start|>[read_file(path="a.txt")]<|tool_call_end|>',
    counter: 'Calls in Python stand between <|tool_call_start|> and its end.',
  },
  Apertus: {
    source: `${VLLM}apertus_tool_parser.py`,
    example: '<|tools_prefix|>[{"read_file": {"path": "a.txt"}}]<|tools_suffix|>',
    counter: 'The list stands between <|tools_prefix|> and <|tools_suffix|> there.',
  },
  Functionary: {
    source: LLAMA_CPP,
    example: '>>>read_file\n{"path": "a.txt"}',
    counter: 'The recipient follows >>> in this template.',
  },
  'Qwen 2, in words': {
    source:
      'https://github.com/QwenLM/Qwen-Agent/blob/main/qwen_agent/llm/fncall_prompts/qwen_fncall_prompt.py',
    example: '✿FUNCTION✿: read_file\n✿ARGS✿: {"path": "a.txt"}',
    counter: 'The name follows ✿FUNCTION✿ in this prompt.',
  },
  'Qwen3-Coder': {
    source: `${VLLM}qwen3coder_tool_parser.py`,
    example:
      '<tool_call>\n<function=read_file>\n<parameter=path>\na.txt\n</parameter>\n</function>\n</tool_call>',
    counter: 'A tag such as <function=read_file> has the name in it.',
  },
  MiniMax: {
    source: `${VLLM}minimax_m2_tool_parser.py`,
    example:
      '<minimax:tool_call>\n<invoke name="read_file">\n<parameter name="path">a.txt</parameter>\n</invoke>\n</minimax:tool_call>',
    counter: 'The outer tag is <minimax:tool_call> there.',
  },
  GLM: {
    source: `${VLLM}glm4_moe_tool_parser.py`,
    example:
      '<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>a.txt</arg_value>\n</tool_call>',
    counter: 'Behind <tool_call>name come pairs of keys and values.',
  },
  'Hermes, Qwen 2.5 and 3': {
    source: `${VLLM}hermes_tool_parser.py`,
    example: '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.txt"}}\n</tool_call>',
    counter: 'The tag <tool_call> has JSON in it.',
  },
  Claude: {
    source: `${ISSUE}NousResearch/hermes-agent/issues/6972`,
    example:
      '<function_calls>\n<invoke name="read_file">\n<parameter name="path">a.txt</parameter>\n</invoke>\n</function_calls>',
    counter: 'The tag <invoke name="read_file"> has the name in it.',
  },
  'a list in tags (Nemotron, Hunyuan, Jamba, Granite 20B, LongCat)': {
    source: `${SGLANG}hunyuan_detector.py`,
    example: '<TOOLCALL>[{"name": "read_file", "arguments": {"path": "a.txt"}}]</TOOLCALL>',
    counter: 'The tag <TOOLCALL> has a list in it.',
  },
  'a name in a tag': {
    source: `${ISSUE}openclaw/openclaw/issues/139144`,
    example: '<tool_call id="1" name="read_file">{"path": "a.txt"}</tool_call>',
    counter: 'Write <tool name="read_file"> for it.',
  },
  'a name in a tag that others have, too': {
    source: `${ISSUE}openclaw/openclaw/issues/139144`,
    example: '<tool name="read_file">{"path": "a.txt"}</tool>',
    counter: '<invoke name="build">\n<arg value="x"/>\n</invoke>',
  },
  'a name between tags': {
    source: 'https://github.com/CherryHQ/cherry-studio',
    example:
      '<tool_use>\n<name>read_file</name>\n<arguments>{"path": "a.txt"}</arguments>\n</tool_use>',
    counter: 'The tag <tool_use> has a name in it.',
  },
  'a block of Open WebUI': {
    source: `${ISSUE}open-webui/open-webui/issues/20600`,
    example:
      '<details type="tool_calls" done="true" id="call_1" name="read_file" arguments="{}">\n<summary>Tool Executed</summary>\n</details>',
    counter: 'A block <details type="tool_calls"> is what the page stores.',
  },
  'a dictionary of Python': {
    source: `${ISSUE}NousResearch/hermes-agent/issues/6972`,
    example: "{'name': 'read_file', 'arguments': {'path': 'a.txt'}}",
    counter: "It is {'name': 'read_file', 'arguments': {}} in the log.",
  },
  'in brackets': {
    source: `${ISSUE}openclaw/openclaw/issues/989`,
    example: '[Tool Call: read_file (ID: tc_7)]\nArguments: {"path": "a.txt"}',
    counter: 'It writes [Tool Call: read_file] then.',
  },
  'between brackets': {
    source: 'https://lmstudio.ai/docs/developer/openai-compat/tools',
    example:
      '[TOOL_REQUEST]{"name": "read_file", "arguments": {"path": "a.txt"}}[END_TOOL_REQUEST]',
    counter: 'A request begins with [TOOL_REQUEST] and has an end.',
  },
  ReAct: {
    source: 'https://arxiv.org/abs/2210.03629',
    example: 'Action: read_file\nAction Input: {"path": "a.txt"}',
    counter: 'It writes "Action: read_file" and then its input.',
  },
  'line by line': {
    source: `${ISSUE}NousResearch/hermes-agent/issues/6972`,
    example: 'Tool: read_file\nInput: {"path": "a.txt"}',
    counter: 'Tool: hammer, Input: nails.',
  },
  'progress of a wrapper': {
    source: `${ISSUE}NousResearch/hermes-agent/issues/6972`,
    example: '🔧 Calling tool: **read_file** with arguments: {"path": "a.txt"}',
    counter: 'It says "Calling tool: read_file" while it works.',
  },
  JSON: {
    source: `${VLLM}llama_tool_parser.py`,
    example: '{"name": "read_file", "parameters": {"path": "a.txt"}}',
    counter: '{"name": "Ada", "age": 36}',
  },
  'JSON of the API': {
    source: `${ISSUE}openclaw/openclaw/issues/71475`,
    example:
      '{"tool_calls": [{"type": "function", "function": {"name": "read_file", "arguments": "{}"}}]}',
    counter: '{"tool": "terminal", "calls": 3, "failed": 1}',
  },
} satisfies Record<string, FormNote>;

type FormName = keyof typeof FORM_NOTES;

import type { repairsWords as english } from '../en/repairs.ts';
import type { Words } from '../language.ts';

export const repairsWords: Words<typeof english> = {
  markers: {
    name: '正文中的工具标记',
    words: '回复正文中混有工具标记。',
  },
  'tool-events': {
    name: '以事件发送的工具进度',
    words: '工具进度以事件的形式夹在回复的数据块之间。',
  },
  'tool-call-container': {
    name: '工具调用不是列表',
    words: '"tool_calls" 是单个对象、null 或空列表，而不是调用列表。',
  },
  'tool-call-index': {
    name: '工具调用缺少序号',
    words: '"tool_calls" 中的条目没有 index，或多个调用共用同一个。',
  },
  'tool-call-empty-fields': {
    name: '后续片段含空字段',
    words: '调用的后续片段中，id、type 或 name 为空或为 null。',
  },
  'tool-call-arguments': {
    name: '参数不是文本',
    words: '调用的参数是对象或 null，而不是文本。',
  },
  'tool-call-repeats': {
    name: 'ID 或名称重复发送',
    words: '调用的 ID 或名称在后续片段中再次出现。',
  },
  'tool-call-split': {
    name: '名称与参数混在一个片段',
    words: '一个 delta 同时包含多项内容：调用的名称和参数、多个调用，或文本和调用。',
    cases: {
      arguments: '一个 delta 同时包含调用的名称和最初的参数。',
      calls: '一个 delta 包含多个调用。',
      text: '一个 delta 同时包含文本和调用。',
    },
  },
  'tool-call-growing': {
    name: '名称逐步变长',
    words: '调用的名称反复发送，且越来越长。',
  },
  'tool-call-nameless': {
    name: '名称稍后才到',
    words: '调用的开头还没有名称，名称在后面的片段中。',
  },
  'tool-call-name-pieces': {
    name: '名称分段发送',
    words: '调用的名称分成几段发送。',
  },
  'tool-call-bare-head': {
    name: '调用缺少参数',
    words: '调用的开头有名称，却没有参数，连空参数也没有。',
  },
  'tool-call-placeholder': {
    name: '参数前多出括号',
    words: '调用的参数以 "{}" 开头，真正的参数在其后。',
  },
  'first-role': {
    name: '首个片段没有角色',
    words: '回复的第一个增量没有角色（role）。',
  },
  'byte-order-mark': {
    name: '字节顺序标记',
    words: '第一帧之前有字节顺序标记（BOM）。',
  },
  'data-comments': {
    name: '心跳当作数据发送',
    words: '心跳以数据形式发送，例如 "data: : OPENROUTER PROCESSING"。',
  },
  'silent-events': {
    name: '没有数据的事件',
    words: '事件没有数据，或者是带名称的心跳。',
  },
  'error-lines': {
    name: '错误放在单独的字段',
    words: '错误放在单独的字段 "error: {…}" 中，而事件流没有这样的字段。',
  },
  'bare-json': {
    name: 'JSON 前缺少 "data:"',
    words: '流中有一行 JSON 前面没有 "data:"，多半是错误信息。',
  },
  'joined-objects': {
    name: '一帧含多个数据块',
    words: '一帧的数据中含有多个数据块。',
  },
  'data-lines': {
    name: '一个数据块分成多行',
    words: '一个数据块分散在多行数据中。',
  },
  'last-blank-line': {
    name: '结尾缺少空行',
    words: '最后一帧之后没有空行。',
  },
  'keep-alive-comments': {
    name: '数据块之间的注释',
    words: '数据块之间有注释和空帧，多半是心跳。',
  },
  'lone-comments': {
    name: '无缺陷的流中的注释',
    words: '数据块之间有注释或空帧，其他都不需要修复。',
  },
  'foreign-events': {
    name: '未知事件',
    words: '数据块之间有带名称的事件，既不是数据块也不是错误。',
  },
  done: {
    name: '结尾缺少 "[DONE]"',
    words: '流结束时没有 "data: [DONE]"。',
  },
  'null-choices': {
    name: '缺少 "choices"',
    words: '"choices" 为 null 或缺失，或一帧的数据为 null。',
  },
  'content-arrays': {
    name: '内容是分段列表',
    words: 'delta 的内容是分段列表，而不是文本。',
  },
  'padding-fields': {
    name: '填充字段',
    words: '数据块带有毫无意义的填充字段。',
  },
  'cumulative-text': {
    name: '文本反复重发',
    words: '每个 delta 都包含迄今的全部文本，而不只是新增部分。',
  },
  'finish-tool-calls': {
    name: '结束原因有误',
    words: '调用了工具，结束原因却是 "stop" 或为空。',
  },
  'finish-missing': {
    name: '缺少结束原因',
    words: '没有任何数据块带有结束原因。',
  },
};

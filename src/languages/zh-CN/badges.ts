import type { badgeWords as english } from '../en/badges.ts';
import type { Words } from '../language.ts';
import { figure } from './formats.ts';

export const badgeWords: Words<typeof english> = {
  unknownTool: '工具',
  group: '此回复使用的工具',
  tools: (calls) => `${figure(calls)} 个工具`,
  moreTools: (calls) => `超过 ${figure(calls)} 个工具`,
  toolsAndTime: (tools, time) => `${tools}，${time}`,
  earlier: (calls) => `之前还有 ${figure(calls)} 个`,

  seconds: (seconds) => `${seconds} 秒`,
  minutes: (minutes, seconds) => `${minutes} 分 ${seconds} 秒`,
  hours: (hours, minutes) => `${hours} 小时 ${minutes} 分`,
  underOneSecond: '不到 1 秒',

  finished: '已完成',
  failed: '失败',
  ended: '已结束，结果未知',
  callRuns: '，正在运行',
  call: (took, state) => `，用时 ${took}，${state}`,
  callUntimed: (state) => `，${state}`,
  callOnAxis: (began, took, state) => `，从 ${began}开始，用时 ${took}，${state}`,

  toolRuns: (name) => `工具正在运行：${name}`,
  toolsRan: (calls) => `共运行了 ${figure(calls)} 个工具。`,
  moreToolsRan: (calls) => `共运行了超过 ${figure(calls)} 个工具。`,

  imitated: '有一次调用只是模型写出的文字，并未运行工具；后面的内容可能是编造的。',
  why: '为什么？',
  because:
    '模型写了一行看起来像工具正在运行的文字，但智能体并未报告运行过这样的工具。模型会从之前含有此类文字的回复中学到这种写法。从聊天中清除这些文字后，这种情况会减少。',
  cleanChat: '清理此聊天',
  hideNote: '隐藏此提示',
};

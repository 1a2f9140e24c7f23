import type { statisticsWords as english } from '../en/statistics.ts';
import type { Words } from '../language.ts';
import { figure } from './formats.ts';

export const statisticsWords: Words<typeof english> = {
  replies: '回复',
  markers: '已移除的标记',
  tools: '已显示的工具',
  imitated: '模仿的调用',
  bytes: '已移除的字节',

  period: '时间范围',
  days: (days) => `${figure(days)} 天`,
  loading: '正在读取统计数据。',
  failed: '浏览器未能提供统计数据。数据没有丢失，仍保存在原处。',
  tryAgain: '重试',
  emptyTitle: '还没有统计数据',
  empty: '在网站上启用 Stream Fixer 后，便会开始统计回复。只保存数字和工具名称，绝不保存聊天内容。',
  emptyHere: '这段时间内，此网站没有统计数据。',
  emptyPeriod: '这段时间内没有统计数据。',
  longer: '显示 90 天',

  sum: (days, replies, markers, tools, imitated) =>
    `${days}内：${figure(replies)} 条回复，移除 ${figure(markers)} 个标记，显示 ${figure(tools)} 个工具，${figure(imitated)} 次模仿的调用。`,
  removed: (size) => `已从数据流和请求中移除 ${size}。`,
  healed: (chats) => `已清理 ${figure(chats)} 个存储的聊天。`,

  daily: '每日情况',
  byDay: (chart) => `${chart}，逐日查看`,
  today: '今天',
  dayOf: (day, markers, tools, imitated, replies) =>
    replies + markers + tools + imitated === 0
      ? `${day}：无。`
      : `${day}：移除 ${figure(markers)} 个标记，显示 ${figure(tools)} 个工具，${figure(imitated)} 次模仿的调用，共 ${figure(replies)} 条回复。`,
  tableOf: (chart) => `${chart}（表格）`,
  day: '日期',
  onlyDaysWith: '未列出没有统计数据的日期。',

  repairs: '修复',
  noRepairs: '没有需要修复的数据流。',

  slowest: '最慢的工具',
  noTools: '没有工具报告其运行结束。',
  tool: '工具',
  otherTools: '其他工具',
  longest: '最长',
  mean: '平均',
  calls: '调用',
  toolTimes: (longest, mean, calls) => `最长 ${longest}，平均 ${mean}，${figure(calls)} 次调用`,

  imitation: '模仿的调用随时间的变化',
  imitationAbout: '回复中的所有调用里，仅由模型写出来的那些。这些调用没有运行任何工具。',
  rate: '占比',
  rateOf: (day, rate, imitated, calls) => `${day}：${rate}，${figure(calls)} 次调用中有 ${figure(imitated)} 次。`,
  noCalls: (day) => `${day}：没有调用。`,
  rateOfAll: (rate, imitated, calls) => `这段时间内为 ${rate}：${figure(calls)} 次调用中有 ${figure(imitated)} 次。`,
  noCallsAtAll: '这段时间内没有调用。',
  cleaned: '已清理的聊天',
  cleanedThen: (chats) => `当天清理了 ${figure(chats)} 个聊天。`,
  sinceCleaned: (before, callsBefore, after, callsAfter, since) =>
    `清理前 ${figure(callsBefore)} 次调用中有 ${figure(before)} 次是模仿的，自${since}起 ${figure(callsAfter)} 次中有 ${figure(after)} 次。`,
  sinceCleanedNone: (before, callsBefore, since) =>
    `清理前 ${figure(callsBefore)} 次调用中有 ${figure(before)} 次是模仿的，自${since}起没有调用。`,
  cleanedChats: (chats) => (chats === 1 ? '已清理的聊天' : `${figure(chats)} 个已清理的聊天`),
  openChat: '打开聊天',
  eachChat: '逐个聊天',

  sites: '网站',
  site: '网站',

  report: '报告',
  reportAbout: '以文本形式列出这些数据，可用于报告问题或自行保存。其中不含任何聊天内容。',
  withAddresses: '包含网站地址',
  withEvents: '包含未知事件的名称（服务器发送的原样）',
  preview: '将要复制的内容',
  field: (name, value) => `${name}：${value}`,
  browser: '浏览器',
  fromTo: (first, last) => `${first}至${last}`,
  rateOfCalls: (rate, imitated, calls) => `${rate}，${figure(calls)} 次调用中有 ${figure(imitated)} 次`,
  cleanedStored: '已清理的存储聊天',
  ever: '自开始以来',
  everFrom: (server) => `自开始以来，来自 ${server}`,
  otherServers: '其他服务器',
  events: '已取出的工具进度事件',
  unknownEvents: '未知类型的事件',
  copy: '复制报告',
  copied: '已复制。',
  notCopied: '浏览器未能复制。文本已选中，请用键盘复制。',

  delete: '删除统计数据',
  deleteAbout: '只会删除统计数据。开关、设置和聊天保持不变。此操作无法撤销。',
  deleteSite: (host) => `删除 ${host} 的统计数据`,
  deleteAll: '删除所有网站的统计数据',
  wouldGo: (days, replies, first) =>
    `将删除自${first}起 ${figure(days)} 天的数据（${figure(replies)} 条回复），以及自开始以来的总数。`,
  wouldGoSums: '没有按日的数据。将删除自开始以来的总数。',
  deleteNow: '删除',
  keep: '保留',
  deleted: '统计数据已删除。',
  notDeleted: '操作未成功，一切保持不变。',
};

import type { healingWords as english } from '../en/healing.ts';
import type { Words } from '../language.ts';
import { figure } from './formats.ts';

function chats(n: number): string {
  return `${figure(n)} 个聊天`;
}

function replies(n: number): string {
  return `${figure(n)} 条回复`;
}

function markers(n: number): string {
  return `${figure(n)} 个标记`;
}

export const healingWords: Words<typeof english> = {
  title: '清理已保存的聊天',
  about: '已保存的回复中的工具标记会让模型学着写出标记，而不去调用工具。您可以在这里找到并清除它们。',
  connecting: '正在询问聊天服务器。',
  noAddress: '请在您的 Open WebUI 页面上，通过 Stream Fixer 的弹出窗口打开本页。',
  noTab: '没有打开此聊天服务器的标签页。请在标签页中打开它，然后重试。',
  privateTab:
    '此聊天服务器在隐私窗口中打开。清理聊天时会将原回复保存在此浏览器中，隐私窗口关闭后仍会保留。请在普通窗口中打开服务器，然后重试。',
  noAnswer: '另一个标签页中的页面不像是 Open WebUI。请确认页面已加载，并且已在该网站启用 Stream Fixer。',
  problemTitle: '暂时无法进行',
  noStorage: '浏览器的存储出现故障，因此没有继续操作。是否磁盘已满，或正在使用隐私窗口？',
  tryAgain: '重试',

  what: '要检查哪些聊天？',
  whatAll: '检查我的所有聊天',
  thisChat: '此聊天',
  thisChatHint: '您来到这里之前打开的聊天。',
  allChats: '我的所有聊天',
  allChatsHint: '包括已归档的聊天和文件夹中的聊天。此时不会更改任何内容。',
  look: '查找标记',
  cancel: '取消',

  scanningTitle: '正在查找标记',
  chatsRead: '已读取的聊天',
  progress: (scanned, listed, found) =>
    `已读取 ${figure(scanned)} 个，共 ${chats(listed)}；其中 ${figure(found)} 个含有标记。`,
  progressSoFar: (scanned, listed, found) =>
    `已读取 ${figure(scanned)} 个，目前共 ${chats(listed)}；其中 ${figure(found)} 个含有标记。`,
  missed: (unreadable) => `有 ${chats(unreadable)}无法读取。`,
  allRead: (scanned) => `已读取 ${chats(scanned)}。`,
  someRead: (scanned, listed) => `已读取 ${figure(scanned)} 个，共 ${chats(listed)}。`,
  cancelled: '已取消。',

  resultsTitle: '含有标记的聊天',
  cleanTitle: '未发现标记',
  nothingTitle: '目前未发现标记',
  unreadableTitle: '无法读取聊天',
  againTitle: '可重试的聊天',
  chatsFound: (found) => `${chats(found)}含有标记。`,
  selectAll: '全选',
  found: (inAll, marked, all) => `${replies(all)}中有 ${figure(marked)} 条含标记，共 ${markers(inAll)}`,
  foundSince: (inAll, marked, all, day) =>
    `自${day}以来，${replies(all)}中有 ${figure(marked)} 条含标记，共 ${markers(inAll)}`,
  archived: '已归档',
  untitled: '无标题聊天',
  unread: (n) => `无法读取的聊天（${figure(n)}）`,
  show: '显示',
  hide: '隐藏',
  of: (label, title) => `${label}：${title}`,
  looking: '正在读取聊天。',
  cleanNow: '此聊天已不含标记。',
  undoable: '被清除的内容会先保存在此浏览器中，因此每个聊天都可以恢复。',
  heal: (chosen) => `清理 ${chats(chosen)}`,

  reply: (number, inIt) => `第 ${figure(number)} 条回复：${markers(inIt)}`,
  replyAt: (number, moment, inIt) => `第 ${figure(number)} 条回复，${moment}：${markers(inIt)}`,
  moreReplies: (hidden) => `显示更多回复（${figure(hidden)}）`,
  before: '清理前',
  after: '清理后',
  emptied: '这段文字已全部清除。',
  removed: '清除：',
  added: '加入：',
  skipped: (lines) => `…… ${figure(lines)} 行未更改 ……`,

  healingTitle: '正在清理',
  chatsCleaned: '已处理的聊天',
  done: (done, total) => `已处理 ${figure(done)} 个，共 ${chats(total)}。`,
  closable: '您可以关闭本页。再次打开时，会询问是否继续。',
  stop: '停止',
  stopping: '处理完此聊天后停止。',

  doneTitle: '已完成',
  stoppedTitle: '已停止',
  leftTitle: '上次中途停止',
  settledTitle: '上次清理的结果',
  goOn: '继续',
  forget: '到此为止',
  backToStart: '重新查找',
  rest: '重试其余聊天',
  oneDone: '此聊天已清理干净。',
  oneNotDone: '此聊天未被清理。',
  summary: (cleaned, total) => `已清理 ${figure(cleaned)} 个，共 ${chats(total)}。`,
  reload: '请重新加载所有打开了这些聊天的页面：在旧版本中，这些页面会重新保存旧回复。',

  cleaned: (inReplies) => `已清理 ${replies(inReplies)}。`,
  cleanedMarkers: (taken, inReplies) => `已清理 ${replies(inReplies)}中的 ${markers(taken)}。`,
  kept: (n) => `有 ${replies(n)}无法更改：回复中断，或属于他人。`,
  unchanged: '无需处理：其中没有标记。',
  streaming: '其中有回复正在生成，因此未作改动；请在完成后重试。',
  failed: {
    old: '内容保持原样。',
    new: '内容已更改。',
    unknown: '尚不清楚是否已更改。再次打开本页时会核实。',
  },
  notStarted: '未开始。',

  undo: '撤销',
  undoAll: (chats) => `全部撤销（${figure(chats)}）`,
  undoingTitle: '正在还原',
  chatsRestored: '已还原的聊天',
  undoSummary: (restored, total) => `已还原 ${figure(restored)} 个，共 ${chats(total)}。`,
  undoing: '正在恢复。',
  restored: (n) => `已恢复原样：${replies(n)}。`,
  editedSince: (n) => `有 ${replies(n)}此后被编辑过，未作改动。`,
  undoUnchanged: '内容本来就是原样。',
  undoUnknown: '尚不清楚是否已恢复。请稍后重试。',
  undoFailed: '未能恢复。',

  backupsTitle: '备份',
  noBackups: '暂无备份。更改聊天之前，会先在这里保存原来的回复。',
  backupsAbout: '清理之前的回复原文。它们只保存在此浏览器中。',
  backups: (n, size) => `${figure(n)} 份备份，${size}。`,
  backup: (state, moment, n, size) => `${state}，${moment}，${replies(n)}，${size}`,
  states: { healed: '已清理', undone: '已恢复', 'in-doubt': '不确定是否已清理' },
  save: '保存到文件',
  deleteAll: '全部删除…',
  delete: '删除…',
  deleteNow: '删除',
  keep: '保留',
  deletesOne: '删除备份后，此聊天将无法恢复。',
  deletesSome: (n) => `删除这 ${figure(n)} 份备份后，相应的聊天将无法恢复。`,

  trouble: {
    gone: '此聊天已不存在。',
    goneOrForeign: '此聊天已不存在，或属于他人。',
    noChat: '服务器的应答不是聊天，或内容过大无法读取。',
    tooOften: '服务器要求降低请求频率。',
    error: (status) => `服务器返回错误 ${status}。`,
    signedOut: '您已退出登录。请在页面上登录，然后继续。',
    slow: '服务器未及时应答。',
    unreachable: '此聊天服务器的页面已关闭，或无法连接到服务器。',
    tabGone:
      '此页面使用的标签页已关闭，或显示的是其他网站。不会使用其他标签页，因为那里登录的可能是别人。要通过其他标签页继续，请重新加载此页面。',
    tooMany: '服务器列出的聊天数量超出此页面的处理能力，因此已停止。请打开某个聊天单独清理。',
    noList: (status) => `无法读取聊天列表：服务器返回 ${status}。`,
    inexact: '此聊天包含浏览器无法精确保存的数字。',
    notTaken: '服务器未接受更改。',
    brokenOff: '其中含标记的回复在完成之前中断。此版本的 Open WebUI 不允许任何人更改这样的回复。',
    notLookedAt: '尚未检查。',
    changed: '检查之后内容有变，因此未作处理。',
    notAlone: '已清理干净，但同一时刻其中还有其他变化。请查看一下。',
    busy: 'Stream Fixer 的另一个页面正在清理此网站的聊天。',
    inDoubt: '无法读取此聊天，因此不清楚是否已清理。',
    noBackup: '该备份已不存在。',
    edited: '其中的回复在清理之后被编辑过，因此未作处理。',
  },
  secondCopy:
    'Open WebUI 0.9.3 至 0.9.5 为每条消息另存一份副本，且不会更新。清理后的聊天看起来是干净的，但模型仍可能收到旧内容。请先将服务器更新到 0.9.6 或更高版本。',
};

import type { welcomeWords as english } from '../en/welcome.ts';
import type { Words } from '../language.ts';

export const welcomeWords: Words<typeof english> = {
  documentTitle: '欢迎',
  title: '把智能体做的事与它说的话分开',
  about:
    '有些智能体会把所用的工具写进回复。聊天页面再把这些行发回去，久而久之，模型就只写出它们，而不再真正使用工具。Stream Fixer 会移除这些内容。',
  does: ['回复以及回传的内容保持干净。', '运行的工具以小徽章的形式显示在回复旁边。', '会指出模型只是写出来的调用。'],
  privateTitle: '任何内容都不会离开浏览器',
  private: '无需帐户，没有我们的服务器，也不做任何统计上报。它只在已开启的网站上工作。',
  startTitle: '在聊天的地方开启',
  pin: '固定图标',
  pinHow: '它在工具栏的拼图图标里；在手机上，位于浏览器菜单的“扩展”中。',
  chat: '打开聊天页面',
  chatHow: '任何用来与智能体对话的页面。',
  turn: '按下开关',
  turnHow: '点击图标，打开开关，允许访问这一个网站，然后重新加载页面。',
  limits: '它能看到页面以常规方式收到的内容；页面在 Worker 或自己的框架中读取的内容保持原样。',
  help: '帮助',
  settings: '设置',
  example: { marker: '⏰ list', reply: '有两个闹钟。', badge: '1 个工具，0.4 秒' },
  before: '未使用',
  after: '使用 Stream Fixer',

  helpTitle: '帮助',
  howTitle: '工作原理',
  how: [
    '在已开启的网站上，Stream Fixer 位于页面与其聊天服务器之间。它在回复到达时读取内容，移除工具标记和工具事件，并在回复旁显示这些工具。',
    '它还会清理页面回传内容中助手以往的回复。用户自己写的内容从不更改。',
    '格式有误的数据流会在安全的前提下修复；正常的数据流逐字节原样通过。如果本扩展出错，页面会收到服务器发送的原始内容。',
  ],
  badgesTitle: '徽章的含义',
  legend: {
    running: '工具正在运行。',
    finished: '智能体报告该工具已结束。是否取得结果，并无说明。',
    ended: '回复已结束，但未得知该工具是否结束。',
    failed: '智能体报告该工具失败。',
    imitated: '模型自己写出了一次调用，没有工具运行。',
  },
  legendWords: { running: '正在运行', finished: '已完成', ended: '已结束', failed: '失败', imitated: '模仿' },
  imitatedTitle: '模仿的调用',
  imitated: [
    '模型如果在自己以往的回复中反复读到“`⏰ list`”，就会开始自己写出来。看起来像工具在工作，但智能体并未运行任何工具，其后的结果可能是编造的。',
    '只有在确定时才称为模仿：智能体以其他方式报告了它的工具，而其中没有这一个。不确定时，不作任何断言。',
  ],
  storedTitle: '已含有标记的聊天',
  stored:
    '旧聊天会继续影响模型。在 Open WebUI 中，请打开这样的聊天，点击图标并选择“清理此聊天”。每处更改都会先显示，并且可以撤消。在其他地方，旧标记可能仍会显示，但不会再被回传。',
  companionTitle: '用于 Open WebUI 的配套函数',
  companion:
    'Open WebUI 的服务器不会转达新版智能体的工具。配套函数是该服务器上的一个小函数，会把它们告知页面。管理员可在查看全部源代码后从弹出窗口安装。没有它，回复和请求同样会被清理。',
  privacyTitle: '隐私',
  privacy: [
    '除了发往用户自己的聊天服务器之外，所写所读的内容都不会离开浏览器。',
    '保存在这台电脑上的有：已开启的网站、设置和计数。对于清理过的聊天，还会保存标题和原来的回复，直到将其删除。',
    '只会向看起来是 Open WebUI 的页面询问：弹出窗口打开时询问版本、配套函数和当前聊天，以及按下按钮所要求的内容。',
  ],
  troubleTitle: '遇到问题时',
  trouble: [
    {
      question: '网站上没有任何变化',
      answer: '图标是彩色的吗？如果不是，请点击它并打开开关。如果是，请重新加载页面：之前打开的页面不在处理范围内。',
    },
    {
      question: '没有徽章',
      answer: '在 Open WebUI 中可能需要配套函数，弹出窗口会说明。在其他地方，智能体可能没有报告它的工具。',
    },
    {
      question: '回复看起来不对',
      answer: '请关闭该网站的开关并重新加载页面。如果回复恢复正常，请在弹出窗口中选择“报告”：报告不含任何聊天文字。',
    },
    { question: '网站再次请求权限', answer: '权限已被浏览器或在其设置中收回。请再次打开开关。' },
    { question: '更新后停止工作', answer: '更新期间打开的页面需要重新加载。' },
  ],
  keyboardTitle: '键盘',
  shortcut: (keys) => `${keys} 可打开弹出窗口。`,
  noShortcut: '目前没有可打开弹出窗口的按键。',
  shortcutWhere: {
    chromium: '可在 chrome://extensions/shortcuts 中另选按键。',
    firefox: '可在 about:addons 的齿轮菜单中另选按键。',
  },
  aboutTitle: '关于',
  version: (version) => `Stream Fixer ${version}`,
  licence: '采用 MIT 许可证的自由软件。',
  partsOf: '其中包含其他自由软件的部分：',
  licenceText: '许可证文本',
  welcomeAgain: '显示欢迎页面',
};

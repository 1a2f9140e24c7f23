import type { iconWords as english } from '../en/icon.ts';
import type { Words } from '../language.ts';

export const iconWords: Words<typeof english> = {
  on: (host) => `Stream Fixer 已在 ${host} 上开启`,
  onInFrame: (host) => `Stream Fixer 已在此页面框架中的 ${host} 上开启`,
  off: (host) => `Stream Fixer 已在 ${host} 上关闭`,
  settings: '设置',
  siteSettings: '此网站的设置',
  statistics: '统计',
  help: '帮助',
  turnOff: '在此网站上关闭',
};

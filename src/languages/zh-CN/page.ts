import type { pageWords as english } from '../en/page.ts';
import type { Words } from '../language.ts';

export const pageWords: Words<typeof english> = {
  product: 'Stream Fixer',
  navigation: '栏目',
  sections: {
    settings: '设置',
    statistics: '统计',
    rules: '规则',
    inspector: '检查器',
    help: '帮助',
  },
  show: '显示',
  allSites: '所有网站',
  notOpened: '无法打开此栏目。请重新加载页面。',
  reset: '重置',
  resetOne: (name) => `重置：${name}`,
  locked: '由管理员设定',
};

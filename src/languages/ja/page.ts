import type { pageWords as english } from '../en/page.ts';
import type { Words } from '../language.ts';

export const pageWords: Words<typeof english> = {
  product: 'Stream Fixer',
  navigation: 'セクション',
  sections: {
    settings: '設定',
    statistics: '統計',
    rules: 'ルール',
    inspector: 'インスペクター',
    help: 'ヘルプ',
  },
  show: '表示',
  allSites: 'すべてのサイト',
  notOpened: 'このセクションを開けませんでした。ページを再読み込みしてください。',
  reset: 'リセット',
  resetOne: (name) => `リセット: ${name}`,
  locked: '管理者が設定しています',
};

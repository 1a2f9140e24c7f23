import type { iconWords as english } from '../en/icon.ts';
import type { Words } from '../language.ts';

export const iconWords: Words<typeof english> = {
  on: (host) => `Stream Fixer は ${host} でオンです`,
  onInFrame: (host) => `Stream Fixer はこのページのフレーム内の ${host} でオンです`,
  off: (host) => `Stream Fixer は ${host} でオフです`,
  settings: '設定',
  siteSettings: 'このサイトの設定',
  statistics: '統計',
  help: 'ヘルプ',
  turnOff: 'このサイトでオフにする',
};

import type { iconWords as english } from '../en/icon.ts';
import type { Words } from '../language.ts';

export const iconWords: Words<typeof english> = {
  on: (host) => `Stream Fixer ist an für ${host}`,
  onInFrame: (host) => `Stream Fixer ist an für ${host}, in einem Frame dieser Seite`,
  off: (host) => `Stream Fixer ist aus für ${host}`,
  settings: 'Einstellungen',
  siteSettings: 'Einstellungen dieser Website',
  statistics: 'Statistik',
  help: 'Hilfe',
  turnOff: 'Auf dieser Website ausschalten',
};

import type { iconWords as english } from '../en/icon.ts';
import type { Words } from '../language.ts';

export const iconWords: Words<typeof english> = {
  on: (host) => `Stream Fixer est activé pour ${host}`,
  onInFrame: (host) => `Stream Fixer est activé pour ${host}, dans un cadre de cette page`,
  off: (host) => `Stream Fixer est désactivé pour ${host}`,
  settings: 'Réglages',
  siteSettings: 'Réglages de ce site',
  statistics: 'Statistiques',
  help: 'Aide',
  turnOff: 'Désactiver sur ce site',
};

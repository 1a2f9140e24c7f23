import type { pageWords as english } from '../en/page.ts';
import type { Words } from '../language.ts';

export const pageWords: Words<typeof english> = {
  product: 'Stream Fixer',
  navigation: 'Bereiche',
  sections: {
    settings: 'Einstellungen',
    statistics: 'Statistik',
    rules: 'Regeln',
    inspector: 'Inspektor',
    help: 'Hilfe',
  },
  show: 'Anzeigen',
  allSites: 'Alle Websites',
  notOpened: 'Dieser Bereich ließ sich nicht öffnen. Bitte die Seite neu laden.',
  reset: 'Zurücksetzen',
  resetOne: (name) => `Zurücksetzen: ${name}`,
  locked: 'Von der Administration festgelegt',
};

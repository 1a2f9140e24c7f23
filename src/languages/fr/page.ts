import type { pageWords as english } from '../en/page.ts';
import type { Words } from '../language.ts';

export const pageWords: Words<typeof english> = {
  product: 'Stream Fixer',
  navigation: 'Sections',
  sections: {
    settings: 'Réglages',
    statistics: 'Statistiques',
    rules: 'Règles',
    inspector: 'Inspecteur',
    help: 'Aide',
  },
  show: 'Afficher',
  allSites: 'Tous les sites',
  notOpened: 'Cette section n’a pas pu s’ouvrir. Rechargez la page.',
  reset: 'Réinitialiser',
  resetOne: (name) => `Réinitialiser : ${name}`,
  locked: 'Défini par votre administrateur',
};

import type { settingsWords as english } from '../en/settings.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

export const settingsWords: Words<typeof english> = {
  everywhere: 'Ce qui est réglé ici vaut pour tous les sites sans réglage propre.',
  here: (site) => `Ce qui est réglé ici vaut seulement pour ${site}. Le reste est comme pour tous les sites.`,
  unread: 'Les réglages n’ont pas pu être lus. Rechargez la page.',
  notSaved: 'L’enregistrement a échoué. Réessayez dans un instant.',
  on: 'activé',
  off: 'désactivé',
  differs: (value) => `Ici seulement. Tous les sites : ${value}`,
  same: 'Réglé ici, comme pour tous les sites',
  seen: (value) => `Détecté : ${value}`,
  changed: (value) => `Modifié. Par défaut : ${value}`,
  unchanged: 'Réglé, identique à la valeur par défaut',
  own: (settings) =>
    settings === 0
      ? 'Tout est comme pour tous les sites.'
      : `${count(settings, 'réglage vaut', 'réglages valent')} seulement pour ce site.`,
  ownEverywhere: (settings) =>
    settings === 0 ? 'Tout est comme au départ.' : `${count(settings, 'réglage choisi', 'réglages choisis')} ici.`,
  resetAll: (settings) =>
    settings === 1
      ? 'Réinitialiser celui-ci'
      : settings === 2
        ? 'Réinitialiser les deux'
        : `Réinitialiser les ${figure(settings)}`,
  resetDone: (settings) => `${count(settings, 'réglage réinitialisé', 'réglages réinitialisés')}.`,
  undo: 'Annuler',
  undone: 'C’est annulé.',
  badgesTitle: 'Badges et avertissements',
  cleaningTitle: 'Nettoyage',
  atOnce: 'Un changement agit aussitôt, sans recharger.',
  nextReply: 'Un changement agit dès la prochaine réponse.',
  names: {
    badges: { name: 'Afficher les badges', about: 'Les outils exécutés, à côté de chaque réponse.' },
    badgeStay: { name: 'Un badge terminé reste', about: '' },
    badgePlace: { name: 'Les badges se placent', about: '' },
    imitation: {
      name: 'Signaler les appels imités',
      about: 'Indique quand le modèle a seulement écrit un appel et qu’aucun outil n’a été exécuté.',
    },
    replies: {
      name: 'Nettoyer les réponses',
      about: 'Retire marqueurs et événements d’outils de ce que la page reçoit.',
    },
    history: {
      name: 'Nettoyer ce qui est renvoyé',
      about: 'Retire les marqueurs des réponses précédentes avant que la page les envoie au modèle.',
    },
    storedChats: {
      name: 'Nettoyer les chats enregistrés à l’affichage',
      about: 'Retire les marqueurs des anciens chats quand la page les charge. Ce qui est enregistré reste tel quel.',
    },
    hermes: {
      name: 'Ce site utilise Hermes Agent',
      about: 'Détecté le plus souvent. À activer si des marqueurs restent dans d’anciens chats.',
    },
  },
  stays: { 'next-message': 'jusqu’au prochain message', '10-seconds': '10 secondes', always: 'toujours' },
  places: { reply: 'à côté de la réponse', corner: 'dans le coin de la page' },
  packsTitle: 'Lots de règles',
  packsAbout: 'Pour les agents qui écrivent leur progression dans les réponses à leur façon.',
  packsLink: 'Créer et tester des règles',
  builtInPacks: 'Lots fournis',
  rules: (rules) => count(rules, 'règle', 'règles'),
  packUnknown: 'Ce lot n’est pas là.',
  repairsTitle: 'Réparations',
  repairsAbout: 'Corrigent les défauts des flux des serveurs avant que la page les voie.',
  groups: { 'tool-calls': 'Appels d’outils', frames: 'Trames', content: 'Contenu' },
  onOf: (on, all) => `${figure(on)} sur ${figure(all)} activées`,
  byDefault: (on) => (on ? 'Activée par défaut.' : 'Désactivée par défaut.'),
  sitesTitle: 'Sites',
  sitesNone:
    'Stream Fixer n’est encore activé nulle part. Ouvrez votre chat, cliquez sur l’icône et activez l’interrupteur.',
  siteSwitch: (site) => `Stream Fixer sur ${site}`,
  siteSettings: (site) => `Réglages de ${site}`,
  ownCount: (settings) =>
    settings === 0 ? 'Comme tous les sites' : count(settings, 'réglage propre', 'réglages propres'),
  denied: 'Refusé : rien n’a été changé.',
  cannotAsk:
    'Le navigateur n’a pas demandé d’autorisation. Ouvrez le site, cliquez sur l’icône et activez-y l’interrupteur.',
  fileTitle: 'Exporter et importer',
  fileAbout:
    'Un fichier avec tous les réglages, ceux de chaque site et vos lots de règles. Il contient les adresses de vos sites.',
  exportFile: 'Exporter',
  importFile: 'Importer…',
  preview: 'Ce que l’importation change',
  nothing: 'Rien ne changerait : le fichier contient vos réglages actuels.',
  ownPacks: 'Vos lots de règles',
  changes: (changes) => count(changes, 'changement', 'changements'),
  setting: 'Réglage',
  before: 'Maintenant',
  after: 'Après',
  notSet: 'non défini',
  fates: { new: 'nouveau', changed: 'modifié', gone: 'supprimé' },
  leftOut: (names) => `Laissé de côté, car inconnu de cette version ou de valeur inadaptée : ${names}`,
  andMore: (more) => `et ${figure(more)} de plus`,
  apply: 'Appliquer',
  cancel: 'Annuler',
  imported: 'Les réglages du fichier sont en vigueur.',
  problems: {
    'too-large': 'Ce fichier est trop grand pour un fichier de réglages. Rien n’a été changé.',
    'no-json': 'Ce fichier est endommagé ou d’un autre type. Rien n’a été changé.',
    'other-file': 'Ce n’est pas un fichier de réglages de Stream Fixer. Rien n’a été changé.',
    'newer-version':
      'Ce fichier vient d’une version plus récente. Mettez Stream Fixer à jour et importez-le de nouveau. Rien n’a été changé.',
    broken: 'Il manque des parties à ce fichier. Rien n’a été changé.',
    unreadable: 'Le navigateur n’a pas pu lire ce fichier. Rien n’a été changé.',
  },
};

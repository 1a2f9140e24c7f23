import type { statisticsWords as english } from '../en/statistics.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

function replies(n: number): string {
  return count(n, 'réponse', 'réponses');
}

function markers(n: number): string {
  return count(n, 'marqueur retiré', 'marqueurs retirés');
}

function tools(n: number): string {
  return count(n, 'outil affiché', 'outils affichés');
}

function imitated(n: number): string {
  return count(n, 'appel imité', 'appels imités');
}

function calls(n: number): string {
  return count(n, 'appel', 'appels');
}

export const statisticsWords: Words<typeof english> = {
  replies: 'Réponses',
  markers: 'Marqueurs retirés',
  tools: 'Outils affichés',
  imitated: 'Appels imités',
  bytes: 'Octets retirés',

  period: 'Période',
  days: (days) => count(days, 'jour', 'jours'),
  loading: 'Lecture des chiffres.',
  failed: 'Le navigateur n’a pas fourni les chiffres. Rien n’est perdu : ils sont conservés comme avant.',
  tryAgain: 'Réessayer',
  emptyTitle: 'Rien n’est encore compté',
  empty:
    'Les réponses sont comptées dès que Stream Fixer est activé sur un site. Seuls des nombres et des noms d’outils sont conservés, jamais ce qui a été dit.',
  emptyHere: 'Rien n’a été compté sur ce site pendant cette période.',
  emptyPeriod: 'Rien n’a été compté pendant cette période.',
  longer: 'Afficher 90 jours',

  sum: (days, ofReplies, ofMarkers, ofTools, ofImitated) =>
    `En ${days} : ${replies(ofReplies)}, ${markers(ofMarkers)}, ${tools(ofTools)}, ${imitated(ofImitated)}.`,
  removed: (size) => `${size} retirés des flux et des requêtes.`,
  healed: (chats) => count(chats, 'chat enregistré nettoyé.', 'chats enregistrés nettoyés.'),

  daily: 'Jour par jour',
  byDay: (chart) => `${chart}, un jour à la fois`,
  today: 'Aujourd’hui',
  dayOf: (day, ofMarkers, ofTools, ofImitated, ofReplies) =>
    ofReplies + ofMarkers + ofTools + ofImitated === 0
      ? `${day} : rien.`
      : `${day} : ${markers(ofMarkers)}, ${tools(ofTools)}, ${imitated(ofImitated)}, dans ${replies(ofReplies)}.`,
  tableOf: (chart) => `${chart}, en tableau`,
  day: 'Jour',
  onlyDaysWith: 'Les jours où rien n’a été compté n’y figurent pas.',

  repairs: 'Réparations',
  noRepairs: 'Aucun flux n’a dû être réparé.',

  slowest: 'Outils les plus lents',
  noTools: 'Aucun outil n’a signalé sa fin.',
  tool: 'Outil',
  otherTools: 'autres outils',
  longest: 'Maximum',
  mean: 'Moyenne',
  calls: 'Appels',
  toolTimes: (longest, mean, ofCalls) => `maximum ${longest}, moyenne ${mean}, ${calls(ofCalls)}`,

  imitation: 'Appels imités au fil du temps',
  imitationAbout:
    'Parmi tous les appels des réponses, ceux que le modèle a seulement écrits. Aucun outil n’a été exécuté pour eux.',
  rate: 'Part',
  rateOf: (day, rate, ofImitated, ofCalls) => `${day} : ${rate}, ${figure(ofImitated)} sur ${calls(ofCalls)}.`,
  noCalls: (day) => `${day} : aucun appel.`,
  rateOfAll: (rate, ofImitated, ofCalls) =>
    `${rate} pendant cette période : ${figure(ofImitated)} sur ${calls(ofCalls)}.`,
  noCallsAtAll: 'Aucun appel pendant cette période.',
  cleaned: 'Chats nettoyés',
  cleanedThen: (chats) => count(chats, 'chat nettoyé ce jour-là.', 'chats nettoyés ce jour-là.'),
  sinceCleaned: (before, callsBefore, after, callsAfter, since) =>
    `Avant, ${figure(before)} sur ${calls(callsBefore)} imités ; depuis le ${since}, ${figure(after)} sur ${figure(callsAfter)}.`,
  sinceCleanedNone: (before, callsBefore, since) =>
    `Avant, ${figure(before)} sur ${calls(callsBefore)} imités ; depuis le ${since}, aucun appel.`,
  cleanedChats: (chats) => (chats === 1 ? 'Dans le chat nettoyé' : `Dans les ${figure(chats)} chats nettoyés`),
  openChat: 'Ouvrir le chat',
  eachChat: 'Chaque chat',

  sites: 'Sites',
  site: 'Site',

  report: 'Rapport',
  reportAbout:
    'Ces chiffres sous forme de texte, pour signaler un défaut ou pour vous. Il ne contient pas un mot de vos chats.',
  withAddresses: 'Avec les adresses des sites',
  withEvents: 'Avec les noms des événements inconnus, tels que les serveurs les ont envoyés',
  preview: 'Ce qui sera copié',
  field: (name, value) => `${name} : ${value}`,
  browser: 'Navigateur',
  fromTo: (first, last) => `${first} – ${last}`,
  rateOfCalls: (rate, ofImitated, ofCalls) => `${rate}, ${figure(ofImitated)} sur ${calls(ofCalls)}`,
  cleanedStored: 'Chats enregistrés nettoyés',
  ever: 'Depuis le début',
  everFrom: (server) => `Depuis le début, serveur : ${server}`,
  otherServers: 'autres',
  events: 'Événements de progression d’outils retirés',
  unknownEvents: 'Événements de type inconnu',
  copy: 'Copier le rapport',
  copied: 'Copié.',
  notCopied: 'Le navigateur ne l’a pas copié. Le texte est sélectionné : vous pouvez le copier au clavier.',

  delete: 'Supprimer les chiffres',
  deleteAbout:
    'Seuls les chiffres sont supprimés. Les interrupteurs, les réglages et les chats restent tels quels. C’est irréversible.',
  deleteSite: (host) => `Supprimer les chiffres de ${host}`,
  deleteAll: 'Supprimer les chiffres de tous les sites',
  wouldGo: (days, ofReplies, first) =>
    `Seront supprimés : ${count(days, 'jour', 'jours')} avec ${replies(ofReplies)}, depuis le ${first}, et les sommes depuis le début.`,
  wouldGoSums: 'Aucun jour n’a de chiffres. Seules les sommes depuis le début seront supprimées.',
  deleteNow: 'Supprimer',
  keep: 'Conserver',
  deleted: 'Les chiffres sont supprimés.',
  notDeleted: 'Cela n’a pas fonctionné. Rien n’a été changé.',
};

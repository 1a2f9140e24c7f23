import type { popupWords as english } from '../en/popup.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

/** French counts none as one. */
function form(n: number, one: string, other: string): string {
  return n < 2 ? one : other;
}

export const popupWords: Words<typeof english> = {
  documentTitle: 'Ce site',
  product: 'Stream Fixer',
  on: 'Activé',
  off: 'Désactivé',
  switchName: (host) => `Stream Fixer sur ${host}`,

  framed: 'Dans un cadre de cette page',
  framedOpenWebUi: 'Open WebUI dans un cadre de cette page',
  framedElsewhere: 'Ouvrez-le dans son propre onglet pour l’activer.',
  openInTab: 'Ouvrir dans un onglet',

  offers: 'Activez-le pour nettoyer les réponses de ce site et voir quels outils ont été utilisés.',
  asksFirst:
    'Votre navigateur demandera si Stream Fixer peut lire et modifier ce site. Ce qu’il lit reste sur cet ordinateur.',
  asksNothing: 'Votre navigateur autorise déjà Stream Fixer sur ce site.',
  how: 'Comment ça marche',
  denied: 'Autorisation refusée : rien n’a été modifié. Vous pouvez l’activer quand vous voulez.',
  cannotAsk:
    'Le navigateur n’a pas demandé l’autorisation. Fermez cette fenêtre, rouvrez-la et actionnez l’interrupteur une nouvelle fois.',
  revoked:
    'Votre navigateur n’autorise plus Stream Fixer sur ce site. Activez-le pour que la question soit posée de nouveau.',

  stopped: (replies) =>
    `Le nettoyage s’est arrêté pour ${count(replies, 'réponse', 'réponses')} dans cet onglet. Le reste est arrivé tel quel.`,
  active: 'Actif dans cet onglet.',
  cleansBoth: 'Les réponses et ce qui est renvoyé sont nettoyés.',
  cleansReplies: 'Les réponses sont nettoyées. Ce qui est renvoyé reste tel quel, selon vos réglages.',
  cleansHistory: 'Ce qui est renvoyé est nettoyé. Les réponses restent telles quelles, selon vos réglages.',
  cleansNothing: 'Les réponses et ce qui est renvoyé restent tels quels, selon vos réglages.',
  seeBelow: 'Le détail pour ce site figure plus bas.',
  loading: 'Cette page est encore en cours de chargement.',
  reloading: 'Rechargement de la page.',
  reload: 'Recharger',
  needsReload: 'Cette page était déjà ouverte. Rechargez-la pour commencer.',
  late: 'Cette page a démarré trop tôt. Rechargez-la pour que rien ne manque.',
  silent: 'Stream Fixer n’a pas pu démarrer dans cet onglet. Rechargez la page pour réessayer.',

  today: 'Aujourd’hui sur ce site',
  markers: (n) => form(n, 'marqueur retiré', 'marqueurs retirés'),
  tools: (n) => form(n, 'outil affiché', 'outils affichés'),
  imitated: (n) => form(n, 'appel imité', 'appels imités'),
  imitatedHint:
    'Des lignes qui ressemblent à un appel d’outil, écrites par le modèle lui-même. Aucun outil n’a été exécuté.',
  nothingYet: 'Rien n’a encore été trouvé ici. Les chiffres apparaîtront avec la prochaine réponse qui en a besoin.',
  columns: { markers: 'Marqueurs retirés', tools: 'Outils affichés', imitated: 'Appels imités' },
  lastDays: 'Les 14 derniers jours',
  spark: (label, sum, days) => `${label}, ${figure(sum)} en ${count(days, 'jour', 'jours')}`,
  day: 'Jour',
  thisDay: 'Aujourd’hui',
  ever: 'Depuis le début',

  repairs: (n, shown) => `${shown} ${form(n, 'réparation', 'réparations')} jusqu’ici`,
  otherServers: 'Autres',
  besides: (parts) => `Par ailleurs : ${parts.join(', ')}.`,
  besidesProgress: (n, shown) => `${shown} ${form(n, 'événement', 'événements')} de progression d’outils`,
  besidesUnknown: (n, shown) => `${shown} ${form(n, 'événement', 'événements')} de type inconnu`,

  unsupportedTitle: 'Indisponible sur cette page',
  unsupported:
    'Les navigateurs n’admettent pas d’extensions sur leurs propres pages, les boutiques de modules et les fichiers locaux. Ouvrez votre chat et réessayez là-bas.',
  unansweredTitle: 'L’extension ne répond pas',
  unanswered: 'Sa partie en arrière-plan n’a pas répondu. Vos chats et vos réglages sont intacts.',
  unreadableTitle: 'Le stockage du navigateur ne répond pas',
  unreadable:
    'Les réglages et les chiffres n’ont pas pu être lus. Vos chats sont intacts. Si cela persiste, redémarrez le navigateur et vérifiez que le disque n’est pas plein.',
  tryAgain: 'Réessayer',
  notSaved: 'L’enregistrement a échoué. Réessayez dans un instant.',

  more: 'Plus',
  settings: 'Réglages',
  settingsHint: 'Réglages de ce site',
  allSites: 'Tous les sites',
  report: 'Rapport',
  reportHint: 'Statistiques de ce site et rapport à copier',
  version: (version) => `Version ${version}`,

  openWebUi: {
    modes: {
      server: 'Connexion par le serveur',
      polling: 'Connexion par le serveur, par interrogation',
      direct: 'Connexion directe',
    },
    replies: 'Réponses',
    history: 'Historique',
    badges: 'Badges',
    cleaned: 'Nettoyées.',
    cleanedOnServer: 'Nettoyé sur le serveur.',
    cleanedBeforeSent: 'Nettoyé avant l’envoi.',
    afterReload: 'Après le rechargement de la page.',
    setOff: 'Non, selon vos réglages.',
    historyNeeds: 'Conservé sur le serveur. Nécessite le compagnon.',
    shown: 'Affichés.',
    badgesNeed: 'Pour les agents anciens. Les récents nécessitent le compagnon.',
    badgesNeedOrDirect: 'Pour les agents anciens. Les récents nécessitent le compagnon ou une connexion directe.',
    badgesTooOld: 'Pour les agents anciens. Les récents nécessitent Open WebUI 0.5.17 ou ultérieur.',
    badgesTooOldOrDirect:
      'Pour les agents anciens. Les récents nécessitent Open WebUI 0.5.17 ou ultérieur, ou une connexion directe.',
    whereInstalled: 'Cela dépend du compagnon.',
    mayNeedUpdate: 'Le compagnon a peut-être besoin d’une mise à jour.',
    addsBoth: 'Le compagnon, une petite fonction sur le serveur, s’occupe des deux.',
    addsBadges: 'Le compagnon, une petite fonction sur le serveur, apporte ces badges.',
    addsHistory: 'Le compagnon, une petite fonction sur le serveur, nettoie l’historique.',
    addsElsewhere: 'Le compagnon, une petite fonction sur le serveur, fait de même pour les connexions par le serveur.',
    addsHistoryOnly:
      'Le compagnon, une petite fonction sur le serveur, ne peut que nettoyer l’historique dans cette version.',
    askInstall: 'Demandez à votre admin de l’installer.',
    installed: 'Le compagnon est installé.',
    installedVersion: (version) => `Le compagnon ${version} est installé.`,
    newer: 'Une version plus récente est prête.',
    askUpdate: 'Demandez à votre admin de le mettre à jour.',
    switchedOff: 'Il est désactivé.',
    askSwitchOn: 'Demandez à votre admin de l’activer.',
    switchedOn: 'Il est activé.',
    foreign: 'Le serveur possède une fonction de même ID qui n’est pas la nôtre. Elle a été laissée telle quelle.',
    companionUnknown: 'On ne sait rien du compagnon.',
  },

  stored: {
    title: 'Ce chat',
    titleAll: 'Chats enregistrés',
    reading: 'Lecture de l’historique.',
    clean: 'Aucun marqueur dans l’historique.',
    found: (found) => `${found}.`,
    foundTrend: (found, trend) => `${found} ; ${trend}.`,
    trend: {
      more: 'davantage dans les dernières réponses',
      fewer: 'moins dans les dernières réponses',
      none: 'aucun dans les dernières réponses',
    },
    sinceCleaning: (day, imitated, calls) =>
      `Depuis le nettoyage du ${day} : ${figure(imitated)} ${form(imitated, 'appel imité', 'appels imités')} sur ${figure(calls)}.`,
    beforeCleaning: (imitated, calls) => `Avant : ${figure(imitated)} sur ${figure(calls)}.`,
    heal: 'Nettoyer ce chat…',
    lookThrough: 'Parcourir les chats enregistrés…',
    privateTab:
      'Ceci est une fenêtre privée. Les chats ne peuvent être nettoyés que depuis une fenêtre normale, car leurs anciennes réponses sont conservées dans ce navigateur.',
    elsewhere:
      'Les chats enregistrés par ce site ne sont pas réécrits : d’anciens marqueurs peuvent encore s’y afficher.',
  },

  companion: {
    back: 'Retour',
    cancel: 'Annuler',
    source: 'Code source du compagnon',
    whole: (version) => `Version ${version}. Le code source complet :`,
    keepOpen: 'Gardez cette fenêtre ouverte.',
    statement: [
      'C’est une fonction de filtre d’Open WebUI, un court fichier Python. Il s’exécute sur le serveur avec les droits de celui-ci, pour tous les utilisateurs et tous les modèles.',
      'Il indique à la page quels outils l’agent utilise, afin que les badges puissent s’afficher. Rien de cela n’est enregistré.',
      'Il retire les marqueurs d’outils des réponses de l’assistant avant leur enregistrement, et des réponses précédentes avant qu’un modèle ne les reçoive.',
      'Il ne modifie ni ce que les personnes écrivent, ni les chats déjà enregistrés, et ne contacte personne.',
      'Sans l’extension, il ne gêne en rien. Chaque partie peut être désactivée : par l’admin pour le serveur, par chacun pour ses propres chats.',
    ],
    titles: {
      install: 'Installer le compagnon',
      update: 'Mettre à jour le compagnon',
      'switch-on': 'Activer le compagnon',
      remove: 'Retirer le compagnon',
    },
    opens: {
      install: 'Installer le compagnon…',
      update: 'Mettre à jour le compagnon…',
      'switch-on': 'Activer le compagnon…',
      remove: 'Retirer…',
    },
    confirm: {
      install: (host) => `Installer sur ${host}`,
      update: (host) => `Mettre à jour sur ${host}`,
      'switch-on': (host) => `Activer sur ${host}`,
      remove: (host) => `Retirer de ${host}`,
    },
    running: { install: 'Installation.', update: 'Mise à jour.', 'switch-on': 'Activation.', remove: 'Retrait.' },
    done: {
      install: 'Installé et activé.',
      update: 'Mis à jour et activé.',
      'switch-on': 'Activé.',
      remove: 'Retiré.',
    },
    failed: 'Cela n’a pas fonctionné.',
    removal: [
      'Retire la fonction du serveur, pour toutes les personnes qui l’utilisent.',
      'Les chats restent tels quels. Vous pouvez la réinstaller à tout moment.',
    ],
    forAdmin: 'Pour votre admin',
    opensForAdmin: 'Pour votre admin…',
    asking: 'Ce que fait un admin de ce serveur, avec ou sans Stream Fixer :',
    steps: {
      install: (name, id) => [
        'Ouvrir Admin Panel, Functions, et appuyer sur + pour en créer une.',
        `La nommer « ${name} » ; son ID devient ${id}.`,
        'Remplacer l’exemple par le code ci-dessous et enregistrer.',
        'L’activer et, dans son menu, activer Global.',
      ],
      update: (name) => [
        `Ouvrir Admin Panel, Functions, puis ${name}.`,
        'Remplacer l’ancien code par celui ci-dessous et enregistrer.',
        'Vérifier qu’elle est activée et, dans son menu, Global aussi.',
      ],
      'switch-on': (name) => [
        `Ouvrir Admin Panel, Functions, et chercher ${name}.`,
        'L’activer et, dans son menu, activer Global.',
      ],
    },
    copy: 'Copier le code',
    copied: 'Copié.',
    notCopied: 'Le navigateur n’a pas permis la copie. Téléchargez-le plutôt.',
    download: 'Télécharger',
  },
};

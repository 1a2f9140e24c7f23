import type { healingWords as english } from '../en/healing.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

function chats(n: number): string {
  return count(n, 'chat', 'chats');
}

function replies(n: number): string {
  return count(n, 'réponse', 'réponses');
}

function markers(n: number): string {
  return count(n, 'marqueur', 'marqueurs');
}

export const healingWords: Words<typeof english> = {
  title: 'Nettoyer les chats enregistrés',
  about:
    'Les marqueurs d’outils dans les réponses enregistrées apprennent au modèle à les écrire au lieu d’appeler l’outil. Ici, vous les trouvez et les retirez.',
  connecting: 'Interrogation du serveur de chat.',
  noAddress: 'Ouvrez cette page depuis la fenêtre de Stream Fixer, sur une page de votre Open WebUI.',
  noTab: 'Aucun onglet n’affiche ce serveur de chat. Ouvrez-le dans un onglet, puis réessayez.',
  privateTab:
    'Ce serveur de chat est ouvert dans une fenêtre privée. Pour nettoyer des chats, leurs anciennes réponses sont conservées dans ce navigateur, au-delà de la fenêtre privée. Ouvrez le serveur dans une fenêtre normale, puis réessayez.',
  noAnswer:
    'La page de l’autre onglet ne répond pas comme un Open WebUI. Vérifiez qu’elle est chargée et que Stream Fixer y est activé.',
  problemTitle: 'Impossible pour le moment',
  noStorage:
    'Le stockage du navigateur n’a pas fonctionné\u00a0; rien d’autre n’a été fait. Le disque est-il plein, ou la fenêtre privée\u00a0?',
  tryAgain: 'Réessayer',

  what: 'Où chercher\u00a0?',
  whatAll: 'Chercher dans tous mes chats',
  thisChat: 'Ce chat',
  thisChatHint: 'Celui qui était ouvert à votre arrivée.',
  allChats: 'Tous mes chats',
  allChatsHint: 'Y compris les chats archivés et ceux des dossiers. Rien n’est encore modifié.',
  look: 'Chercher les marqueurs',
  cancel: 'Annuler',

  scanningTitle: 'Recherche de marqueurs',
  chatsRead: 'Chats lus',
  progress: (scanned, listed, found) =>
    `${figure(scanned)} sur ${chats(listed)} lus, dont ${figure(found)} avec des marqueurs.`,
  progressSoFar: (scanned, listed, found) =>
    `${figure(scanned)} lus sur ${chats(listed)} pour l’instant, dont ${figure(found)} avec des marqueurs.`,
  missed: (unreadable) => count(unreadable, 'chat n’a pas pu être lu.', 'chats n’ont pas pu être lus.'),
  allRead: (scanned) => count(scanned, 'chat lu.', 'chats lus.'),
  someRead: (scanned, listed) => `${figure(scanned)} sur ${chats(listed)} lus.`,
  cancelled: 'Annulé.',

  resultsTitle: 'Chats avec marqueurs',
  cleanTitle: 'Aucun marqueur trouvé',
  nothingTitle: 'Aucun marqueur trouvé jusqu’ici',
  unreadableTitle: 'Les chats n’ont pas pu être lus',
  againTitle: 'Chats à réessayer',
  chatsFound: (found) => `${chats(found)} avec des marqueurs.`,
  selectAll: 'Tout sélectionner',
  found: (inAll, marked, all) => `${markers(inAll)} dans ${figure(marked)} sur ${replies(all)}`,
  foundSince: (inAll, marked, all, day) =>
    `${markers(inAll)} dans ${figure(marked)} sur ${replies(all)}, depuis le ${day}`,
  archived: 'Archivé',
  untitled: 'Chat sans titre',
  unread: (n) => `Chats qui n’ont pas pu être lus (${figure(n)})`,
  show: 'Afficher',
  hide: 'Masquer',
  of: (label, title) => `${label}\u00a0: ${title}`,
  looking: 'Lecture du chat.',
  cleanNow: 'Ce chat ne contient plus de marqueurs.',
  undoable: 'Ce qui est retiré est d’abord conservé dans ce navigateur\u00a0; chaque chat peut donc être rétabli.',
  heal: (chosen) => `Nettoyer ${chats(chosen)}`,

  reply: (number, inIt) => `Réponse ${figure(number)}\u00a0: ${markers(inIt)}`,
  replyAt: (number, moment, inIt) => `Réponse ${figure(number)}, ${moment}\u00a0: ${markers(inIt)}`,
  moreReplies: (hidden) => `Afficher plus de réponses (${figure(hidden)})`,
  before: 'Avant',
  after: 'Après',
  emptied: 'Il ne reste rien de ce texte.',
  removed: 'Retiré\u00a0:',
  added: 'Ajouté\u00a0:',
  skipped: (lines) => `… ${count(lines, 'ligne inchangée', 'lignes inchangées')} …`,

  healingTitle: 'Nettoyage',
  chatsCleaned: 'Chats traités',
  done: (done, total) => `${figure(done)} sur ${chats(total)} traités.`,
  closable: 'Vous pouvez fermer cette page. À votre retour, elle proposera de continuer.',
  stop: 'Arrêter',
  stopping: 'Arrêt après ce chat.',

  doneTitle: 'Terminé',
  stoppedTitle: 'Arrêté',
  leftTitle: 'Interrompu en cours de route',
  settledTitle: 'Résultat du dernier nettoyage',
  goOn: 'Continuer',
  forget: 'En rester là',
  backToStart: 'Chercher de nouveau',
  rest: 'Réessayer le reste',
  oneDone: 'Le chat est propre.',
  oneNotDone: 'Le chat n’a pas été nettoyé.',
  summary: (cleaned, total) => `${figure(cleaned)} sur ${chats(total)} nettoyés.`,
  reload:
    'Rechargez toutes les pages où un tel chat est ouvert\u00a0: dans les anciennes versions, elles enregistreraient à nouveau leurs anciennes réponses.',

  cleaned: (inReplies) => `Nettoyé\u00a0: ${replies(inReplies)}.`,
  cleanedMarkers: (taken, inReplies) => `Nettoyé\u00a0: ${markers(taken)} dans ${replies(inReplies)}.`,
  kept: (n) =>
    `${count(n, 'réponse n’a pas pu être modifiée\u00a0: interrompue', 'réponses n’ont pas pu être modifiées\u00a0: interrompues')}, ou appartenant à quelqu’un d’autre.`,
  unchanged: 'Rien à faire\u00a0: il ne contient pas de marqueurs.',
  streaming: 'Une réponse y est en cours d’écriture. Il n’a pas été touché\u00a0; réessayez quand elle sera terminée.',
  failed: {
    old: 'Il est resté tel quel.',
    new: 'Il a été modifié.',
    unknown: 'On ne sait pas encore s’il a été modifié. Ce sera vérifié à votre retour sur cette page.',
  },
  notStarted: 'Pas commencé.',

  undo: 'Rétablir',
  undoAll: (chats) => `Tout rétablir (${figure(chats)})`,
  undoingTitle: 'Rétablissement',
  chatsRestored: 'Chats rétablis',
  undoSummary: (restored, total) => `${figure(restored)} sur ${chats(total)} rétablis.`,
  undoing: 'Rétablissement.',
  restored: (n) => `Rétabli tel quel\u00a0: ${replies(n)}.`,
  editedSince: (n) =>
    count(n, 'réponse modifiée depuis, laissée telle quelle.', 'réponses modifiées depuis, laissées telles quelles.'),
  undoUnchanged: 'Il était déjà comme avant.',
  undoUnknown: 'On ne sait pas encore s’il a été rétabli. Réessayez dans un instant.',
  undoFailed: 'Il n’a pas été rétabli.',

  backupsTitle: 'Sauvegardes',
  noBackups: 'Aucune pour l’instant. Avant qu’un chat soit modifié, ses réponses sont conservées ici telles quelles.',
  backupsAbout: 'Réponses telles qu’elles étaient avant le nettoyage. Elles restent dans ce navigateur.',
  backups: (n, size) => `${count(n, 'sauvegarde', 'sauvegardes')}, ${size}.`,
  backup: (state, moment, n, size) => `${state}, ${moment}, ${replies(n)}, ${size}`,
  states: { healed: 'Nettoyé', undone: 'Rétabli', 'in-doubt': 'Nettoyage incertain' },
  save: 'Enregistrer dans un fichier',
  deleteAll: 'Tout supprimer…',
  delete: 'Supprimer…',
  deleteNow: 'Supprimer',
  keep: 'Conserver',
  deletesOne: 'Sans sa sauvegarde, ce chat ne pourra plus être rétabli.',
  deletesSome: (n) => `Sans ces ${figure(n)} sauvegardes, leurs chats ne pourront plus être rétablis.`,

  trouble: {
    gone: 'Le chat n’existe plus.',
    goneOrForeign: 'Le chat n’existe plus ou appartient à quelqu’un d’autre.',
    noChat: 'La réponse du serveur n’était pas un chat, ou elle était trop volumineuse pour être lue.',
    tooOften: 'Le serveur demande à être interrogé moins souvent.',
    error: (status) => `Le serveur a répondu par l’erreur ${status}.`,
    signedOut: 'Vous n’êtes plus connecté. Connectez-vous sur la page, puis continuez.',
    slow: 'Le serveur n’a pas répondu à temps.',
    unreachable: 'La page de ce serveur de chat est fermée, ou son serveur est injoignable.',
    tabGone:
      'L’onglet utilisé par cette page a été fermé ou affiche un autre site. Les autres onglets ne sont pas utilisés\u00a0: quelqu’un d’autre peut y être connecté. Rechargez cette page pour continuer avec un autre onglet.',
    tooMany:
      'Le serveur annonce plus de chats que cette page ne peut en retenir, elle s’est donc arrêtée. Ouvrez un chat pour le nettoyer seul.',
    noList: (status) => `La liste des chats n’a pas pu être lue\u00a0: le serveur a répondu ${status}.`,
    inexact: 'Le chat contient un nombre qu’un navigateur ne peut pas conserver exactement.',
    notTaken: 'Le serveur n’a pas pris la modification en compte.',
    brokenOff:
      'Ses réponses avec marqueurs ont été interrompues avant la fin. Cette version d’Open WebUI ne permet à personne de modifier de telles réponses.',
    notLookedAt: 'Il n’a pas encore été examiné.',
    changed: 'Il a été modifié après avoir été examiné. Rien n’y a été fait.',
    notAlone: 'Il est propre, mais autre chose y a changé au même moment. Jetez-y un œil.',
    busy: 'Une autre page de Stream Fixer nettoie des chats de ce site en ce moment.',
    inDoubt: 'Le chat ne peut pas être lu\u00a0; on ne sait donc pas s’il a été nettoyé.',
    noBackup: 'La sauvegarde n’existe plus.',
    edited: 'Ses réponses ont été modifiées après le nettoyage. Rien n’y a été fait.',
  },
  secondCopy:
    'Open WebUI 0.9.3 à 0.9.5 garde une deuxième copie de chaque message sans la mettre à jour. Un chat nettoyé y paraît propre, mais le modèle peut encore recevoir les anciens textes. Mettez d’abord le serveur à jour vers la version 0.9.6 ou ultérieure.',
};

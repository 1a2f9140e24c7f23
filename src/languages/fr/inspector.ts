import type { inspectorWords as english } from '../en/inspector.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

export const inspectorWords: Words<typeof english> = {
  about:
    'Montre, trame par trame, ce que Stream Fixer fait aux flux d’une page ouverte. L’enregistrement reste dans la mémoire de cette page et disparaît dès que vous l’arrêtez ou la quittez.',
  pages: 'Pages ouvertes',
  noPages: 'Aucune page d’un site activé n’est ouverte. Ouvrez votre chat dans un onglet.',
  untitled: 'Page sans titre',
  inspect: 'Inspecter',
  inspectPage: (title) => `Inspecter : ${title}`,
  connecting: 'Connexion à la page.',
  recording: 'Enregistrement en cours. Des flux commencés plus tôt, vous voyez la suite.',
  lost: 'La page n’est pas là pour le moment. L’enregistrement est effacé ; il reprendra dès le retour de la page.',
  gone: 'La page a été fermée, ou Stream Fixer y est désactivé. L’enregistrement est effacé.',
  stop: 'Arrêter et effacer',

  streams: 'Flux',
  noStreams: 'Rien pour l’instant. Envoyez un message dans le chat.',
  ways: { response: 'Réponse', events: 'Événements', socket: 'Socket', request: 'Requête' },
  frames: (frames) => count(frames, 'trame', 'trames'),
  changed: (frames) => (frames === 0 ? 'aucune modifiée' : count(frames, 'modifiée', 'modifiées')),
  live: 'en cours',
  stopped: 'Nettoyage arrêté',
  show: 'Afficher',
  hide: 'Masquer',
  showStream: (stream) => `Afficher : ${stream}`,
  hideStream: (stream) => `Masquer : ${stream}`,
  dropped: (frames) => `${count(frames, 'trame arrivée trop vite manque', 'trames arrivées trop vite manquent')} ici.`,
  forgotten: (frames) =>
    frames === 1
      ? 'La première trame n’est plus conservée.'
      : `Les ${figure(frames)} premières trames ne sont plus conservées.`,

  changedOnly: 'Trames modifiées seulement',
  noneChanged: 'Aucune trame de ce flux n’a été modifiée.',
  frame: (number) => `Trame ${figure(number)}`,
  before: 'Avant',
  after: 'Après',
  unchanged: 'Inchangée',
  nothingCame: 'Rien : elle a été ajoutée.',
  nothingLeft: 'Rien : elle a été retirée.',
  removed: 'retiré :',
  added: 'ajouté :',
  leftOut: (units) => `${count(units, 'caractère n’est pas affiché', 'caractères ne sont pas affichés')}.`,
  moreFrames: (frames) => `Afficher plus (${figure(frames)})`,
  why: 'Pourquoi',
  rule: (id) => `Règle ${id}`,
  readMore: 'En savoir plus',
  readMoreOf: (name) => `En savoir plus : ${name}`,

  copy: 'Copier comme fixture',
  copied:
    'Copié, comme affiché ci-dessous. Clés, jetons, adresses et autres sont masqués. Relisez avant de transmettre : un secret arrivé en morceaux n’est pas reconnu.',
  notCopied: 'Le navigateur n’a pas permis la copie. Sélectionnez le texte ci-dessous et copiez-le.',
  fixture: 'Fixture',
  hidePerson: 'Masquer aussi ce que des personnes ont écrit',
  allMasked: 'Ce qui ne peut pas être lu avec certitude est entièrement masqué.',
  diagnose: 'Diagnostiquer',
  tryRule: 'Y essayer une règle',
  diagnosis: 'Diagnostic',
  incomplete: 'Des parties de ce flux manquent ici ; le résultat peut donc être inexact par endroits.',
};

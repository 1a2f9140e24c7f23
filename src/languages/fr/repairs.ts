import type { repairsWords as english } from '../en/repairs.ts';
import type { Words } from '../language.ts';

export const repairsWords: Words<typeof english> = {
  markers: {
    name: 'Marqueurs d’outils dans le texte',
    words: 'Le texte de la réponse contient des marqueurs d’outils.',
  },
  'tool-events': {
    name: 'Progression envoyée en événements',
    words: 'La progression des outils arrive sous forme d’événements entre les fragments de la réponse.',
  },
  'tool-call-container': {
    name: 'Appels qui ne sont pas une liste',
    words: '"tool_calls" est un objet seul, null ou une liste vide au lieu d’une liste d’appels.',
  },
  'tool-call-index': {
    name: 'Appels sans index',
    words: 'Des entrées de "tool_calls" n’ont pas d’index, ou plusieurs appels partagent le même.',
  },
  'tool-call-empty-fields': {
    name: 'Champs vides dans la suite',
    words: 'Dans la suite d’un appel, id, type ou name sont vides ou null.',
  },
  'tool-call-arguments': {
    name: 'Arguments qui ne sont pas du texte',
    words: 'Les arguments d’un appel sont un objet ou null au lieu de texte.',
  },
  'tool-call-repeats': {
    name: 'Identifiant ou nom répété',
    words: 'L’identifiant ou le nom d’un appel revient dans la suite de cet appel.',
  },
  'tool-call-split': {
    name: 'Nom et arguments d’un seul bloc',
    words:
      'Un delta contient plusieurs choses à la fois : le nom d’un appel et ses arguments, plusieurs appels, ou du texte et un appel.',
    cases: {
      arguments: 'Un delta contient le nom d’un appel et ses premiers arguments.',
      calls: 'Un delta contient plusieurs appels.',
      text: 'Un delta contient du texte et un appel.',
    },
  },
  'tool-call-growing': {
    name: 'Nom qui s’allonge',
    words: 'Le nom d’un appel est renvoyé à mesure qu’il s’allonge.',
  },
  'tool-call-nameless': {
    name: 'Nom qui arrive plus tard',
    words: 'La tête d’un appel n’a pas encore de nom ; il est dans un morceau suivant.',
  },
  'tool-call-name-pieces': {
    name: 'Nom en morceaux',
    words: 'Le nom d’un appel est envoyé en morceaux.',
  },
  'tool-call-bare-head': {
    name: 'Appel sans arguments',
    words: 'Le début d’un appel a un nom, mais pas d’arguments, pas même vides.',
  },
  'tool-call-placeholder': {
    name: 'Accolades avant les arguments',
    words: 'Les arguments d’un appel commencent par "{}", puis viennent les vrais.',
  },
  'first-role': {
    name: 'Premier morceau sans rôle',
    words: 'Le premier delta de la réponse n’a pas de rôle.',
  },
  'byte-order-mark': {
    name: 'Indicateur d’ordre des octets',
    words: 'Un indicateur d’ordre des octets précède la première trame.',
  },
  'data-comments': {
    name: 'Signes de vie envoyés en données',
    words: 'Un signe de vie arrive sous forme de données, par exemple "data: : OPENROUTER PROCESSING".',
  },
  'silent-events': {
    name: 'Événements sans données',
    words: 'Un événement n’a pas de données, ou c’est un signe de vie nommé.',
  },
  'error-lines': {
    name: 'Erreurs dans un champ à part',
    words: 'Une erreur arrive dans un champ à part, "error: {…}", qui n’existe pas dans les flux d’événements.',
  },
  'bare-json': {
    name: 'JSON sans "data:"',
    words: 'Une ligne de JSON n’a pas "data:" devant elle. C’est le plus souvent une erreur.',
  },
  'joined-objects': {
    name: 'Plusieurs fragments dans une trame',
    words: 'Les données d’une trame contiennent plusieurs fragments.',
  },
  'data-lines': {
    name: 'Un fragment sur plusieurs lignes',
    words: 'Un fragment est réparti sur plusieurs lignes de données.',
  },
  'last-blank-line': {
    name: 'Pas de ligne vide à la fin',
    words: 'La dernière trame n’est pas suivie d’une ligne vide.',
  },
  'keep-alive-comments': {
    name: 'Commentaires entre les fragments',
    words: 'Il y a des commentaires ou des trames vides entre les fragments, le plus souvent des signes de vie.',
  },
  'lone-comments': {
    name: 'Commentaires dans un flux sans défaut',
    words: 'Il y a des commentaires ou des trames vides entre les fragments, et rien d’autre à réparer.',
  },
  'foreign-events': {
    name: 'Événements inconnus',
    words: 'Il y a entre les fragments des événements nommés qui ne sont ni des fragments ni des erreurs.',
  },
  done: {
    name: 'Pas de "[DONE]" à la fin',
    words: 'Le flux se termine sans "data: [DONE]".',
  },
  'null-choices': {
    name: 'Champ "choices" absent',
    words: '"choices" est null ou absent, ou les données d’une trame sont null.',
  },
  'content-arrays': {
    name: 'Contenu en liste de parties',
    words: 'Le contenu d’un delta est une liste de parties au lieu de texte.',
  },
  'padding-fields': {
    name: 'Champs de remplissage',
    words: 'Des fragments ont des champs sans contenu utile, qui ne servent qu’à remplir.',
  },
  'cumulative-text': {
    name: 'Texte renvoyé sans cesse',
    words: 'Chaque delta contient tout le texte depuis le début, pas seulement la suite.',
  },
  'finish-tool-calls': {
    name: 'Motif de fin erroné',
    words: 'Des outils ont été appelés, mais le motif de fin est "stop" ou vide.',
  },
  'finish-missing': {
    name: 'Pas de motif de fin',
    words: 'Aucun fragment n’a de motif de fin.',
  },
};

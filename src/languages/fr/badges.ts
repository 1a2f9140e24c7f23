import type { badgeWords as english } from '../en/badges.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

export const badgeWords: Words<typeof english> = {
  unknownTool: 'Outil',
  group: 'Outils de cette réponse',
  tools: (calls) => count(calls, 'outil', 'outils'),
  moreTools: (calls) => `Plus de ${figure(calls)} outils`,
  toolsAndTime: (tools, time) => `${tools}, ${time}`,
  earlier: (calls) => `+${count(calls, 'précédent', 'précédents')}`,

  seconds: (seconds) => `${seconds} s`,
  minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
  hours: (hours, minutes) => `${hours} h ${minutes} min`,
  underOneSecond: 'moins de 1 seconde',

  finished: 'terminé',
  failed: 'échec',
  ended: 'arrêté, résultat inconnu',
  callRuns: ', en cours',
  call: (took, state) => `, ${took}, ${state}`,
  callUntimed: (state) => `, ${state}`,
  callOnAxis: (began, took, state) => `, à partir de ${began}, ${took}, ${state}`,

  toolRuns: (name) => `Outil en cours : ${name}`,
  toolsRan: (calls) => count(calls, 'outil a été utilisé.', 'outils ont été utilisés.'),
  moreToolsRan: (calls) => `Plus de ${figure(calls)} outils ont été utilisés.`,

  imitated: 'Le modèle a seulement écrit un appel, sans exécuter d’outil ; la suite est peut-être inventée.',
  why: 'Pourquoi ?',
  because:
    'Le modèle a écrit une ligne qui ressemble à un outil en cours, alors que l’agent n’en a signalé aucun. Les modèles apprennent cela de réponses précédentes qui contiennent de telles lignes. Une fois celles-ci retirées du chat, cela se produit moins souvent.',
  cleanChat: 'Nettoyer ce chat',
  hideNote: 'Masquer cette note',
};

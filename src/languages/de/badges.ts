import type { badgeWords as english } from '../en/badges.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

export const badgeWords: Words<typeof english> = {
  unknownTool: 'Tool',
  group: 'Tools dieser Antwort',
  tools: (calls) => count(calls, 'Tool', 'Tools'),
  moreTools: (calls) => `${figure(calls)}+ Tools`,
  toolsAndTime: (tools, time) => `${tools}, ${time}`,
  earlier: (calls) => `+${figure(calls)} weiter oben`,

  seconds: (seconds) => `${seconds} s`,
  minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
  hours: (hours, minutes) => `${hours} h ${minutes} min`,
  underOneSecond: 'unter 1 Sekunde',

  finished: 'abgeschlossen',
  failed: 'fehlgeschlagen',
  ended: 'beendet, Ausgang unbekannt',
  callRuns: ', läuft',
  call: (took, state) => `, ${took}, ${state}`,
  callUntimed: (state) => `, ${state}`,
  callOnAxis: (began, took, state) => `, ab ${began}, ${took}, ${state}`,

  toolRuns: (name) => `Tool läuft: ${name}`,
  toolsRan: (calls) => `${count(calls, 'Tool lief.', 'Tools liefen.')}`,
  moreToolsRan: (calls) => `${figure(calls)}+ Tools liefen.`,

  imitated: 'Für einen nur hingeschriebenen Aufruf lief kein Tool; was folgt, kann erfunden sein.',
  why: 'Warum?',
  because:
    'Das Modell hat eine Zeile geschrieben, die nach einem laufenden Tool aussieht, und der Agent hat kein solches gemeldet. Modelle schauen sich das von früheren Antworten ab, in denen solche Zeilen stehen. Sind diese aus dem Chat entfernt, kommt es seltener vor.',
  cleanChat: 'Diesen Chat bereinigen',
  hideNote: 'Hinweis ausblenden',
};

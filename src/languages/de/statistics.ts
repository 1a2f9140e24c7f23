import type { statisticsWords as english } from '../en/statistics.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

function replies(n: number): string {
  return count(n, 'Antwort', 'Antworten');
}

function markers(n: number): string {
  return `${figure(n)} Marker entfernt`;
}

function tools(n: number): string {
  return `${count(n, 'Tool', 'Tools')} angezeigt`;
}

function imitated(n: number): string {
  return `${count(n, 'Aufruf', 'Aufrufe')} imitiert`;
}

/** In the dative. */
function calls(n: number): string {
  return count(n, 'Aufruf', 'Aufrufen');
}

export const statisticsWords: Words<typeof english> = {
  replies: 'Antworten',
  markers: 'Entfernte Marker',
  tools: 'Angezeigte Tools',
  imitated: 'Imitierte Aufrufe',
  bytes: 'Entfernte Bytes',

  period: 'Zeitraum',
  days: (days) => count(days, 'Tag', 'Tage'),
  loading: 'Die Zahlen werden gelesen.',
  failed: 'Der Browser hat die Zahlen nicht herausgegeben. Verloren ist nichts, sie sind gespeichert wie zuvor.',
  tryAgain: 'Noch einmal versuchen',
  emptyTitle: 'Noch nichts gezählt',
  empty:
    'Antworten werden gezählt, sobald Stream Fixer auf einer Website eingeschaltet ist. Aufgehoben werden nur Zahlen und Namen von Tools, nie, was gesagt wurde.',
  emptyHere: 'Auf dieser Website wurde in diesem Zeitraum nichts gezählt.',
  emptyPeriod: 'In diesem Zeitraum wurde nichts gezählt.',
  longer: '90 Tage anzeigen',

  sum: (days, ofReplies, ofMarkers, ofTools, ofImitated) =>
    `${days}: ${replies(ofReplies)}, ${markers(ofMarkers)}, ${tools(ofTools)}, ${imitated(ofImitated)}.`,
  removed: (size) => `${size} aus Streams und Anfragen entfernt.`,
  healed: (chats) => `${count(chats, 'gespeicherter Chat', 'gespeicherte Chats')} bereinigt.`,

  daily: 'Tag für Tag',
  byDay: (chart) => `${chart}, nach Tagen`,
  today: 'Heute',
  dayOf: (day, ofMarkers, ofTools, ofImitated, ofReplies) =>
    ofReplies + ofMarkers + ofTools + ofImitated === 0
      ? `${day}: nichts.`
      : `${day}: ${markers(ofMarkers)}, ${tools(ofTools)}, ${imitated(ofImitated)}, in ${replies(ofReplies)}.`,
  tableOf: (chart) => `${chart} als Tabelle`,
  day: 'Tag',
  onlyDaysWith: 'Tage, an denen nichts gezählt wurde, fehlen hier.',

  repairs: 'Reparaturen',
  noRepairs: 'Kein Stream musste repariert werden.',

  slowest: 'Langsamste Tools',
  noTools: 'Von keinem Tool wurde das Ende gemeldet.',
  tool: 'Tool',
  otherTools: 'andere Tools',
  longest: 'Längster',
  mean: 'Mittel',
  calls: 'Aufrufe',
  toolTimes: (longest, mean, ofCalls) =>
    `längster ${longest}, im Mittel ${mean}, ${count(ofCalls, 'Aufruf', 'Aufrufe')}`,

  imitation: 'Imitierte Aufrufe im Lauf der Zeit',
  imitationAbout:
    'Von allen Aufrufen in den Antworten die, die das Modell nur hingeschrieben hat. Für sie lief kein Tool.',
  rate: 'Anteil',
  rateOf: (day, rate, ofImitated, ofCalls) => `${day}: ${rate}, ${figure(ofImitated)} von ${calls(ofCalls)}.`,
  noCalls: (day) => `${day}: keine Aufrufe.`,
  rateOfAll: (rate, ofImitated, ofCalls) => `${rate} in diesem Zeitraum: ${figure(ofImitated)} von ${calls(ofCalls)}.`,
  noCallsAtAll: 'Keine Aufrufe in diesem Zeitraum.',
  cleaned: 'Bereinigte Chats',
  cleanedThen: (chats) => `${count(chats, 'Chat', 'Chats')} an diesem Tag bereinigt.`,
  sinceCleaned: (before, callsBefore, after, callsAfter, since) =>
    `Vorher ${figure(before)} von ${calls(callsBefore)} imitiert, seit dem ${since} ${figure(after)} von ${figure(callsAfter)}.`,
  sinceCleanedNone: (before, callsBefore, since) =>
    `Vorher ${figure(before)} von ${calls(callsBefore)} imitiert, seit dem ${since} keine Aufrufe.`,
  cleanedChats: (chats) => (chats === 1 ? 'Im bereinigten Chat' : `In den ${figure(chats)} bereinigten Chats`),
  openChat: 'Chat öffnen',
  eachChat: 'Jeder Chat einzeln',

  sites: 'Websites',
  site: 'Website',

  report: 'Bericht',
  reportAbout: 'Diese Zahlen als Text, für eine Fehlermeldung oder zum Aufheben. Kein Wort aus einem Chat ist darin.',
  withAddresses: 'Mit den Adressen der Websites',
  withEvents: 'Mit den Namen unbekannter Ereignisse, wie Server sie gesendet haben',
  preview: 'Was kopiert wird',
  field: (name, value) => `${name}: ${value}`,
  browser: 'Browser',
  fromTo: (first, last) => `${first} bis ${last}`,
  rateOfCalls: (rate, ofImitated, ofCalls) => `${rate}, ${figure(ofImitated)} von ${calls(ofCalls)}`,
  cleanedStored: 'Bereinigte gespeicherte Chats',
  ever: 'Seit Beginn',
  everFrom: (server) => `Seit Beginn, von ${server}`,
  otherServers: 'anderen Servern',
  events: 'Entfernte Ereignisse zum Tool-Fortschritt',
  unknownEvents: 'Ereignisse unbekannter Art',
  copy: 'Bericht kopieren',
  copied: 'Kopiert.',
  notCopied: 'Der Browser hat ihn nicht kopiert. Der Text ist markiert und lässt sich mit der Tastatur kopieren.',

  delete: 'Zahlen löschen',
  deleteAbout:
    'Nur die Zahlen werden gelöscht. Schalter, Einstellungen und Chats bleiben, wie sie sind. Das lässt sich nicht rückgängig machen.',
  deleteSite: (host) => `Zahlen von ${host} löschen`,
  deleteAll: 'Zahlen aller Websites löschen',
  wouldGo: (days, ofReplies, first) =>
    `Gelöscht werden ${count(days, 'Tag', 'Tage')} mit ${replies(ofReplies)}, ab dem ${first}, und die Summen seit Beginn.`,
  wouldGoSums: 'An keinem Tag wurde etwas gezählt. Gelöscht werden die Summen seit Beginn.',
  deleteNow: 'Löschen',
  keep: 'Behalten',
  deleted: 'Die Zahlen sind gelöscht.',
  notDeleted: 'Das hat nicht funktioniert. Geändert wurde nichts.',
};

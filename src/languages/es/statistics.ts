import type { statisticsWords as english } from '../en/statistics.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

function replies(n: number): string {
  return count(n, 'respuesta', 'respuestas');
}

function markers(n: number): string {
  return count(n, 'marca eliminada', 'marcas eliminadas');
}

function tools(n: number): string {
  return count(n, 'herramienta mostrada', 'herramientas mostradas');
}

function imitated(n: number): string {
  return count(n, 'llamada imitada', 'llamadas imitadas');
}

function calls(n: number): string {
  return count(n, 'llamada', 'llamadas');
}

export const statisticsWords: Words<typeof english> = {
  replies: 'Respuestas',
  markers: 'Marcas eliminadas',
  tools: 'Herramientas mostradas',
  imitated: 'Llamadas imitadas',
  bytes: 'Bytes eliminados',

  period: 'Periodo',
  days: (days) => count(days, 'día', 'días'),
  loading: 'Leyendo las cifras.',
  failed: 'El navegador no entregó las cifras. No se ha perdido nada: siguen guardadas donde estaban.',
  tryAgain: 'Volver a intentar',
  emptyTitle: 'Todavía no se ha contado nada',
  empty:
    'Las respuestas se cuentan desde que Stream Fixer está activado en un sitio. Solo se guardan números y nombres de herramientas, nunca lo que se dijo.',
  emptyHere: 'No se contó nada en este sitio durante este periodo.',
  emptyPeriod: 'No se contó nada durante este periodo.',
  longer: 'Mostrar 90 días',

  sum: (days, ofReplies, ofMarkers, ofTools, ofImitated) =>
    `En ${days}: ${replies(ofReplies)}, ${markers(ofMarkers)}, ${tools(ofTools)}, ${imitated(ofImitated)}.`,
  removed: (size) => `${size} eliminados de flujos y solicitudes.`,
  healed: (chats) => count(chats, 'chat guardado limpiado.', 'chats guardados limpiados.'),

  daily: 'Día a día',
  byDay: (chart) => `${chart}, por días`,
  today: 'Hoy',
  dayOf: (day, ofMarkers, ofTools, ofImitated, ofReplies) =>
    ofReplies + ofMarkers + ofTools + ofImitated === 0
      ? `${day}: nada.`
      : `${day}: ${markers(ofMarkers)}, ${tools(ofTools)}, ${imitated(ofImitated)}, en ${replies(ofReplies)}.`,
  tableOf: (chart) => `${chart}, como tabla`,
  day: 'Día',
  onlyDaysWith: 'No figuran los días en los que no se contó nada.',

  repairs: 'Reparaciones',
  noRepairs: 'No hizo falta reparar ningún flujo.',

  slowest: 'Herramientas más lentas',
  noTools: 'De ninguna herramienta se supo que terminara.',
  tool: 'Herramienta',
  otherTools: 'otras herramientas',
  longest: 'Máximo',
  mean: 'Media',
  calls: 'Llamadas',
  toolTimes: (longest, mean, ofCalls) => `máximo ${longest}, media ${mean}, ${calls(ofCalls)}`,

  imitation: 'Llamadas imitadas a lo largo del tiempo',
  imitationAbout:
    'De todas las llamadas en las respuestas, las que el modelo solo escribió. Para ellas no se ejecutó ninguna herramienta.',
  rate: 'Proporción',
  rateOf: (day, rate, ofImitated, ofCalls) => `${day}: ${rate}, ${figure(ofImitated)} de ${calls(ofCalls)}.`,
  noCalls: (day) => `${day}: ninguna llamada.`,
  rateOfAll: (rate, ofImitated, ofCalls) => `${rate} en este periodo: ${figure(ofImitated)} de ${calls(ofCalls)}.`,
  noCallsAtAll: 'Ninguna llamada en este periodo.',
  cleaned: 'Chats limpiados',
  cleanedThen: (chats) => count(chats, 'chat limpiado este día.', 'chats limpiados este día.'),
  sinceCleaned: (before, callsBefore, after, callsAfter, since) =>
    `Antes, ${figure(before)} de ${calls(callsBefore)} imitadas; desde el ${since}, ${figure(after)} de ${figure(callsAfter)}.`,
  sinceCleanedNone: (before, callsBefore, since) =>
    `Antes, ${figure(before)} de ${calls(callsBefore)} imitadas; desde el ${since}, ninguna llamada.`,
  cleanedChats: (chats) => (chats === 1 ? 'En el chat limpiado' : `En los ${figure(chats)} chats limpiados`),
  openChat: 'Abrir el chat',
  eachChat: 'Cada chat',

  sites: 'Sitios',
  site: 'Sitio',

  report: 'Informe',
  reportAbout:
    'Estas cifras como texto, para informar de un fallo o para guardarlas. No contiene ni una palabra de los chats.',
  withAddresses: 'Con las direcciones de los sitios',
  withEvents: 'Con los nombres de los eventos desconocidos, tal como los enviaron los servidores',
  preview: 'Lo que se copiará',
  field: (name, value) => `${name}: ${value}`,
  browser: 'Navegador',
  fromTo: (first, last) => `${first} – ${last}`,
  rateOfCalls: (rate, ofImitated, ofCalls) => `${rate}, ${figure(ofImitated)} de ${calls(ofCalls)}`,
  cleanedStored: 'Chats guardados limpiados',
  ever: 'Desde el principio',
  everFrom: (server) => `Desde el principio, de ${server}`,
  otherServers: 'otros servidores',
  events: 'Eventos de progreso de herramientas eliminados',
  unknownEvents: 'Eventos de tipo desconocido',
  copy: 'Copiar informe',
  copied: 'Copiado.',
  notCopied: 'El navegador no lo copió. El texto está seleccionado y se puede copiar con el teclado.',

  delete: 'Borrar cifras',
  deleteAbout:
    'Solo se borran las cifras. Los interruptores, los ajustes y los chats quedan como están. No se puede deshacer.',
  deleteSite: (host) => `Borrar las cifras de ${host}`,
  deleteAll: 'Borrar las cifras de todos los sitios',
  wouldGo: (days, ofReplies, first) =>
    `Se borrarán ${count(days, 'día', 'días')} con ${replies(ofReplies)}, desde el ${first}, y las sumas desde el principio.`,
  wouldGoSums: 'Ningún día tiene cifras. Se borrarán las sumas desde el principio.',
  deleteNow: 'Borrar',
  keep: 'Conservar',
  deleted: 'Las cifras están borradas.',
  notDeleted: 'No ha funcionado. No se ha cambiado nada.',
};

import type { healingWords as english } from '../en/healing.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

function chats(n: number): string {
  return count(n, 'chat', 'chats');
}

function replies(n: number): string {
  return count(n, 'respuesta', 'respuestas');
}

function markers(n: number): string {
  return count(n, 'marca', 'marcas');
}

export const healingWords: Words<typeof english> = {
  title: 'Limpiar chats guardados',
  about:
    'Las marcas de herramientas en respuestas guardadas enseñan al modelo a escribirlas en lugar de llamar a la herramienta. Aquí se pueden encontrar y quitar.',
  connecting: 'Consultando el servidor de chat.',
  noAddress: 'Esta página se abre desde la ventana de Stream Fixer, en una página de Open WebUI.',
  noTab: 'Ninguna pestaña tiene abierto este servidor de chat. Ábralo en una pestaña e inténtelo de nuevo.',
  privateTab:
    'Este servidor de chat está abierto en una ventana privada. Al limpiar chats, sus respuestas antiguas se guardan en este navegador y durarían más que la ventana privada. Abra el servidor en una ventana normal e inténtelo de nuevo.',
  noAnswer:
    'La página de la otra pestaña no responde como Open WebUI. Compruebe que haya cargado y que Stream Fixer esté activado en ella.',
  problemTitle: 'No es posible en este momento',
  noStorage:
    'El almacenamiento del navegador ha fallado y no se ha hecho nada más. ¿Está lleno el disco o es una ventana privada?',
  tryAgain: 'Reintentar',

  what: '¿Dónde buscar?',
  whatAll: 'Buscar en todos mis chats',
  thisChat: 'Este chat',
  thisChatHint: 'El que estaba abierto al llegar aquí.',
  allChats: 'Todos mis chats',
  allChatsHint: 'También los archivados y los que están en carpetas. Todavía no se cambia nada.',
  look: 'Buscar marcas',
  cancel: 'Cancelar',

  scanningTitle: 'Buscando marcas',
  chatsRead: 'Chats leídos',
  progress: (scanned, listed, found) => `${figure(scanned)} de ${chats(listed)} leídos, ${figure(found)} con marcas.`,
  progressSoFar: (scanned, listed, found) =>
    `${figure(scanned)} leídos de ${chats(listed)} hasta ahora, ${figure(found)} con marcas.`,
  missed: (unreadable) => count(unreadable, 'chat no se ha podido leer.', 'chats no se han podido leer.'),
  allRead: (scanned) => count(scanned, 'chat leído.', 'chats leídos.'),
  someRead: (scanned, listed) => `${figure(scanned)} de ${chats(listed)} leídos.`,
  cancelled: 'Cancelado.',

  resultsTitle: 'Chats con marcas',
  cleanTitle: 'No se han encontrado marcas',
  nothingTitle: 'Aún no se han encontrado marcas',
  unreadableTitle: 'No se han podido leer los chats',
  againTitle: 'Chats para reintentar',
  chatsFound: (found) => `${chats(found)} con marcas.`,
  selectAll: 'Seleccionar todos',
  found: (inAll, marked, all) => `${markers(inAll)} en ${figure(marked)} de ${replies(all)}`,
  foundSince: (inAll, marked, all, day) => `${markers(inAll)} en ${figure(marked)} de ${replies(all)}, desde el ${day}`,
  archived: 'Archivado',
  untitled: 'Chat sin título',
  unread: (n) => `Chats que no se han podido leer (${figure(n)})`,
  show: 'Mostrar',
  hide: 'Ocultar',
  of: (label, title) => `${label}: ${title}`,
  looking: 'Leyendo el chat.',
  cleanNow: 'Este chat ya no contiene marcas.',
  undoable: 'Lo que se quita se guarda antes en este navegador, de modo que cada chat se puede restaurar.',
  heal: (chosen) => `Limpiar ${chats(chosen)}`,

  reply: (number, inIt) => `Respuesta ${figure(number)}: ${markers(inIt)}`,
  replyAt: (number, moment, inIt) => `Respuesta ${figure(number)}, ${moment}: ${markers(inIt)}`,
  moreReplies: (hidden) => `Mostrar más respuestas (${figure(hidden)})`,
  before: 'Antes',
  after: 'Después',
  emptied: 'No queda nada de este texto.',
  removed: 'Se quita:',
  added: 'Se pone:',
  skipped: (lines) => `… ${count(lines, 'línea', 'líneas')} sin cambios …`,

  healingTitle: 'Limpiando',
  chatsCleaned: 'Chats terminados',
  done: (done, total) => `${figure(done)} de ${chats(total)} terminados.`,
  closable: 'Esta página se puede cerrar. Al volver, ofrecerá continuar.',
  stop: 'Detener',
  stopping: 'Se detendrá después de este chat.',

  doneTitle: 'Listo',
  stoppedTitle: 'Detenido',
  leftTitle: 'Interrumpido a la mitad',
  settledTitle: 'Resultado de la última limpieza',
  goOn: 'Continuar',
  forget: 'Dejarlo así',
  backToStart: 'Buscar de nuevo',
  rest: 'Reintentar el resto',
  oneDone: 'El chat está limpio.',
  oneNotDone: 'El chat no se ha limpiado.',
  summary: (cleaned, total) => `Limpiados: ${figure(cleaned)} de ${chats(total)}.`,
  reload:
    'Recargue toda página en la que esté abierto uno de estos chats: en versiones antiguas volvería a guardar sus respuestas anteriores.',

  cleaned: (inReplies) => `Limpiado: ${replies(inReplies)}.`,
  cleanedMarkers: (taken, inReplies) => `Limpiado: ${markers(taken)} en ${replies(inReplies)}.`,
  kept: (n) =>
    `${count(n, 'respuesta no se ha podido cambiar', 'respuestas no se han podido cambiar')}: quedaron a medias o son de otra persona.`,
  unchanged: 'Nada que hacer: no contiene marcas.',
  streaming: 'Se está escribiendo una respuesta en él. No se ha tocado; vuelva a intentarlo cuando termine.',
  failed: {
    old: 'Está como estaba.',
    new: 'Se ha cambiado.',
    unknown: 'Aún no se sabe si se ha cambiado. Se comprobará al volver a esta página.',
  },
  notStarted: 'Sin empezar.',

  undo: 'Deshacer',
  undoAll: (chats) => `Deshacer todo (${figure(chats)})`,
  undoingTitle: 'Restaurando',
  chatsRestored: 'Chats restaurados',
  undoSummary: (restored, total) => `Restaurados: ${figure(restored)} de ${chats(total)}.`,
  undoing: 'Restaurando.',
  restored: (n) => `Restaurado como estaba: ${replies(n)}.`,
  editedSince: (n) => count(n, 'respuesta editada después, sin tocar.', 'respuestas editadas después, sin tocar.'),
  undoUnchanged: 'Ya estaba como antes.',
  undoUnknown: 'Aún no se sabe si se ha restaurado. Vuelva a intentarlo en un momento.',
  undoFailed: 'No se ha restaurado.',

  backupsTitle: 'Copias de seguridad',
  noBackups: 'Ninguna todavía. Antes de cambiar un chat, sus respuestas se guardan aquí tal como estaban.',
  backupsAbout: 'Respuestas tal como eran antes de la limpieza. No salen de este navegador.',
  backups: (n, size) => `${count(n, 'copia de seguridad', 'copias de seguridad')}, ${size}.`,
  backup: (state, moment, n, size) => `${state}, ${moment}, ${replies(n)}, ${size}`,
  states: { healed: 'Limpiado', undone: 'Restaurado', 'in-doubt': 'No se sabe si se ha limpiado' },
  save: 'Guardar en un archivo',
  deleteAll: 'Eliminar todas…',
  delete: 'Eliminar…',
  deleteNow: 'Eliminar',
  keep: 'Conservar',
  deletesOne: 'Sin su copia de seguridad, este chat ya no se podrá restaurar.',
  deletesSome: (n) => `Sin estas ${figure(n)} copias de seguridad, sus chats ya no se podrán restaurar.`,

  trouble: {
    gone: 'El chat ya no está.',
    goneOrForeign: 'El chat ya no está o es de otra persona.',
    noChat: 'La respuesta del servidor no era un chat o era demasiado grande para leerla.',
    tooOften: 'El servidor pide que no se le consulte tan a menudo.',
    error: (status) => `El servidor ha respondido con el error ${status}.`,
    signedOut: 'La sesión ya no está iniciada. Inicie sesión en la página y continúe después.',
    slow: 'El servidor no ha respondido a tiempo.',
    unreachable: 'La página de este servidor de chat está cerrada o no se puede acceder a su servidor.',
    tabGone:
      'La pestaña que usa esta página se ha cerrado o muestra otro sitio. No se usan otras pestañas: en ellas puede haber otra persona con la sesión iniciada. Recargue esta página para continuar con otra pestaña.',
    tooMany:
      'El servidor enumera más chats de los que esta página puede recordar, así que se ha detenido. Abra un chat y límpielo por separado.',
    noList: (status) => `No se ha podido leer la lista de chats: el servidor ha respondido ${status}.`,
    inexact: 'El chat contiene un número que un navegador no puede conservar con exactitud.',
    notTaken: 'El servidor no ha aceptado el cambio.',
    brokenOff:
      'Sus respuestas con marcas se interrumpieron antes de terminar. Esta versión de Open WebUI no permite a nadie cambiar esas respuestas.',
    notLookedAt: 'Todavía no se ha examinado.',
    changed: 'Se ha cambiado después de examinarlo. No se le ha hecho nada.',
    notAlone: 'Está limpio, pero algo más ha cambiado en él en el mismo momento. Conviene revisarlo.',
    busy: 'Otra página de Stream Fixer está limpiando chats de este sitio ahora mismo.',
    inDoubt: 'El chat no se puede leer, así que no se sabe si se ha limpiado.',
    noBackup: 'La copia de seguridad ya no está.',
    edited: 'Sus respuestas se editaron después de la limpieza. No se le ha hecho nada.',
  },
  secondCopy:
    'Open WebUI de 0.9.3 a 0.9.5 guarda una segunda copia de cada mensaje y no la actualiza. Allí un chat parece limpio, pero el modelo puede seguir recibiendo los textos antiguos. Actualice antes el servidor a 0.9.6 o posterior.',
};

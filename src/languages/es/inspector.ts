import type { inspectorWords as english } from '../en/inspector.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

export const inspectorWords: Words<typeof english> = {
  about:
    'Muestra, trama por trama, lo que Stream Fixer hace con los flujos de una página abierta. La grabación queda en la memoria de esta página y desaparece al detenerla o al salir.',
  pages: 'Páginas abiertas',
  noPages: 'No hay abierta ninguna página de un sitio activado. Es necesario abrir el chat en una pestaña.',
  untitled: 'Página sin título',
  inspect: 'Inspeccionar',
  inspectPage: (title) => `Inspeccionar: ${title}`,
  connecting: 'Conectando con la página.',
  recording: 'Grabando. De los flujos que empezaron antes se ve el resto.',
  lost: 'La página no está disponible ahora. La grabación se ha borrado; continuará cuando la página vuelva.',
  gone: 'La página se cerró, o Stream Fixer está desactivado en ella. La grabación se ha borrado.',
  stop: 'Detener y borrar',

  streams: 'Flujos',
  noStreams: 'Nada todavía. Basta con enviar un mensaje en el chat.',
  ways: { response: 'Respuesta', events: 'Eventos', socket: 'Socket', request: 'Solicitud' },
  frames: (frames) => count(frames, 'trama', 'tramas'),
  changed: (frames) => (frames === 0 ? 'ninguna modificada' : count(frames, 'modificada', 'modificadas')),
  live: 'en curso',
  stopped: 'Limpieza detenida',
  show: 'Mostrar',
  hide: 'Ocultar',
  showStream: (stream) => `Mostrar: ${stream}`,
  hideStream: (stream) => `Ocultar: ${stream}`,
  dropped: (frames) =>
    `${count(frames, 'trama llegó demasiado rápido y falta', 'tramas llegaron demasiado rápido y faltan')} aquí.`,
  forgotten: (frames) =>
    frames === 1 ? 'La primera trama ya no se conserva.' : `Las primeras ${figure(frames)} tramas ya no se conservan.`,

  changedOnly: 'Solo tramas modificadas',
  noneChanged: 'No se modificó ninguna trama de este flujo.',
  frame: (number) => `Trama ${figure(number)}`,
  before: 'Antes',
  after: 'Después',
  unchanged: 'Sin cambios',
  nothingCame: 'Nada: se añadió.',
  nothingLeft: 'Nada: se quitó.',
  removed: 'quitado:',
  added: 'añadido:',
  leftOut: (units) => (units === 1 ? 'No se muestra 1 carácter.' : `No se muestran ${figure(units)} caracteres.`),
  moreFrames: (frames) => `Mostrar más (${figure(frames)})`,
  why: 'Motivo',
  rule: (id) => `Regla ${id}`,
  readMore: 'Más información',
  readMoreOf: (name) => `Más información: ${name}`,

  copy: 'Copiar como fixture',
  copied:
    'Copiado, tal como se ve abajo. Claves, tokens, direcciones y similares están enmascarados. Conviene leerlo antes de compartirlo: un secreto que llegó en partes no se reconoce.',
  notCopied: 'El navegador no permitió copiar. Se puede seleccionar el texto de abajo y copiarlo.',
  fixture: 'Fixture',
  hidePerson: 'Enmascarar también lo que escribieron personas',
  allMasked: 'Lo que no se puede leer con certeza está enmascarado por completo.',
  diagnose: 'Diagnosticar',
  tryRule: 'Probar una regla con ella',
  diagnosis: 'Diagnóstico',
  incomplete: 'Aquí faltan partes de este flujo, así que puede haber errores.',
};

import type { settingsWords as english } from '../en/settings.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

export const settingsWords: Words<typeof english> = {
  everywhere: 'Lo que se ajusta aquí vale en todos los sitios que no tienen un ajuste propio.',
  here: (site) => `Lo que se ajusta aquí vale solo en ${site}. Lo demás es como en todos los sitios.`,
  unread: 'No se pudieron leer los ajustes. Es necesario recargar la página.',
  notSaved: 'No se pudo guardar. Conviene intentarlo de nuevo en un momento.',
  on: 'activado',
  off: 'desactivado',
  differs: (value) => `Solo aquí. Todos los sitios: ${value}`,
  same: 'Fijado aquí, igual que en todos los sitios',
  seen: (value) => `Detectado: ${value}`,
  changed: (value) => `Cambiado. Predeterminado: ${value}`,
  unchanged: 'Fijado, igual que el predeterminado',
  own: (settings) =>
    settings === 0
      ? 'Todo es como en todos los sitios.'
      : `${count(settings, 'ajuste vale', 'ajustes valen')} solo para este sitio.`,
  ownEverywhere: (settings) =>
    settings === 0 ? 'Todo está como al principio.' : `${count(settings, 'ajuste elegido', 'ajustes elegidos')} aquí.`,
  resetAll: (settings) =>
    settings === 1 ? 'Restablecer este' : settings === 2 ? 'Restablecer ambos' : `Restablecer los ${figure(settings)}`,
  resetDone: (settings) => `${count(settings, 'ajuste restablecido', 'ajustes restablecidos')}.`,
  undo: 'Deshacer',
  undone: 'Deshecho.',
  badgesTitle: 'Insignias y avisos',
  cleaningTitle: 'Limpieza',
  atOnce: 'Un cambio actúa al momento, sin recargar.',
  nextReply: 'Un cambio actúa a partir de la próxima respuesta.',
  names: {
    badges: { name: 'Mostrar insignias', about: 'Las herramientas que se ejecutaron, junto a cada respuesta.' },
    badgeStay: { name: 'Una insignia terminada se queda', about: '' },
    badgePlace: { name: 'Las insignias aparecen', about: '' },
    imitation: {
      name: 'Avisar de llamadas imitadas',
      about: 'Indica cuándo el modelo solo escribió una llamada y no se ejecutó ninguna herramienta.',
    },
    replies: {
      name: 'Limpiar las respuestas',
      about: 'Quita marcas y eventos de herramientas de lo que la página recibe.',
    },
    history: {
      name: 'Limpiar lo que se reenvía',
      about: 'Quita marcas de respuestas anteriores antes de que la página las envíe al modelo.',
    },
    storedChats: {
      name: 'Limpiar los chats guardados al mostrarlos',
      about: 'Quita marcas de chats antiguos mientras la página los carga. Lo guardado queda como está.',
    },
    hermes: {
      name: 'Este sitio usa Hermes Agent',
      about: 'Suele detectarse. Actívalo si quedan marcas en chats antiguos.',
    },
  },
  stays: { 'next-message': 'hasta el próximo mensaje', '10-seconds': '10 segundos', always: 'siempre' },
  places: { reply: 'junto a la respuesta', corner: 'en la esquina de la página' },
  packsTitle: 'Paquetes de reglas',
  packsAbout: 'Para agentes que escriben su progreso en las respuestas a su manera.',
  packsLink: 'Crear y probar reglas',
  builtInPacks: 'Paquetes incluidos',
  rules: (rules) => count(rules, 'regla', 'reglas'),
  packUnknown: 'Este paquete no está.',
  repairsTitle: 'Reparaciones',
  repairsAbout: 'Corrigen los fallos de los servidores en sus flujos antes de que la página los vea.',
  groups: { 'tool-calls': 'Llamadas a herramientas', frames: 'Tramas', content: 'Contenido' },
  onOf: (on, all) => `${figure(on)} de ${figure(all)} activadas`,
  byDefault: (on) => (on ? 'Activada de forma predeterminada.' : 'Desactivada de forma predeterminada.'),
  sitesTitle: 'Sitios',
  sitesNone:
    'Stream Fixer aún no está activado en ningún sitio. Basta con abrir el chat, pulsar el icono y activar el interruptor.',
  siteSwitch: (site) => `Stream Fixer en ${site}`,
  siteSettings: (site) => `Ajustes de ${site}`,
  ownCount: (settings) =>
    settings === 0 ? 'Como en todos los sitios' : count(settings, 'ajuste propio', 'ajustes propios'),
  denied: 'No se permitió, así que no cambió nada.',
  cannotAsk: 'El navegador no pidió permiso. Hay que abrir el sitio, pulsar el icono y activar allí el interruptor.',
  fileTitle: 'Exportar e importar',
  fileAbout:
    'Un archivo con todos los ajustes, los de cada sitio y los paquetes de reglas propios. Contiene las direcciones de los sitios.',
  exportFile: 'Exportar',
  importFile: 'Importar…',
  preview: 'Qué cambia la importación',
  nothing: 'No cambiaría nada: el archivo contiene los ajustes actuales.',
  ownPacks: 'Paquetes de reglas propios',
  changes: (changes) => count(changes, 'cambio', 'cambios'),
  setting: 'Ajuste',
  before: 'Ahora',
  after: 'Después',
  notSet: 'sin fijar',
  fates: { new: 'nuevo', changed: 'cambiado', gone: 'eliminado' },
  leftOut: (names) => `Omitido, porque esta versión no lo conoce o el valor no encaja: ${names}`,
  andMore: (more) => `y ${figure(more)} más`,
  apply: 'Aplicar',
  cancel: 'Cancelar',
  imported: 'Los ajustes del archivo ya están en vigor.',
  problems: {
    'too-large': 'Este archivo es demasiado grande para ser de ajustes. No se cambió nada.',
    'no-json': 'Este archivo está dañado o es de otro tipo. No se cambió nada.',
    'other-file': 'Este no es un archivo de ajustes de Stream Fixer. No se cambió nada.',
    'newer-version':
      'Este archivo viene de una versión más nueva. Hay que actualizar Stream Fixer e importarlo otra vez. No se cambió nada.',
    broken: 'Faltan partes de este archivo. No se cambió nada.',
    unreadable: 'El navegador no pudo leer este archivo. No se cambió nada.',
  },
};

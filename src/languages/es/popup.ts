import type { popupWords as english } from '../en/popup.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

function form(n: number, one: string, other: string): string {
  return n === 1 ? one : other;
}

export const popupWords: Words<typeof english> = {
  documentTitle: 'Este sitio',
  product: 'Stream Fixer',
  on: 'Activado',
  off: 'Desactivado',
  switchName: (host) => `Stream Fixer en ${host}`,

  framed: 'En un marco de esta página',
  framedOpenWebUi: 'Open WebUI en un marco de esta página',
  framedElsewhere: 'Ábrelo en su propia pestaña para activarlo.',
  openInTab: 'Abrir en una pestaña',

  offers: 'Al activarlo, se limpian las respuestas de este sitio y se ve qué herramientas se ejecutaron.',
  asksFirst:
    'El navegador preguntará si Stream Fixer puede leer y modificar este sitio. Lo que lee no sale de este equipo.',
  asksNothing: 'El navegador ya permite a Stream Fixer actuar en este sitio.',
  how: 'Cómo funciona',
  denied: 'No se concedió el permiso, así que no cambió nada. Se puede activar en cualquier momento.',
  cannotAsk:
    'El navegador no pidió el permiso. Hay que cerrar esta ventana, abrirla de nuevo y volver a pulsar el interruptor.',
  revoked: 'El navegador ya no permite a Stream Fixer actuar en este sitio. Al activarlo, volverá a preguntar.',

  stopped: (replies) =>
    `La limpieza se detuvo en ${count(replies, 'respuesta', 'respuestas')} de esta pestaña. El resto llegó tal cual.`,
  active: 'En marcha en esta pestaña.',
  cleansBoth: 'Se limpian las respuestas y lo que se devuelve.',
  cleansReplies: 'Se limpian las respuestas. Lo que se devuelve queda como está: así está configurado.',
  cleansHistory: 'Se limpia lo que se devuelve. Las respuestas quedan como están: así está configurado.',
  cleansNothing: 'Las respuestas y lo que se devuelve quedan como están: así está configurado.',
  seeBelow: 'Más abajo se indica qué funciona aquí.',
  loading: 'Esta página aún se está cargando.',
  reloading: 'Recargando la página.',
  reload: 'Recargar',
  needsReload: 'Esta página ya estaba abierta. Para empezar, hay que recargarla.',
  late: 'Esta página empezó demasiado pronto. Al recargarla, no se perderá nada.',
  silent: 'Stream Fixer no pudo iniciarse en esta pestaña. Para intentarlo otra vez, hay que recargar la página.',

  today: 'Hoy en este sitio',
  markers: (n) => form(n, 'marca quitada', 'marcas quitadas'),
  tools: (n) => form(n, 'herramienta mostrada', 'herramientas mostradas'),
  imitated: (n) => form(n, 'llamada imitada', 'llamadas imitadas'),
  imitatedHint:
    'Líneas que parecen una llamada a una herramienta, escritas por el propio modelo. No se ejecutó ninguna.',
  nothingYet: 'Aquí aún no se ha encontrado nada. Las cifras aparecerán con la próxima respuesta que lo necesite.',
  columns: { markers: 'Marcas quitadas', tools: 'Herramientas mostradas', imitated: 'Llamadas imitadas' },
  lastDays: 'Los últimos 14 días',
  spark: (label, sum, days) => `${label}, ${figure(sum)} en ${count(days, 'día', 'días')}`,
  day: 'Día',
  thisDay: 'Hoy',
  ever: 'Desde el principio',

  repairs: (n, shown) => `${shown} ${form(n, 'reparación', 'reparaciones')} hasta ahora`,
  otherServers: 'Otros',
  besides: (parts) => `Además: ${parts.join(', ')}.`,
  besidesProgress: (n, shown) => `${shown} ${form(n, 'evento', 'eventos')} de progreso de herramientas`,
  besidesUnknown: (n, shown) => `${shown} ${form(n, 'evento', 'eventos')} de tipo desconocido`,

  unsupportedTitle: 'No disponible en esta página',
  unsupported:
    'Los navegadores no dejan actuar a las extensiones en sus propias páginas, en las tiendas de complementos ni en archivos locales. Se puede abrir el chat y probar allí.',
  unansweredTitle: 'La extensión no responde',
  unanswered: 'Su parte en segundo plano no respondió. Los chats y la configuración siguen intactos.',
  unreadableTitle: 'El almacenamiento del navegador no responde',
  unreadable:
    'No se pudo leer la configuración ni las cifras. Los chats siguen intactos. Si no cambia, conviene reiniciar el navegador y comprobar que el disco no esté lleno.',
  tryAgain: 'Reintentar',
  notSaved: 'No se pudo guardar. Se puede intentar de nuevo en un momento.',

  more: 'Más',
  settings: 'Configuración',
  settingsHint: 'Configuración de este sitio',
  allSites: 'Todos los sitios',
  report: 'Informe',
  reportHint: 'Estadísticas de este sitio y un informe para copiar',
  version: (version) => `Versión ${version}`,

  openWebUi: {
    modes: { server: 'Conexión por servidor', polling: 'Conexión por servidor con sondeo', direct: 'Conexión directa' },
    replies: 'Respuestas',
    history: 'Historial',
    badges: 'Insignias',
    cleaned: 'Se limpian.',
    cleanedOnServer: 'Se limpia en el servidor.',
    cleanedBeforeSent: 'Se limpia antes de enviarse.',
    afterReload: 'Al recargar la página.',
    setOff: 'No, según la configuración.',
    historyNeeds: 'Está en el servidor. Necesita el complemento del servidor.',
    shown: 'Se muestran.',
    badgesNeed: 'De agentes antiguos. Los nuevos necesitan el complemento del servidor.',
    badgesNeedOrDirect: 'De agentes antiguos. Los nuevos necesitan el complemento del servidor o una conexión directa.',
    badgesTooOld: 'De agentes antiguos. Los nuevos necesitan Open WebUI 0.5.17 o posterior.',
    badgesTooOldOrDirect:
      'De agentes antiguos. Los nuevos necesitan Open WebUI 0.5.17 o posterior, o una conexión directa.',
    whereInstalled: 'Depende del complemento del servidor.',
    mayNeedUpdate: 'Quizá haya que actualizar el complemento del servidor.',
    addsBoth: 'El complemento, una pequeña función en el servidor, se encarga de ambas cosas.',
    addsBadges: 'El complemento, una pequeña función en el servidor, aporta estas insignias.',
    addsHistory: 'El complemento, una pequeña función en el servidor, limpia el historial.',
    addsElsewhere: 'El complemento, una pequeña función en el servidor, hace lo mismo con las conexiones por servidor.',
    addsHistoryOnly:
      'El complemento, una pequeña función en el servidor, solo puede limpiar el historial en esta versión.',
    askInstall: 'Lo puede instalar quien administra el servidor.',
    installed: 'El complemento está instalado.',
    installedVersion: (version) => `El complemento ${version} está instalado.`,
    newer: 'Hay uno más reciente.',
    askUpdate: 'Lo puede actualizar quien administra el servidor.',
    switchedOff: 'Está desactivado.',
    askSwitchOn: 'Lo puede activar quien administra el servidor.',
    switchedOn: 'Está activado.',
    foreign: 'El servidor tiene una función con el mismo ID que no es nuestra. No se ha tocado.',
    companionUnknown: 'No se sabe nada del complemento.',
  },

  stored: {
    title: 'Este chat',
    titleAll: 'Chats guardados',
    reading: 'Leyendo el historial.',
    clean: 'No hay marcas en el historial.',
    found: (found) => `${found}.`,
    foundTrend: (found, trend) => `${found}; ${trend}.`,
    trend: {
      more: 'más en las últimas respuestas',
      fewer: 'menos en las últimas respuestas',
      none: 'ninguna en las últimas respuestas',
    },
    sinceCleaning: (day, imitated, calls) =>
      `Desde la limpieza del ${day}: ${figure(imitated)} de ${figure(calls)} ${form(calls, 'llamada imitada', 'llamadas imitadas')}.`,
    beforeCleaning: (imitated, calls) => `Antes: ${figure(imitated)} de ${figure(calls)}.`,
    heal: 'Limpiar este chat…',
    lookThrough: 'Revisar los chats guardados…',
    privateTab:
      'Esta es una ventana privada. Los chats solo se pueden limpiar desde una ventana normal, porque sus respuestas antiguas se guardan en este navegador.',
    elsewhere: 'Los chats que este sitio ha guardado no se reescriben: allí aún pueden verse marcas antiguas.',
  },

  companion: {
    back: 'Atrás',
    cancel: 'Cancelar',
    source: 'Código fuente del complemento',
    whole: (version) => `Versión ${version}. El código fuente completo:`,
    keepOpen: 'No hay que cerrar esta ventana.',
    statement: [
      'Es una función de filtro de Open WebUI, un breve archivo de Python. Se ejecuta en el servidor con los permisos de este, para todas las cuentas y todos los modelos.',
      'Comunica a la página qué herramientas ejecuta el agente, para poder mostrar las insignias. Nada de eso se guarda.',
      'Quita las marcas de herramientas de las respuestas del asistente antes de que se guarden, y de las anteriores antes de que lleguen a un modelo.',
      'No cambia lo que escriben las personas ni los chats ya guardados, y no se comunica con nadie.',
      'Sin la extensión no causa ningún daño. Cada parte se puede desactivar: para el servidor quien lo administra, para sus propios chats cada cual.',
    ],
    titles: {
      install: 'Instalar el complemento',
      update: 'Actualizar el complemento',
      'switch-on': 'Activar el complemento',
      remove: 'Quitar el complemento',
    },
    opens: {
      install: 'Instalar el complemento…',
      update: 'Actualizar el complemento…',
      'switch-on': 'Activar el complemento…',
      remove: 'Quitar…',
    },
    confirm: {
      install: (host) => `Instalar en ${host}`,
      update: (host) => `Actualizar en ${host}`,
      'switch-on': (host) => `Activar en ${host}`,
      remove: (host) => `Quitar de ${host}`,
    },
    running: { install: 'Instalando.', update: 'Actualizando.', 'switch-on': 'Activando.', remove: 'Quitando.' },
    done: {
      install: 'Instalado y activado.',
      update: 'Actualizado y activado.',
      'switch-on': 'Activado.',
      remove: 'Quitado.',
    },
    failed: 'No ha funcionado.',
    removal: [
      'Quita la función del servidor, para todas las personas que lo usan.',
      'Los chats quedan como están. Se puede volver a instalar en cualquier momento.',
    ],
    forAdmin: 'Para la administración',
    opensForAdmin: 'Para la administración…',
    asking: 'Lo que hace quien administra este servidor, con Stream Fixer o sin él:',
    steps: {
      install: (name, id) => [
        'Abrir Admin Panel, Functions, y pulsar + para crear una.',
        `Llamarla «${name}»; su ID será ${id}.`,
        'Sustituir el ejemplo por el código de abajo y guardar.',
        'Activarla y, en su menú, activar Global.',
      ],
      update: (name) => [
        `Abrir Admin Panel, Functions, y allí ${name}.`,
        'Sustituir el código antiguo por el de abajo y guardar.',
        'Comprobar que está activada y, en su menú, también Global.',
      ],
      'switch-on': (name) => [
        `Abrir Admin Panel, Functions, y buscar ${name}.`,
        'Activarla y, en su menú, activar Global.',
      ],
    },
    copy: 'Copiar el código',
    copied: 'Copiado.',
    notCopied: 'El navegador no permitió copiar. Se puede descargar en su lugar.',
    download: 'Descargar',
  },
};

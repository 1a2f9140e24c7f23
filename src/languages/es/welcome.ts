import type { welcomeWords as english } from '../en/welcome.ts';
import type { Words } from '../language.ts';

export const welcomeWords: Words<typeof english> = {
  documentTitle: 'Bienvenida',
  title: 'Lo que hace el agente, separado de lo que dice',
  about:
    'Algunos agentes escriben en sus respuestas las herramientas que usan. El chat devuelve esas líneas y, con el tiempo, el modelo las escribe en lugar de usar la herramienta. Stream Fixer las quita.',
  does: [
    'Las respuestas y lo que se devuelve quedan limpios.',
    'Las herramientas que se ejecutan aparecen como pequeñas insignias junto a la respuesta.',
    'Se señalan las llamadas que el modelo solo escribió.',
  ],
  privateTitle: 'Nada sale del navegador',
  private:
    'Sin cuentas, sin servidores nuestros, sin mediciones. Funciona en los sitios donde se activa y en ningún otro.',
  startTitle: 'Se activa donde está el chat',
  pin: 'Fijar el icono',
  pinHow: 'Está tras la pieza de puzle de la barra; en el teléfono, en el menú del navegador, en «Extensiones».',
  chat: 'Abrir el chat',
  chatHow: 'Cualquier página en la que se habla con el agente.',
  turn: 'Pulsar el interruptor',
  turnHow: 'Hacer clic en el icono, pulsar el interruptor, permitir este único sitio y recargar la página.',
  limits:
    'Ve lo que una página recibe por las vías habituales; lo que lee en un worker o en un marco propio queda como está.',
  help: 'Ayuda',
  settings: 'Configuración',
  example: { marker: '⏰ list', reply: 'Hay dos alarmas.', badge: '1 herramienta, 0,4 s' },
  before: 'Sin él',
  after: 'Con Stream Fixer',

  helpTitle: 'Ayuda',
  howTitle: 'Cómo funciona',
  how: [
    'En un sitio activado, Stream Fixer se sitúa entre la página y su servidor de chat. Lee las respuestas a medida que llegan, quita las marcas y los eventos de herramientas y muestra las herramientas junto a la respuesta.',
    'También limpia las respuestas anteriores del asistente en lo que la página devuelve. Lo que escribe cada persona nunca se cambia.',
    'Los flujos mal formados se reparan cuando es seguro hacerlo; uno correcto pasa byte a byte. Si algo nuestro falla, la página recibe lo que envió el servidor.',
  ],
  badgesTitle: 'Qué significan las insignias',
  legend: {
    running: 'La herramienta está en curso.',
    finished: 'El agente indicó que la herramienta llegó a su fin. Nadie dijo si logró algo.',
    ended: 'La respuesta terminó y no se supo del final de la herramienta.',
    failed: 'El agente indicó que la herramienta falló.',
    imitated: 'El propio modelo escribió una llamada. No se ejecutó ninguna herramienta.',
  },
  legendWords: {
    running: 'En curso',
    finished: 'Terminada',
    ended: 'Finalizada',
    failed: 'Fallida',
    imitated: 'Imitada',
  },
  imitatedTitle: 'Llamadas imitadas',
  imitated: [
    'Un modelo que lee «`⏰ list`» muchas veces en sus propias respuestas acaba escribiéndolo. Parece una herramienta en marcha, pero el agente no ejecuta ninguna, y el resultado que sigue puede ser inventado.',
    'Solo se llama imitada cuando es seguro: el agente informó de sus herramientas por otra vía y de esta no. Cuando no es seguro, no se afirma nada.',
  ],
  storedTitle: 'Chats que ya contienen marcas',
  stored:
    'Los chats antiguos siguen enseñando al modelo. En Open WebUI, basta con abrir uno, hacer clic en el icono y elegir «Limpiar este chat». Cada cambio se ve antes y se puede deshacer. En otros sitios aún pueden verse marcas antiguas, pero ya no se devuelven.',
  companionTitle: 'El complemento para Open WebUI',
  companion:
    'El servidor de Open WebUI no transmite las herramientas de los agentes nuevos. El complemento es una pequeña función para ese servidor que las comunica a la página. Quien administra lo instala desde la ventana del icono, tras ver todo su código. Sin él, las respuestas y las solicitudes se limpian igualmente.',
  privacyTitle: 'Privacidad',
  privacy: [
    'Nada de lo que se escribe o se lee sale del navegador, salvo hacia el propio servidor de chat.',
    'En este equipo se conservan los sitios activados, la configuración y las cifras. De los chats que se limpian, los títulos y las respuestas tal como eran, hasta que se borren.',
    'Solo se pregunta algo a una página que parezca Open WebUI: su versión, su complemento y el chat abierto mientras la ventana del icono está abierta, y lo que se pida con un botón.',
  ],
  troubleTitle: 'Cuando algo no funciona',
  trouble: [
    {
      question: 'En mi sitio no pasa nada',
      answer:
        '¿El icono está en color? Si no, hay que hacer clic en él y pulsar el interruptor. Si lo está, hay que recargar la página: las que ya estaban abiertas no se cubren.',
    },
    {
      question: 'No hay insignias',
      answer:
        'En Open WebUI pueden necesitar el complemento: la ventana del icono lo indica. En otros sitios, quizá el agente no informe de sus herramientas.',
    },
    {
      question: 'Una respuesta se ve mal',
      answer:
        'Desactivar el sitio y recargar la página. Si entonces la respuesta se ve bien, elegir «Informe» en la ventana del icono: el informe no contiene texto de chats.',
    },
    {
      question: 'El sitio vuelve a pedir permiso',
      answer: 'El permiso se retiró, por el navegador o en su configuración. Hay que pulsar el interruptor otra vez.',
    },
    {
      question: 'Dejó de funcionar tras una actualización',
      answer: 'Las páginas abiertas durante la actualización necesitan recargarse.',
    },
  ],
  keyboardTitle: 'Teclado',
  shortcut: (keys) => `${keys} abre la ventana del icono.`,
  noShortcut: 'Ahora mismo ninguna tecla abre la ventana del icono.',
  shortcutWhere: {
    chromium: 'Se puede elegir otra en chrome://extensions/shortcuts.',
    firefox: 'Se puede elegir otra en about:addons, en el menú del engranaje.',
  },
  aboutTitle: 'Acerca de',
  version: (version) => `Stream Fixer ${version}`,
  licence: 'Software libre con licencia MIT.',
  partsOf: 'Contiene partes de otro software libre:',
  licenceText: 'Texto de la licencia',
  welcomeAgain: 'Mostrar la página de bienvenida',
};

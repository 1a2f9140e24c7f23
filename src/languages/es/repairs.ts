import type { repairsWords as english } from '../en/repairs.ts';
import type { Words } from '../language.ts';

export const repairsWords: Words<typeof english> = {
  markers: {
    name: 'Marcas de herramientas en el texto',
    words: 'Hay marcas de herramientas en el texto de la respuesta.',
  },
  'tool-events': {
    name: 'Progreso como eventos',
    words: 'El progreso de las herramientas llega como eventos entre los fragmentos de la respuesta.',
  },
  'tool-call-container': {
    name: 'Llamadas sin lista',
    words: '"tool_calls" es un solo objeto, null o una lista vacía en lugar de una lista de llamadas.',
  },
  'tool-call-index': {
    name: 'Llamadas sin índice',
    words: 'Las entradas de "tool_calls" no tienen índice, o varias llamadas comparten uno.',
  },
  'tool-call-empty-fields': {
    name: 'Campos vacíos en partes posteriores',
    words: 'En las partes posteriores de una llamada, id, type o name están vacíos o son null.',
  },
  'tool-call-arguments': {
    name: 'Argumentos que no son texto',
    words: 'Los argumentos de una llamada son un objeto o null en lugar de texto.',
  },
  'tool-call-repeats': {
    name: 'Id o nombre repetidos',
    words: 'El id o el nombre de una llamada se repiten en sus partes posteriores.',
  },
  'tool-call-split': {
    name: 'Nombre y argumentos juntos',
    words:
      'Un delta contiene varias cosas a la vez: el nombre de una llamada y sus argumentos, varias llamadas, o texto y una llamada.',
    cases: {
      arguments: 'Un delta contiene el nombre de una llamada y sus primeros argumentos.',
      calls: 'Un delta contiene varias llamadas.',
      text: 'Un delta contiene texto y una llamada.',
    },
  },
  'tool-call-growing': {
    name: 'Nombre que crece',
    words: 'El nombre de una llamada se envía de nuevo a medida que crece.',
  },
  'tool-call-nameless': {
    name: 'Nombre que llega después',
    words: 'La cabecera de una llamada aún no tiene nombre; está en un trozo posterior.',
  },
  'tool-call-name-pieces': {
    name: 'Nombre en trozos',
    words: 'El nombre de una llamada se envía en trozos.',
  },
  'tool-call-bare-head': {
    name: 'Llamada sin argumentos',
    words: 'El inicio de una llamada tiene nombre, pero no argumentos, ni siquiera vacíos.',
  },
  'tool-call-placeholder': {
    name: 'Llaves antes de los argumentos',
    words: 'Los argumentos de una llamada empiezan por "{}" y después vienen los verdaderos.',
  },
  'first-role': {
    name: 'Primer trozo sin rol',
    words: 'El primer delta de la respuesta no tiene rol.',
  },
  'byte-order-mark': {
    name: 'Marca de orden de bytes',
    words: 'Hay una marca de orden de bytes antes de la primera trama.',
  },
  'data-comments': {
    name: 'Señales de vida como datos',
    words: 'Una señal de vida llega como datos, por ejemplo "data: : OPENROUTER PROCESSING".',
  },
  'silent-events': {
    name: 'Eventos sin datos',
    words: 'Un evento no tiene datos o es una señal de vida con nombre.',
  },
  'error-lines': {
    name: 'Errores en un campo propio',
    words: 'Un error llega en un campo propio, "error: {…}", que no existe en los flujos de eventos.',
  },
  'bare-json': {
    name: 'JSON sin "data:"',
    words: 'Hay una línea de JSON en el flujo sin "data:" delante, casi siempre un error.',
  },
  'joined-objects': {
    name: 'Varios fragmentos en una trama',
    words: 'Los datos de una trama contienen varios fragmentos.',
  },
  'data-lines': {
    name: 'Un fragmento en varias líneas',
    words: 'Un fragmento está repartido en varias líneas de datos.',
  },
  'last-blank-line': {
    name: 'Sin línea en blanco al final',
    words: 'Falta la línea en blanco después de la última trama.',
  },
  'keep-alive-comments': {
    name: 'Comentarios entre fragmentos',
    words: 'Entre los fragmentos hay comentarios y tramas vacías, casi siempre como señales de vida.',
  },
  'lone-comments': {
    name: 'Comentarios en un flujo sin defectos',
    words: 'Hay comentarios o tramas vacías entre los fragmentos y nada más que reparar.',
  },
  'foreign-events': {
    name: 'Eventos desconocidos',
    words: 'Entre los fragmentos hay eventos con nombre que no son ni fragmentos ni errores.',
  },
  done: {
    name: 'Sin "[DONE]" al final',
    words: 'El flujo termina sin "data: [DONE]".',
  },
  'null-choices': {
    name: 'Falta "choices"',
    words: '"choices" es null o falta, o los datos de una trama son null.',
  },
  'content-arrays': {
    name: 'Contenido como lista de partes',
    words: 'El contenido de un delta es una lista de partes en lugar de texto.',
  },
  'padding-fields': {
    name: 'Campos de relleno',
    words: 'Los fragmentos llevan campos sin información, de relleno.',
  },
  'cumulative-text': {
    name: 'Texto enviado una y otra vez',
    words: 'Cada delta contiene todo el texto hasta ahora, no solo lo nuevo.',
  },
  'finish-tool-calls': {
    name: 'Motivo de fin incorrecto',
    words: 'Se llamó a herramientas, pero el motivo de fin es "stop" o está vacío.',
  },
  'finish-missing': {
    name: 'Sin motivo de fin',
    words: 'Ningún fragmento tiene un motivo de fin.',
  },
};

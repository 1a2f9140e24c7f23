import type { badgeWords as english } from '../en/badges.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

export const badgeWords: Words<typeof english> = {
  unknownTool: 'Herramienta',
  group: 'Herramientas de esta respuesta',
  tools: (calls) => count(calls, 'herramienta', 'herramientas'),
  moreTools: (calls) => `Más de ${figure(calls)} herramientas`,
  toolsAndTime: (tools, time) => `${tools}, ${time}`,
  earlier: (calls) => `+${count(calls, 'anterior', 'anteriores')}`,

  seconds: (seconds) => `${seconds} s`,
  minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
  hours: (hours, minutes) => `${hours} h ${minutes} min`,
  underOneSecond: 'menos de 1 segundo',

  finished: 'terminada',
  failed: 'fallida',
  ended: 'finalizada, resultado desconocido',
  callRuns: ', en curso',
  call: (took, state) => `, ${took}, ${state}`,
  callUntimed: (state) => `, ${state}`,
  callOnAxis: (began, took, state) => `, desde ${began}, ${took}, ${state}`,

  toolRuns: (name) => `Herramienta en curso: ${name}`,
  toolsRan: (calls) => `Se ${calls === 1 ? 'usó' : 'usaron'} ${count(calls, 'herramienta', 'herramientas')}.`,
  moreToolsRan: (calls) => `Se usaron más de ${figure(calls)} herramientas.`,

  imitated: 'El modelo solo escribió una llamada, sin ejecutar ninguna herramienta; lo que sigue puede ser inventado.',
  why: '¿Por qué?',
  because:
    'El modelo escribió una línea que parece una herramienta en marcha, pero el agente no informó de ninguna. Los modelos lo aprenden de respuestas anteriores que contienen líneas así. Una vez eliminadas del chat, ocurre con menos frecuencia.',
  cleanChat: 'Limpiar este chat',
  hideNote: 'Ocultar este aviso',
};

import type { iconWords as english } from '../en/icon.ts';
import type { Words } from '../language.ts';

export const iconWords: Words<typeof english> = {
  on: (host) => `Stream Fixer está activado en ${host}`,
  onInFrame: (host) => `Stream Fixer está activado en ${host}, en un marco de esta página`,
  off: (host) => `Stream Fixer está desactivado en ${host}`,
  settings: 'Configuración',
  siteSettings: 'Configuración de este sitio',
  statistics: 'Estadísticas',
  help: 'Ayuda',
  turnOff: 'Desactivar en este sitio',
};

import type { pageWords as english } from '../en/page.ts';
import type { Words } from '../language.ts';

export const pageWords: Words<typeof english> = {
  product: 'Stream Fixer',
  navigation: 'Secciones',
  sections: {
    settings: 'Ajustes',
    statistics: 'Estadísticas',
    rules: 'Reglas',
    inspector: 'Inspector',
    help: 'Ayuda',
  },
  show: 'Mostrar',
  allSites: 'Todos los sitios',
  notOpened: 'No se pudo abrir esta sección. Es necesario recargar la página.',
  reset: 'Restablecer',
  resetOne: (name) => `Restablecer: ${name}`,
  locked: 'Fijado por la administración',
};

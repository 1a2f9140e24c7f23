import type { companionWords as english } from '../en/companion.ts';
import type { Words } from '../language.ts';

export const companionWords: Words<typeof english> = {
  pending: 'La cuenta aún no está activada en este servidor.',
  notSignedIn: 'No hay ninguna sesión iniciada aquí.',
  notKept: 'El servidor no conservó lo que se le envió.',
  gone: 'La función ya no está en el servidor.',
  notPutBack: 'No se pudo devolver el servidor a su estado anterior.',
  onlyAdmin: {
    install: 'Solo quien administra este servidor puede instalar el complemento.',
    remove: 'Solo quien administra este servidor puede quitar el complemento.',
  },
  foreign: (id) => `El servidor tiene otra función con el ID «${id}». No se ha tocado.`,
  role: 'No se pudo leer el rol de la cuenta',
  list: 'No se pudieron leer las funciones',
  read: 'No se pudo leer la función',
  create: 'No se pudo crear',
  update: 'No se pudo actualizar',
  remove: 'No se pudo quitar',
  flip: 'No se pudo cambiar su estado',
  silent: (what) => `${what}: el servidor no respondió.`,
  answered: (what, status) => `${what}: el servidor respondió ${status}.`,
  answeredWith: (what, status, detail) => `${what}: el servidor respondió ${status}, «${detail}».`,
};

import type { companionWords as english } from '../en/companion.ts';
import type { Words } from '../language.ts';

export const companionWords: Words<typeof english> = {
  pending: 'Votre compte n’est pas encore activé ici.',
  notSignedIn: 'Vous n’êtes pas connecté ici.',
  notKept: 'Le serveur n’a pas conservé ce qui lui a été envoyé.',
  gone: 'La fonction n’est plus sur le serveur.',
  notPutBack: 'Le serveur n’a pas pu être remis dans son état précédent.',
  onlyAdmin: {
    install: 'Seul un admin de ce serveur peut installer le compagnon.',
    remove: 'Seul un admin de ce serveur peut retirer le compagnon.',
  },
  foreign: (id) => `Le serveur possède une autre fonction d’ID « ${id} ». Elle est laissée telle quelle.`,
  role: 'Votre rôle n’a pas pu être lu',
  list: 'Les fonctions n’ont pas pu être lues',
  read: 'La fonction n’a pas pu être lue',
  create: 'Elle n’a pas pu être créée',
  update: 'Elle n’a pas pu être mise à jour',
  remove: 'Elle n’a pas pu être retirée',
  flip: 'Son état n’a pas pu être changé',
  silent: (what) => `${what} : le serveur n’a pas répondu.`,
  answered: (what, status) => `${what} : le serveur a répondu ${status}.`,
  answeredWith: (what, status, detail) => `${what} : le serveur a répondu ${status}, « ${detail} ».`,
};

import type { companionWords as english } from '../en/companion.ts';
import type { Words } from '../language.ts';

export const companionWords: Words<typeof english> = {
  pending: 'Das Konto hier ist noch nicht freigeschaltet.',
  notSignedIn: 'Hier ist niemand angemeldet.',
  notKept: 'Der Server hat nicht behalten, was ihm gesendet wurde.',
  gone: 'Die Funktion ist nicht mehr auf dem Server.',
  notPutBack: 'Der Server ließ sich nicht in seinen vorigen Zustand zurückversetzen.',
  onlyAdmin: {
    install: 'Nur ein Admin dieses Servers kann den Companion installieren.',
    remove: 'Nur ein Admin dieses Servers kann den Companion entfernen.',
  },
  foreign: (id) => `Der Server hat eine andere Funktion mit der ID „${id}“. Sie wird nicht angetastet.`,
  role: 'Die Rolle ließ sich nicht lesen',
  list: 'Die Funktionen ließen sich nicht lesen',
  read: 'Die Funktion ließ sich nicht lesen',
  create: 'Sie ließ sich nicht anlegen',
  update: 'Sie ließ sich nicht aktualisieren',
  remove: 'Sie ließ sich nicht entfernen',
  flip: 'Sie ließ sich nicht umschalten',
  silent: (what) => `${what}: Der Server hat nicht geantwortet.`,
  answered: (what, status) => `${what}: Der Server antwortete mit ${status}.`,
  answeredWith: (what, status, detail) => `${what}: Der Server antwortete mit ${status}, „${detail}“.`,
};

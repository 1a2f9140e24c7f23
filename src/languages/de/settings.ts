import type { settingsWords as english } from '../en/settings.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

export const settingsWords: Words<typeof english> = {
  everywhere: 'Was hier eingestellt ist, gilt auf jeder Website ohne eigene Einstellung.',
  here: (site) => `Was hier eingestellt ist, gilt nur auf ${site}. Alles andere ist wie auf allen Websites.`,
  unread: 'Die Einstellungen ließen sich nicht lesen. Bitte die Seite neu laden.',
  notSaved: 'Das ließ sich nicht speichern. Bitte gleich noch einmal versuchen.',
  on: 'an',
  off: 'aus',
  differs: (value) => `Nur hier. Alle Websites: ${value}`,
  same: 'Hier eingestellt, gleich wie auf allen Websites',
  seen: (value) => `Erkannt: ${value}`,
  changed: (value) => `Geändert. Standard: ${value}`,
  unchanged: 'Eingestellt, gleich wie der Standard',
  own: (settings) =>
    settings === 0
      ? 'Alles ist wie auf allen Websites.'
      : `${count(settings, 'Einstellung gilt', 'Einstellungen gelten')} nur für diese Website.`,
  ownEverywhere: (settings) =>
    settings === 0
      ? 'Alles ist wie am Anfang.'
      : `${count(settings, 'Einstellung wurde', 'Einstellungen wurden')} hier gewählt.`,
  resetAll: (settings) =>
    settings === 1
      ? 'Diese zurücksetzen'
      : settings === 2
        ? 'Beide zurücksetzen'
        : `Alle ${figure(settings)} zurücksetzen`,
  resetDone: (settings) => `${count(settings, 'Einstellung wurde', 'Einstellungen wurden')} zurückgesetzt.`,
  undo: 'Rückgängig',
  undone: 'Rückgängig gemacht.',
  badgesTitle: 'Badges und Hinweise',
  cleaningTitle: 'Bereinigen',
  atOnce: 'Eine Änderung wirkt sofort, ohne Neuladen.',
  nextReply: 'Eine Änderung wirkt ab der nächsten Antwort.',
  names: {
    badges: { name: 'Badges zeigen', about: 'Die ausgeführten Tools, neben jeder Antwort.' },
    badgeStay: { name: 'Ein fertiges Badge bleibt', about: '' },
    badgePlace: { name: 'Badges stehen', about: '' },
    imitation: {
      name: 'Auf nachgeahmte Aufrufe hinweisen',
      about: 'Sagt, wenn das Modell einen Tool-Aufruf nur hingeschrieben hat und kein Tool lief.',
    },
    replies: {
      name: 'Antworten bereinigen',
      about: 'Nimmt Tool-Marker und Tool-Ereignisse aus dem, was die Seite empfängt.',
    },
    history: {
      name: 'Verlauf beim Senden bereinigen',
      about: 'Nimmt Marker aus früheren Antworten, bevor die Seite sie ans Modell zurückschickt.',
    },
    storedChats: {
      name: 'Gespeicherte Chats beim Anzeigen bereinigen',
      about: 'Nimmt Marker aus alten Chats, während die Seite sie lädt. Gespeichertes bleibt, wie es ist.',
    },
    hermes: {
      name: 'Diese Website nutzt Hermes Agent',
      about: 'Wird meist erkannt. Schalte es ein, wenn in alten Chats Marker stehen bleiben.',
    },
  },
  stays: { 'next-message': 'bis zur nächsten Nachricht', '10-seconds': '10 Sekunden', always: 'immer' },
  places: { reply: 'neben der Antwort', corner: 'in der Ecke der Seite' },
  packsTitle: 'Regelpakete',
  packsAbout: 'Für Agenten, die ihren Fortschritt auf eigene Art in Antworten schreiben.',
  packsLink: 'Regeln erstellen und testen',
  builtInPacks: 'Mitgelieferte Regelpakete',
  rules: (rules) => count(rules, 'Regel', 'Regeln'),
  packUnknown: 'Dieses Paket ist nicht vorhanden.',
  repairsTitle: 'Reparaturen',
  repairsAbout: 'Richten, was Server in ihren Streams falsch machen, bevor die Seite es sieht.',
  groups: { 'tool-calls': 'Tool-Aufrufe', frames: 'Frames', content: 'Inhalt' },
  onOf: (on, all) => `${figure(on)} von ${figure(all)} an`,
  byDefault: (on) => (on ? 'Standard: an.' : 'Standard: aus.'),
  sitesTitle: 'Websites',
  sitesNone:
    'Stream Fixer ist noch nirgends eingeschaltet. Den Chat öffnen, auf das Symbol klicken und den Schalter umlegen.',
  siteSwitch: (site) => `Stream Fixer auf ${site}`,
  siteSettings: (site) => `Einstellungen von ${site}`,
  ownCount: (settings) =>
    settings === 0 ? 'Wie auf allen Websites' : count(settings, 'eigene Einstellung', 'eigene Einstellungen'),
  denied: 'Nicht erlaubt, also wurde nichts geändert.',
  cannotAsk:
    'Der Browser hat nicht nach der Erlaubnis gefragt. Die Website öffnen, auf das Symbol klicken und dort einschalten.',
  fileTitle: 'Export und Import',
  fileAbout:
    'Eine Datei mit allen Einstellungen, denen jeder Website und den eigenen Regelpaketen. Sie enthält die Adressen der Websites.',
  exportFile: 'Exportieren',
  importFile: 'Importieren…',
  preview: 'Was der Import ändert',
  nothing: 'Nichts würde sich ändern: Die Datei enthält die jetzigen Einstellungen.',
  ownPacks: 'Eigene Regelpakete',
  changes: (changes) => count(changes, 'Änderung', 'Änderungen'),
  setting: 'Einstellung',
  before: 'Jetzt',
  after: 'Danach',
  notSet: 'nicht gesetzt',
  fates: { new: 'neu', changed: 'geändert', gone: 'entfernt' },
  leftOut: (names) => `Ausgelassen, weil es hier unbekannt ist oder der Wert nicht passt: ${names}`,
  andMore: (more) => `und ${figure(more)} weitere`,
  apply: 'Übernehmen',
  cancel: 'Abbrechen',
  imported: 'Die Einstellungen der Datei gelten jetzt.',
  problems: {
    'too-large': 'Diese Datei ist zu groß für eine Datei mit Einstellungen. Nichts wurde geändert.',
    'no-json': 'Diese Datei ist beschädigt oder von anderer Art. Nichts wurde geändert.',
    'other-file': 'Das ist keine Datei mit Einstellungen von Stream Fixer. Nichts wurde geändert.',
    'newer-version':
      'Diese Datei stammt aus einer neueren Version. Stream Fixer aktualisieren und sie erneut importieren. Nichts wurde geändert.',
    broken: 'In dieser Datei fehlen Teile. Nichts wurde geändert.',
    unreadable: 'Der Browser konnte diese Datei nicht lesen. Nichts wurde geändert.',
  },
};

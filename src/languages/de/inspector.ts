import type { inspectorWords as english } from '../en/inspector.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

export const inspectorWords: Words<typeof english> = {
  about:
    'Zeigt Frame für Frame, was Stream Fixer mit den Streams einer geöffneten Seite macht. Die Aufzeichnung bleibt im Speicher dieser Seite und ist weg, sobald sie beendet oder die Seite verlassen wird.',
  pages: 'Geöffnete Seiten',
  noPages: 'Keine Seite einer eingeschalteten Website ist geöffnet. Bitte den Chat in einem Tab öffnen.',
  untitled: 'Seite ohne Titel',
  inspect: 'Untersuchen',
  inspectPage: (title) => `Untersuchen: ${title}`,
  connecting: 'Verbindung zur Seite wird aufgebaut.',
  recording: 'Aufzeichnung läuft. Von Streams, die früher begannen, ist der Rest zu sehen.',
  lost: 'Die Seite ist gerade nicht da. Die Aufzeichnung ist weg; sie geht weiter, sobald die Seite zurück ist.',
  gone: 'Die Seite wurde geschlossen, oder Stream Fixer ist dort aus. Die Aufzeichnung ist weg.',
  stop: 'Beenden und leeren',

  streams: 'Streams',
  noStreams: 'Noch nichts. Bitte im Chat eine Nachricht senden.',
  ways: { response: 'Antwort', events: 'Ereignisse', socket: 'Socket', request: 'Anfrage' },
  frames: (frames) => count(frames, 'Frame', 'Frames'),
  changed: (frames) => (frames === 0 ? 'keiner geändert' : `${figure(frames)} geändert`),
  live: 'läuft',
  stopped: 'Bereinigung abgebrochen',
  show: 'Anzeigen',
  hide: 'Ausblenden',
  showStream: (stream) => `Anzeigen: ${stream}`,
  hideStream: (stream) => `Ausblenden: ${stream}`,
  dropped: (frames) =>
    `${count(frames, 'Frame kam', 'Frames kamen')} zu schnell und ${frames === 1 ? 'fehlt' : 'fehlen'} hier.`,
  forgotten: (frames) =>
    frames === 1
      ? 'Der erste Frame ist nicht mehr vorhanden.'
      : `Die ersten ${figure(frames)} Frames sind nicht mehr vorhanden.`,

  changedOnly: 'Nur geänderte Frames',
  noneChanged: 'Kein Frame dieses Streams wurde geändert.',
  frame: (number) => `Frame ${figure(number)}`,
  before: 'Vorher',
  after: 'Nachher',
  unchanged: 'Unverändert',
  nothingCame: 'Nichts: wurde ergänzt.',
  nothingLeft: 'Nichts: wurde entfernt.',
  removed: 'entfernt:',
  added: 'ergänzt:',
  leftOut: (units) => `${count(units, 'Zeichen ist', 'Zeichen sind')} nicht zu sehen.`,
  moreFrames: (frames) => `Mehr anzeigen (${figure(frames)})`,
  why: 'Warum',
  rule: (id) => `Regel ${id}`,
  readMore: 'Mehr dazu',
  readMoreOf: (name) => `Mehr dazu: ${name}`,

  copy: 'Als Fixture kopieren',
  copied:
    'Kopiert, wie unten zu sehen. Schlüssel, Tokens, Adressen und Ähnliches sind maskiert. Vor dem Weitergeben bitte lesen: Ein Geheimnis, das in Teilen kam, wird nicht erkannt.',
  notCopied: 'Der Browser hat das Kopieren nicht erlaubt. Bitte den Text unten markieren und kopieren.',
  fixture: 'Fixture',
  hidePerson: 'Auch maskieren, was Menschen geschrieben haben',
  allMasked: 'Was sich nicht sicher lesen lässt, ist ganz maskiert.',
  diagnose: 'Diagnose erstellen',
  tryRule: 'Regel daran ausprobieren',
  diagnosis: 'Diagnose',
  incomplete: 'Teile dieses Streams fehlen hier, daher kann das stellenweise falsch sein.',
};

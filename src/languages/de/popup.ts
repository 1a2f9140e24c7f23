import type { popupWords as english } from '../en/popup.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

function form(n: number, one: string, other: string): string {
  return n === 1 ? one : other;
}

export const popupWords: Words<typeof english> = {
  documentTitle: 'Diese Website',
  product: 'Stream Fixer',
  on: 'An',
  off: 'Aus',
  switchName: (host) => `Stream Fixer auf ${host}`,

  framed: 'In einem Frame dieser Seite',
  framedOpenWebUi: 'Open WebUI in einem Frame dieser Seite',
  framedElsewhere: 'Zum Einschalten in einem eigenen Tab öffnen.',
  openInTab: 'In einem Tab öffnen',

  offers: 'Einschalten, um Antworten auf dieser Website zu bereinigen und zu sehen, welche Tools liefen.',
  asksFirst:
    'Der Browser fragt, ob Stream Fixer diese Website lesen und ändern darf. Was gelesen wird, bleibt auf diesem Computer.',
  asksNothing: 'Der Browser lässt Stream Fixer auf dieser Website bereits zu.',
  how: 'So funktioniert es',
  denied: 'Nicht erlaubt, also wurde nichts geändert. Einschalten geht jederzeit.',
  cannotAsk:
    'Der Browser hat nicht nach der Erlaubnis gefragt. Dieses Fenster schließen, wieder öffnen und den Schalter noch einmal drücken.',
  revoked: 'Der Browser lässt Stream Fixer auf dieser Website nicht mehr zu. Nach dem Einschalten fragt er erneut.',

  stopped: (replies) =>
    `In diesem Tab wurde die Bereinigung von ${count(replies, 'Antwort', 'Antworten')} abgebrochen. Der Rest kam unverändert an.`,
  active: 'Aktiv in diesem Tab.',
  cleansBoth: 'Antworten und was zurückgesendet wird, werden bereinigt.',
  cleansReplies: 'Antworten werden bereinigt. Was zurückgesendet wird, bleibt unverändert: so ist es eingestellt.',
  cleansHistory: 'Was zurückgesendet wird, wird bereinigt. Antworten bleiben unverändert: so ist es eingestellt.',
  cleansNothing: 'Antworten und was zurückgesendet wird, bleiben unverändert: so ist es eingestellt.',
  seeBelow: 'Was hier funktioniert, steht unten.',
  loading: 'Diese Seite lädt noch.',
  reloading: 'Die Seite wird neu geladen.',
  reload: 'Seite neu laden',
  needsReload: 'Diese Seite war schon offen. Zum Beginnen neu laden.',
  late: 'Diese Seite war zu früh dran. Neu laden, damit nichts entgeht.',
  silent: 'Stream Fixer konnte in diesem Tab nicht starten. Zum erneuten Versuch die Seite neu laden.',

  today: 'Heute auf dieser Website',
  markers: () => 'Marker entfernt',
  tools: (n) => form(n, 'Tool angezeigt', 'Tools angezeigt'),
  imitated: (n) => form(n, 'Aufruf imitiert', 'Aufrufe imitiert'),
  imitatedHint: 'Zeilen, die wie ein Tool-Aufruf aussehen und vom Modell selbst stammen. Es lief kein Tool.',
  nothingYet: 'Hier wurde noch nichts gefunden. Zahlen erscheinen mit der nächsten Antwort, die es braucht.',
  columns: { markers: 'Entfernte Marker', tools: 'Angezeigte Tools', imitated: 'Imitierte Aufrufe' },
  lastDays: 'Die letzten 14 Tage',
  spark: (label, sum, days) => `${label}, ${figure(sum)} in ${count(days, 'Tag', 'Tagen')}`,
  day: 'Tag',
  thisDay: 'Heute',
  ever: 'Seit Beginn',

  repairs: (n, shown) => `${shown} ${form(n, 'Reparatur', 'Reparaturen')} bisher`,
  otherServers: 'Andere',
  besides: (parts) => `Außerdem: ${parts.join(', ')}.`,
  besidesProgress: (n, shown) => `${shown} ${form(n, 'Ereignis', 'Ereignisse')} mit Tool-Fortschritt`,
  besidesUnknown: (n, shown) => `${shown} ${form(n, 'Ereignis', 'Ereignisse')} unbekannter Art`,

  unsupportedTitle: 'Auf dieser Seite nicht verfügbar',
  unsupported:
    'Browser halten Erweiterungen von ihren eigenen Seiten, Add-on-Stores und lokalen Dateien fern. Den Chat öffnen und dort erneut versuchen.',
  unansweredTitle: 'Keine Antwort von der Erweiterung',
  unanswered: 'Ihr Hintergrundteil hat nicht geantwortet. Chats und Einstellungen sind unberührt.',
  unreadableTitle: 'Der Speicher des Browsers antwortet nicht',
  unreadable:
    'Einstellungen und Zahlen konnten nicht gelesen werden. Chats sind unberührt. Bleibt es dabei: Browser neu starten und prüfen, ob der Datenträger voll ist.',
  tryAgain: 'Erneut versuchen',
  notSaved: 'Das konnte nicht gespeichert werden. Gleich noch einmal versuchen.',

  more: 'Mehr',
  settings: 'Einstellungen',
  settingsHint: 'Einstellungen dieser Website',
  allSites: 'Alle Websites',
  report: 'Bericht',
  reportHint: 'Statistik dieser Website und ein Bericht zum Kopieren',
  version: (version) => `Version ${version}`,

  openWebUi: {
    modes: { server: 'Server-Verbindung', polling: 'Server-Verbindung über Polling', direct: 'Direktverbindung' },
    replies: 'Antworten',
    history: 'Verlauf',
    badges: 'Badges',
    cleaned: 'Bereinigt.',
    cleanedOnServer: 'Auf dem Server bereinigt.',
    cleanedBeforeSent: 'Vor dem Senden bereinigt.',
    afterReload: 'Nach dem Neuladen der Seite.',
    setOff: 'Aus, wie eingestellt.',
    historyNeeds: 'Liegt auf dem Server. Braucht den Companion.',
    shown: 'Angezeigt.',
    badgesNeed: 'Von älteren Agenten. Neuere brauchen den Companion.',
    badgesNeedOrDirect: 'Von älteren Agenten. Neuere brauchen den Companion oder eine Direktverbindung.',
    badgesTooOld: 'Von älteren Agenten. Neuere brauchen Open WebUI 0.5.17 oder neuer.',
    badgesTooOldOrDirect:
      'Von älteren Agenten. Neuere brauchen Open WebUI 0.5.17 oder neuer oder eine Direktverbindung.',
    whereInstalled: 'Hängt vom Companion ab.',
    mayNeedUpdate: 'Der Companion braucht vielleicht ein Update.',
    addsBoth: 'Der Companion, eine kleine Funktion auf dem Server, leistet beides.',
    addsBadges: 'Der Companion, eine kleine Funktion auf dem Server, bringt diese Badges.',
    addsHistory: 'Der Companion, eine kleine Funktion auf dem Server, bereinigt den Verlauf.',
    addsElsewhere: 'Der Companion, eine kleine Funktion auf dem Server, leistet dasselbe für Server-Verbindungen.',
    addsHistoryOnly:
      'Der Companion, eine kleine Funktion auf dem Server, kann in dieser Version nur den Verlauf bereinigen.',
    askInstall: 'Die Administration kann ihn installieren.',
    installed: 'Der Companion ist installiert.',
    installedVersion: (version) => `Companion ${version} ist installiert.`,
    newer: 'Ein neuerer liegt bereit.',
    askUpdate: 'Die Administration kann ihn aktualisieren.',
    switchedOff: 'Er ist ausgeschaltet.',
    askSwitchOn: 'Die Administration kann ihn einschalten.',
    switchedOn: 'Er ist an.',
    foreign: 'Der Server hat eine Funktion mit derselben ID, die nicht von uns ist. Sie wurde nicht angetastet.',
    companionUnknown: 'Vom Companion ist nichts bekannt.',
  },

  stored: {
    title: 'Dieser Chat',
    titleAll: 'Gespeicherte Chats',
    reading: 'Der Verlauf wird gelesen.',
    clean: 'Keine Marker im Verlauf.',
    found: (found) => `${found}.`,
    foundTrend: (found, trend) => `${found}; ${trend}.`,
    trend: {
      more: 'mehr in den neuesten Antworten',
      fewer: 'weniger in den neuesten Antworten',
      none: 'keine in den neuesten Antworten',
    },
    sinceCleaning: (day, imitated, calls) =>
      `Seit der Bereinigung am ${day}: ${figure(imitated)} von ${figure(calls)} ${form(calls, 'Aufruf', 'Aufrufen')} imitiert.`,
    beforeCleaning: (imitated, calls) => `Vorher: ${figure(imitated)} von ${figure(calls)}.`,
    heal: 'Diesen Chat bereinigen…',
    lookThrough: 'Gespeicherte Chats durchsehen…',
    privateTab:
      'Dies ist ein privates Fenster. Chats lassen sich nur von einem normalen Fenster aus bereinigen, weil ihre alten Antworten in diesem Browser aufbewahrt werden.',
    elsewhere:
      'Was diese Website gespeichert hat, wird nicht umgeschrieben: Alte Marker können dort noch zu sehen sein.',
  },

  companion: {
    back: 'Zurück',
    cancel: 'Abbrechen',
    source: 'Quelltext des Companions',
    whole: (version) => `Version ${version}. Der ganze Quelltext:`,
    keepOpen: 'Dieses Fenster offen lassen.',
    statement: [
      'Er ist eine Filterfunktion von Open WebUI, eine kurze Python-Datei. Er läuft auf dem Server mit dessen Rechten, für alle Benutzer und Modelle.',
      'Er teilt der Seite mit, welche Tools der Agent verwendet, damit Badges angezeigt werden können. Nichts davon wird gespeichert.',
      'Er nimmt Tool-Marker aus den Antworten des Assistenten, bevor sie gespeichert werden, und aus früheren Antworten, bevor ein Modell sie bekommt.',
      'Er ändert weder, was Menschen schreiben, noch bereits gespeicherte Chats, und er nimmt mit niemandem Kontakt auf.',
      'Ohne die Erweiterung schadet er nicht. Jeder Teil lässt sich abschalten: von Admins für den Server, von Benutzern für ihre eigenen Chats.',
    ],
    titles: {
      install: 'Companion installieren',
      update: 'Companion aktualisieren',
      'switch-on': 'Companion einschalten',
      remove: 'Companion entfernen',
    },
    opens: {
      install: 'Companion installieren…',
      update: 'Companion aktualisieren…',
      'switch-on': 'Companion einschalten…',
      remove: 'Entfernen…',
    },
    confirm: {
      install: (host) => `Auf ${host} installieren`,
      update: (host) => `Auf ${host} aktualisieren`,
      'switch-on': (host) => `Auf ${host} einschalten`,
      remove: (host) => `Von ${host} entfernen`,
    },
    running: {
      install: 'Wird installiert.',
      update: 'Wird aktualisiert.',
      'switch-on': 'Wird eingeschaltet.',
      remove: 'Wird entfernt.',
    },
    done: {
      install: 'Installiert und eingeschaltet.',
      update: 'Aktualisiert und eingeschaltet.',
      'switch-on': 'Eingeschaltet.',
      remove: 'Entfernt.',
    },
    failed: 'Das hat nicht geklappt.',
    removal: [
      'Nimmt die Funktion vom Server, für alle, die ihn benutzen.',
      'Chats bleiben, wie sie sind. Eine neue Installation ist jederzeit möglich.',
    ],
    forAdmin: 'Für die Administration',
    opensForAdmin: 'Für die Administration…',
    asking: 'Was ein Admin dieses Servers tut, mit Stream Fixer oder ohne:',
    steps: {
      install: (name, id) => [
        'Admin Panel, Functions öffnen und mit + eine neue Funktion anlegen.',
        `Sie „${name}“ nennen; ihre ID wird ${id}.`,
        'Den Quelltext unten an die Stelle des Beispiels setzen und speichern.',
        'Sie einschalten und in ihrem Menü Global einschalten.',
      ],
      update: (name) => [
        `Admin Panel, Functions öffnen, dort ${name}.`,
        'Den Quelltext unten an die Stelle des alten setzen und speichern.',
        'Prüfen, dass sie eingeschaltet ist, und in ihrem Menü auch Global.',
      ],
      'switch-on': (name) => [
        `Admin Panel, Functions öffnen und ${name} suchen.`,
        'Sie einschalten und in ihrem Menü Global einschalten.',
      ],
    },
    copy: 'Quelltext kopieren',
    copied: 'Kopiert.',
    notCopied: 'Der Browser hat das Kopieren nicht erlaubt. Stattdessen herunterladen.',
    download: 'Herunterladen',
  },
};

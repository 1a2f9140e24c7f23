import type { welcomeWords as english } from '../en/welcome.ts';
import type { Words } from '../language.ts';

export const welcomeWords: Words<typeof english> = {
  documentTitle: 'Willkommen',
  title: 'Was der Agent tut, getrennt von dem, was er sagt',
  about:
    'Manche Agenten schreiben die Tools, die sie verwenden, in ihre Antworten. Der Chat sendet diese Zeilen zurück, und nach einer Weile schreibt das Modell sie hin, statt das Tool zu verwenden. Stream Fixer nimmt sie heraus.',
  does: [
    'Antworten und was zurückgesendet wird, bleiben sauber.',
    'Tools, die laufen, erscheinen als kleine Badges neben der Antwort.',
    'Aufrufe, die das Modell nur hingeschrieben hat, werden kenntlich gemacht.',
  ],
  privateTitle: 'Nichts verlässt den Browser',
  private:
    'Kein Konto, kein Server von uns, nichts wird gemessen. Es arbeitet auf den Websites, für die es eingeschaltet ist, und auf keiner anderen.',
  startTitle: 'Dort einschalten, wo gechattet wird',
  pin: 'Symbol anheften',
  pinHow:
    'Es liegt hinter dem Puzzleteil in der Symbolleiste; auf dem Telefon im Menü des Browsers unter „Erweiterungen“.',
  chat: 'Chat öffnen',
  chatHow: 'Irgendeine Seite, auf der mit dem Agenten gesprochen wird.',
  turn: 'Schalter drücken',
  turnHow: 'Auf das Symbol klicken, den Schalter umlegen, diese eine Website erlauben und die Seite neu laden.',
  limits:
    'Es sieht, was eine Seite auf den üblichen Wegen empfängt; was sie in einem Worker oder einem eigenen Frame liest, bleibt, wie es ist.',
  help: 'Hilfe',
  settings: 'Einstellungen',
  example: { marker: '⏰ list', reply: 'Es gibt zwei Wecker.', badge: '1 Tool, 0,4 s' },
  before: 'Ohne',
  after: 'Mit Stream Fixer',

  helpTitle: 'Hilfe',
  howTitle: 'So funktioniert es',
  how: [
    'Auf einer eingeschalteten Website steht Stream Fixer zwischen der Seite und ihrem Chat-Server. Es liest Antworten, während sie eintreffen, nimmt Tool-Marker und Tool-Ereignisse heraus und zeigt die Tools neben der Antwort.',
    'Auch in dem, was die Seite zurücksendet, werden frühere Antworten des Assistenten bereinigt. Selbst Geschriebenes wird nie geändert.',
    'Fehlerhafte Streams werden repariert, wo das gefahrlos ist; ein einwandfreier Stream bleibt Byte für Byte, wie er ist. Geht bei uns etwas schief, bekommt die Seite, was der Server gesendet hat.',
  ],
  badgesTitle: 'Was die Badges bedeuten',
  legend: {
    running: 'Das Tool läuft.',
    finished: 'Der Agent hat das Ende des Tools gemeldet. Ob es etwas erreicht hat, sagt niemand.',
    ended: 'Die Antwort ist zu Ende, vom Ende des Tools war nichts zu hören.',
    failed: 'Der Agent hat gemeldet, dass das Tool fehlgeschlagen ist.',
    imitated: 'Das Modell hat einen Aufruf selbst hingeschrieben. Es lief kein Tool.',
  },
  legendWords: {
    running: 'Läuft',
    finished: 'Abgeschlossen',
    ended: 'Beendet',
    failed: 'Fehlgeschlagen',
    imitated: 'Imitiert',
  },
  imitatedTitle: 'Imitierte Aufrufe',
  imitated: [
    'Ein Modell, das „`⏰ list`“ oft genug in seinen eigenen früheren Antworten liest, beginnt es selbst zu schreiben. Es sieht nach einem laufenden Tool aus, doch der Agent startet keines, und das Ergebnis danach kann erfunden sein.',
    'Imitiert heißt ein Aufruf nur, wenn das sicher ist: Der Agent hat seine Tools auf anderem Weg gemeldet und dieses nicht. Wo es nicht sicher ist, wird nichts behauptet.',
  ],
  storedTitle: 'Chats, die schon Marker enthalten',
  stored:
    'Alte Chats bringen es dem Modell weiter bei. In Open WebUI einen solchen Chat öffnen, auf das Symbol klicken und „Diesen Chat bereinigen“ wählen. Jede Änderung ist vorher zu sehen und lässt sich rückgängig machen. Anderswo können alte Marker noch zu sehen sein, werden aber nicht mehr zurückgesendet.',
  companionTitle: 'Der Companion für Open WebUI',
  companion:
    'Der Server von Open WebUI behält die Tools neuerer Agenten für sich. Der Companion ist eine kleine Funktion für diesen Server, die sie der Seite mitteilt. Ein Admin installiert ihn aus dem Popup, nachdem der ganze Quelltext zu sehen war. Antworten und Anfragen werden auch ohne ihn bereinigt.',
  privacyTitle: 'Datenschutz',
  privacy: [
    'Nichts Geschriebenes oder Gelesenes verlässt den Browser, außer zum eigenen Chat-Server.',
    'Auf diesem Computer bleiben: welche Websites eingeschaltet sind, die Einstellungen und Zahlen. Von bereinigten Chats die Titel und die Antworten, wie sie waren, bis sie gelöscht werden.',
    'Nur eine Seite, die nach Open WebUI aussieht, wird etwas gefragt: solange das Popup offen ist, nach Version, Companion und offenem Chat, sonst nur auf Knopfdruck.',
  ],
  troubleTitle: 'Wenn etwas nicht funktioniert',
  trouble: [
    {
      question: 'Auf meiner Website passiert nichts',
      answer:
        'Ist das Symbol farbig? Wenn nicht: anklicken und den Schalter umlegen. Wenn ja: die Seite neu laden, denn vorher geöffnete Seiten sind nicht erfasst.',
    },
    {
      question: 'Es gibt keine Badges',
      answer:
        'In Open WebUI brauchen sie vielleicht den Companion: Das Popup sagt es. Anderswo meldet der Agent seine Tools vielleicht nicht.',
    },
    {
      question: 'Eine Antwort sieht falsch aus',
      answer:
        'Die Website ausschalten und die Seite neu laden. Ist die Antwort dann richtig: im Popup „Bericht“ wählen. Der Bericht enthält keinen Text aus Chats.',
    },
    {
      question: 'Die Website fragt wieder nach der Erlaubnis',
      answer:
        'Die Erlaubnis wurde zurückgenommen, vom Browser oder in seinen Einstellungen. Den Schalter noch einmal umlegen.',
    },
    {
      question: 'Nach einem Update ging es nicht mehr',
      answer: 'Seiten, die während des Updates offen waren, müssen neu geladen werden.',
    },
  ],
  keyboardTitle: 'Tastatur',
  shortcut: (keys) => `${keys} öffnet das Popup.`,
  noShortcut: 'Zurzeit öffnet keine Taste das Popup.',
  shortcutWhere: {
    chromium: 'Eine andere lässt sich unter chrome://extensions/shortcuts wählen.',
    firefox: 'Eine andere lässt sich unter about:addons im Menü des Zahnrads wählen.',
  },
  aboutTitle: 'Über Stream Fixer',
  version: (version) => `Stream Fixer ${version}`,
  licence: 'Freie Software unter der MIT-Lizenz.',
  partsOf: 'Enthält Teile anderer freier Software:',
  licenceText: 'Text der Lizenz',
  welcomeAgain: 'Willkommensseite zeigen',
};

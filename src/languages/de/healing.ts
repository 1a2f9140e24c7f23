import type { healingWords as english } from '../en/healing.ts';
import type { Words } from '../language.ts';
import { count, figure } from './formats.ts';

function chats(n: number): string {
  return count(n, 'Chat', 'Chats');
}

function replies(n: number): string {
  return count(n, 'Antwort', 'Antworten');
}

function markers(n: number): string {
  return `${figure(n)} Marker`;
}

export const healingWords: Words<typeof english> = {
  title: 'Gespeicherte Chats bereinigen',
  about:
    'Tool-Marker in gespeicherten Antworten bringen dem Modell bei, sie hinzuschreiben, statt das Tool aufzurufen. Hier lassen sie sich finden und entfernen.',
  connecting: 'Der Chat-Server wird gefragt.',
  noAddress: 'Diese Seite im Popup von Stream Fixer öffnen, auf einer Seite des eigenen Open WebUI.',
  noTab: 'Kein Tab mit diesem Chat-Server ist offen. In einem Tab öffnen und dann noch einmal versuchen.',
  privateTab:
    'Dieser Chat-Server ist in einem privaten Fenster geöffnet. Beim Bereinigen werden die alten Antworten in diesem Browser aufbewahrt, auch wenn das private Fenster geschlossen ist. Bitte den Server in einem normalen Fenster öffnen und dann noch einmal versuchen.',
  noAnswer:
    'Die Seite im anderen Tab antwortet nicht wie ein Open WebUI. Bitte prüfen, ob sie geladen und Stream Fixer dort eingeschaltet ist.',
  problemTitle: 'Gerade nicht möglich',
  noStorage:
    'Der Speicher des Browsers hat nicht funktioniert, deshalb wurde nichts weiter getan. Ist die Festplatte voll oder dies ein privates Fenster?',
  tryAgain: 'Noch einmal versuchen',

  what: 'Was soll durchsucht werden?',
  whatAll: 'Alle meine Chats durchsuchen',
  thisChat: 'Dieser Chat',
  thisChatHint: 'Der Chat, der zuletzt offen war.',
  allChats: 'Alle meine Chats',
  allChatsHint: 'Auch archivierte und solche in Ordnern. Geändert wird noch nichts.',
  look: 'Nach Markern suchen',
  cancel: 'Abbrechen',

  scanningTitle: 'Suche nach Markern',
  chatsRead: 'Gelesene Chats',
  progress: (scanned, listed, found) =>
    `${figure(scanned)} von ${chats(listed)} gelesen, ${figure(found)} mit Markern.`,
  progressSoFar: (scanned, listed, found) =>
    `${figure(scanned)} von bisher ${chats(listed)} gelesen, ${figure(found)} mit Markern.`,
  missed: (unreadable) => count(unreadable, 'Chat konnte nicht gelesen werden.', 'Chats konnten nicht gelesen werden.'),
  allRead: (scanned) => `${chats(scanned)} gelesen.`,
  someRead: (scanned, listed) => `${figure(scanned)} von ${chats(listed)} gelesen.`,
  cancelled: 'Abgebrochen.',

  resultsTitle: 'Chats mit Markern',
  cleanTitle: 'Keine Marker gefunden',
  nothingTitle: 'Bisher keine Marker gefunden',
  unreadableTitle: 'Die Chats konnten nicht gelesen werden',
  againTitle: 'Chats für einen neuen Versuch',
  chatsFound: (found) => `${chats(found)} mit Markern.`,
  selectAll: 'Alle auswählen',
  found: (inAll, marked, all) => `${markers(inAll)} in ${figure(marked)} von ${replies(all)}`,
  foundSince: (inAll, marked, all, day) =>
    `${markers(inAll)} in ${figure(marked)} von ${replies(all)}, seit dem ${day}`,
  archived: 'Archiviert',
  untitled: 'Chat ohne Titel',
  unread: (n) => `Nicht lesbare Chats (${figure(n)})`,
  show: 'Anzeigen',
  hide: 'Ausblenden',
  of: (label, title) => `${label}: ${title}`,
  looking: 'Der Chat wird gelesen.',
  cleanNow: 'Dieser Chat enthält keine Marker mehr.',
  undoable: 'Was entfernt wird, bleibt zuvor in diesem Browser aufgehoben; jeder Chat lässt sich so wiederherstellen.',
  heal: (chosen) => `${chats(chosen)} bereinigen`,

  reply: (number, inIt) => `Antwort ${figure(number)}: ${markers(inIt)}`,
  replyAt: (number, moment, inIt) => `Antwort ${figure(number)}, ${moment}: ${markers(inIt)}`,
  moreReplies: (hidden) => `Weitere Antworten anzeigen (${figure(hidden)})`,
  before: 'Vorher',
  after: 'Nachher',
  emptied: 'Von diesem Text bleibt nichts übrig.',
  removed: 'Entfernt:',
  added: 'Eingesetzt:',
  skipped: (lines) => `… ${count(lines, 'Zeile', 'Zeilen')} ohne Änderung …`,

  healingTitle: 'Chats werden bereinigt',
  chatsCleaned: 'Erledigte Chats',
  done: (done, total) => `${figure(done)} von ${chats(total)} erledigt.`,
  closable: 'Diese Seite darf geschlossen werden. Beim nächsten Öffnen bietet sie an, weiterzumachen.',
  stop: 'Anhalten',
  stopping: 'Nach diesem Chat wird angehalten.',

  doneTitle: 'Fertig',
  stoppedTitle: 'Angehalten',
  leftTitle: 'Mittendrin unterbrochen',
  settledTitle: 'Ergebnis des letzten Durchgangs',
  goOn: 'Weitermachen',
  forget: 'Dabei belassen',
  backToStart: 'Neu suchen',
  rest: 'Den Rest noch einmal versuchen',
  oneDone: 'Der Chat ist sauber.',
  oneNotDone: 'Der Chat wurde nicht bereinigt.',
  summary: (cleaned, total) => `${figure(cleaned)} von ${chats(total)} bereinigt.`,
  reload:
    'Bitte jede Seite neu laden, auf der ein solcher Chat offen ist: In älteren Versionen würde sie ihre alten Antworten wieder speichern.',

  cleaned: (inReplies) => `Bereinigt: ${replies(inReplies)}.`,
  cleanedMarkers: (taken, inReplies) => `Bereinigt: ${markers(taken)} in ${replies(inReplies)}.`,
  kept: (n) =>
    `${count(n, 'Antwort ließ', 'Antworten ließen')} sich nicht ändern: abgebrochen oder von jemand anderem.`,
  unchanged: 'Nichts zu tun: Er enthält keine Marker.',
  streaming: 'Darin wird gerade eine Antwort geschrieben. Er blieb unangetastet; bitte danach noch einmal versuchen.',
  failed: {
    old: 'Er ist, wie er war.',
    new: 'Er wurde geändert.',
    unknown: 'Noch ist ungewiss, ob er geändert wurde. Das wird beim nächsten Öffnen dieser Seite nachgesehen.',
  },
  notStarted: 'Nicht begonnen.',

  undo: 'Rückgängig machen',
  undoAll: (chats) => `Alle rückgängig machen (${figure(chats)})`,
  undoingTitle: 'Wird wiederhergestellt',
  chatsRestored: 'Wiederhergestellte Chats',
  undoSummary: (restored, total) => `${figure(restored)} von ${chats(total)} wiederhergestellt.`,
  undoing: 'Wird wiederhergestellt.',
  restored: (n) => `Wiederhergestellt: ${replies(n)}.`,
  editedSince: (n) => `${count(n, 'Antwort wurde', 'Antworten wurden')} seither bearbeitet und nicht angetastet.`,
  undoUnchanged: 'Er war schon wie zuvor.',
  undoUnknown: 'Noch ist ungewiss, ob er wiederhergestellt wurde. Bitte gleich noch einmal versuchen.',
  undoFailed: 'Er wurde nicht wiederhergestellt.',

  backupsTitle: 'Sicherungen',
  noBackups: 'Noch keine. Bevor ein Chat geändert wird, werden seine Antworten hier aufgehoben, wie sie waren.',
  backupsAbout: 'Antworten, wie sie vor dem Bereinigen waren. Sie bleiben in diesem Browser.',
  backups: (n, size) => `${count(n, 'Sicherung', 'Sicherungen')}, ${size}.`,
  backup: (state, moment, n, size) => `${state}, ${moment}, ${replies(n)}, ${size}`,
  states: { healed: 'Bereinigt', undone: 'Wiederhergestellt', 'in-doubt': 'Ungewiss, ob bereinigt' },
  save: 'In Datei speichern',
  deleteAll: 'Alle löschen…',
  delete: 'Löschen…',
  deleteNow: 'Löschen',
  keep: 'Behalten',
  deletesOne: 'Ohne seine Sicherung lässt sich dieser Chat nicht mehr wiederherstellen.',
  deletesSome: (n) => `Ohne diese ${figure(n)} Sicherungen lassen sich ihre Chats nicht mehr wiederherstellen.`,

  trouble: {
    gone: 'Der Chat ist nicht mehr da.',
    goneOrForeign: 'Der Chat ist nicht mehr da oder gehört jemand anderem.',
    noChat: 'Die Antwort des Servers war kein Chat oder zu groß zum Lesen.',
    tooOften: 'Der Server bittet darum, nicht so oft gefragt zu werden.',
    error: (status) => `Der Server hat mit dem Fehler ${status} geantwortet.`,
    signedOut: 'Die Anmeldung ist abgelaufen. Bitte auf der Seite neu anmelden und dann weitermachen.',
    slow: 'Der Server hat nicht rechtzeitig geantwortet.',
    unreachable: 'Die Seite dieses Chat-Servers ist geschlossen, oder ihr Server ist nicht erreichbar.',
    tabGone:
      'Der Tab, über den diese Seite arbeitet, wurde geschlossen oder zeigt eine andere Website. Andere Tabs werden nicht benutzt: Dort kann jemand anders angemeldet sein. Zum Weitermachen mit einem anderen Tab bitte diese Seite neu laden.',
    tooMany:
      'Der Server listet mehr Chats auf, als diese Seite sich merken kann, deshalb wurde abgebrochen. Ein einzelner Chat lässt sich bereinigen, wenn er geöffnet ist.',
    noList: (status) => `Die Liste der Chats konnte nicht gelesen werden: Der Server hat mit ${status} geantwortet.`,
    inexact: 'Der Chat enthält eine Zahl, die ein Browser nicht genau behalten kann.',
    notTaken: 'Der Server hat die Änderung nicht übernommen.',
    brokenOff:
      'Seine Antworten mit Markern wurden vor ihrem Ende abgebrochen. In dieser Version von Open WebUI kann niemand solche Antworten ändern.',
    notLookedAt: 'Er wurde noch nicht angesehen.',
    changed: 'Er wurde nach dem Ansehen geändert. Nichts wurde daran getan.',
    notAlone: 'Er ist sauber, aber im selben Moment hat sich darin noch etwas geändert. Bitte ansehen.',
    busy: 'Eine andere Seite von Stream Fixer bereinigt gerade Chats dieser Website.',
    inDoubt: 'Der Chat ist nicht lesbar; ob er bereinigt wurde, ist deshalb ungewiss.',
    noBackup: 'Die Sicherung ist nicht mehr da.',
    edited: 'Seine Antworten wurden nach dem Bereinigen bearbeitet. Nichts wurde daran getan.',
  },
  secondCopy:
    'Open WebUI 0.9.3 bis 0.9.5 führt von jeder Nachricht eine zweite Kopie, die nicht nachgeführt wird. Ein bereinigter Chat sieht dort sauber aus, aber das Modell kann weiterhin die alten Texte erhalten. Den Server zuerst auf 0.9.6 oder neuer aktualisieren.',
};

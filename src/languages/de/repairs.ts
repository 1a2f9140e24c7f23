import type { repairsWords as english } from '../en/repairs.ts';
import type { Words } from '../language.ts';

export const repairsWords: Words<typeof english> = {
  markers: {
    name: 'Tool-Marker im Text',
    words: 'Der Text der Antwort enthält Tool-Marker.',
  },
  'tool-events': {
    name: 'Tool-Fortschritt als Ereignisse',
    words: 'Der Fortschritt der Tools wird als Ereignisse zwischen den Chunks der Antwort gesendet.',
  },
  'tool-call-container': {
    name: 'Aufrufe ohne Liste',
    words: '"tool_calls" ist ein einzelnes Objekt, null oder eine leere Liste statt einer Liste von Aufrufen.',
  },
  'tool-call-index': {
    name: 'Aufrufe ohne Index',
    words: 'Einträge von "tool_calls" haben keinen Index, oder mehrere Aufrufe teilen sich einen.',
  },
  'tool-call-empty-fields': {
    name: 'Leere Felder in späteren Teilen',
    words: 'In späteren Teilen eines Aufrufs sind id, type oder name leer oder null.',
  },
  'tool-call-arguments': {
    name: 'Argumente, die kein Text sind',
    words: 'Die Argumente eines Aufrufs sind ein Objekt oder null statt Text.',
  },
  'tool-call-repeats': {
    name: 'ID oder Name mehrfach',
    words: 'Spätere Teile eines Aufrufs wiederholen seine ID oder seinen Namen.',
  },
  'tool-call-split': {
    name: 'Name und Argumente in einem Stück',
    words:
      'Ein Delta enthält mehreres auf einmal: Namen und Argumente eines Aufrufs, mehrere Aufrufe oder Text und einen Aufruf.',
    cases: {
      arguments: 'Ein Delta enthält den Namen eines Aufrufs und seine ersten Argumente.',
      calls: 'Ein Delta enthält mehrere Aufrufe.',
      text: 'Ein Delta enthält Text und einen Aufruf.',
    },
  },
  'tool-call-growing': {
    name: 'Wachsender Name',
    words: 'Der Name eines Aufrufs wird immer wieder gesendet, während er wächst.',
  },
  'tool-call-nameless': {
    name: 'Name, der später folgt',
    words: 'Der Kopf eines Aufrufs hat noch keinen Namen; er folgt in einem späteren Stück.',
  },
  'tool-call-name-pieces': {
    name: 'Name in Stücken',
    words: 'Der Name eines Aufrufs wird in Stücken gesendet.',
  },
  'tool-call-bare-head': {
    name: 'Aufruf ohne Argumente',
    words: 'Der Anfang eines Aufrufs hat einen Namen, aber keine Argumente, nicht einmal leere.',
  },
  'tool-call-placeholder': {
    name: 'Klammern vor den Argumenten',
    words: 'Die Argumente eines Aufrufs beginnen mit "{}", und die eigentlichen folgen.',
  },
  'first-role': {
    name: 'Erstes Stück ohne Rolle',
    words: 'Das erste Delta der Antwort hat keine Rolle.',
  },
  'byte-order-mark': {
    name: 'Byte-Order-Mark',
    words: 'Vor dem ersten Frame gibt es ein Byte-Order-Mark.',
  },
  'data-comments': {
    name: 'Lebenszeichen als Daten',
    words: 'Ein Lebenszeichen wird als Daten gesendet, etwa "data: : OPENROUTER PROCESSING".',
  },
  'silent-events': {
    name: 'Ereignisse ohne Daten',
    words: 'Ein Ereignis hat keine Daten oder ist ein benanntes Lebenszeichen.',
  },
  'error-lines': {
    name: 'Fehler in einem eigenen Feld',
    words: 'Ein Fehler wird in einem eigenen Feld gesendet, "error: {…}", das es in Ereignisströmen nicht gibt.',
  },
  'bare-json': {
    name: 'JSON ohne "data:"',
    words: 'Einer Zeile JSON fehlt das "data:" davor. Meist ist sie ein Fehler.',
  },
  'joined-objects': {
    name: 'Mehrere Chunks in einem Frame',
    words: 'Die Daten eines Frames enthalten mehrere Chunks.',
  },
  'data-lines': {
    name: 'Ein Chunk auf mehreren Zeilen',
    words: 'Ein Chunk ist auf mehrere Datenzeilen verteilt.',
  },
  'last-blank-line': {
    name: 'Keine Leerzeile am Ende',
    words: 'Nach dem letzten Frame fehlt die Leerzeile.',
  },
  'keep-alive-comments': {
    name: 'Kommentare zwischen Chunks',
    words: 'Zwischen den Chunks gibt es Kommentare oder leere Frames, meist Lebenszeichen.',
  },
  'lone-comments': {
    name: 'Kommentare in einem Stream ohne Fehler',
    words: 'Zwischen den Chunks sind Kommentare oder leere Frames, und sonst ist nichts zu reparieren.',
  },
  'foreign-events': {
    name: 'Fremde Ereignisse',
    words: 'Zwischen den Chunks gibt es benannte Ereignisse, die weder Chunk noch Fehler sind.',
  },
  done: {
    name: 'Kein "[DONE]" am Ende',
    words: 'Der Stream endet ohne "data: [DONE]".',
  },
  'null-choices': {
    name: '"choices" fehlt',
    words: '"choices" ist null oder fehlt, oder die Daten eines Frames sind null.',
  },
  'content-arrays': {
    name: 'Inhalt als Liste von Teilen',
    words: 'Der Inhalt eines Deltas ist eine Liste von Teilen statt Text.',
  },
  'padding-fields': {
    name: 'Füllfelder',
    words: 'Chunks enthalten Felder ohne Aussage, die nur auffüllen.',
  },
  'cumulative-text': {
    name: 'Text immer wieder von vorn',
    words: 'Jedes Delta enthält den ganzen bisherigen Text, nicht nur das Neue.',
  },
  'finish-tool-calls': {
    name: 'Falscher Endgrund',
    words: 'Tools wurden aufgerufen, aber "finish_reason" ist "stop" oder leer.',
  },
  'finish-missing': {
    name: 'Kein Endgrund',
    words: 'Kein Chunk hat einen Wert für "finish_reason".',
  },
};

/** Texts of somebody who writes about Hermes, to the letter. */

const LINES = ['`⏰ list`', '`💻 ls -la`', '`📖 notes.md`', '`🔍 weather in Oslo`'];
const WORDS: readonly (readonly [before: string, behind: string])[] = [
  ['Hermes 0.8 wrote this line before each call of its terminal.', 'Newer releases send an event.'],
  ['In the stream you will see the following delta.', 'It is not part of the answer.'],
  ['The old agent marked its tools like that.', 'The page showed it as code.'],
  ['Das ist eine Zeile, wie Hermes sie schrieb.', 'Neuere Fassungen tun das nicht mehr.'],
  ['Man erkennt den Aufruf an dieser Zeile.', 'Danach folgt die Antwort.'],
  ["Voici la ligne que l'agent écrivait.", 'Elle ne fait pas partie de la réponse.'],
  ['Así marcaba el agente sus herramientas.', 'Ahora usa eventos.'],
  ['这是 Hermes 0.8 在调用工具之前写的一行。', '新版本改用事件。'],
  ['これは Hermes 0.8 が書いた行です。', '新しい版では書かれません。'],
  ['Так агент отмечал вызов.', 'Теперь он присылает событие.'],
];
export const ARTICLES = WORDS.flatMap(([before, behind]) =>
  LINES.map((line) => ({ line, before, behind, text: `${before}\n${line}\n\n\n${behind}` })),
);

export type Article = (typeof ARTICLES)[0];

/** Each of the deliveries: a delta that is exactly a line, words, one delta. */
export function deliveriesOf({ before, line, behind, text }: Article): readonly string[][] {
  return [
    [before, `\n${line}\n`, `\n\n${behind}`],
    [before, `\n${line}\n`, `\n${behind}`],
    text.match(/\s*\S+|\s+$/g) ?? [],
    [text],
  ];
}

/**
 * Text around a marker that is a separate delta, and what is left of it: the same for the filter of
 * the extension and for the companion's, which is written in another language.
 */
export const AROUND_A_MARKER: readonly (readonly [
  before: readonly string[],
  after: readonly string[],
  text: string,
])[] = [
  [[], ['\n\nNow'], '\n\nNow'],
  [['check. '], ['\n\nNow'], 'check. \n\nNow'],
  [['Line\n'], ['\n\nNow'], 'Line\n\n\nNow'],
  [['```\ncode'], ['\n`⏰ list`\n\n```'], '```\ncode\n`⏰ list`\n\n```'],
  [['```sh'], ['\n`⏰ list`\n\n```'], '```sh\n`⏰ list`\n\n```'],
  [['```\nx\n```'], ['\n`⏰ list`\n\n'], '```\nx\n```\n'],
  [['`⏰ list`\n'], ['\nx'], '\nx'],
  [['`⏰ unfinished'], ['\nx'], '`⏰ unfinished\nx'],
];

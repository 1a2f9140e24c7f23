/**
 * Text around a marker that is a separate delta, and what is left of it: the same for the filter of the extension and
 * for the companion's, which is written in another language.
 */
export const AROUND_A_MARKER: readonly (readonly [
  before: readonly string[],
  after: readonly string[],
  text: string,
])[] = [
  [[], ['\n\nNow'], '\n\nNow'],
  [['check. '], ['\n\nNow'], 'check. \n\nNow'],
  [['Line\n'], ['\n\nNow'], 'Line\n\n\nNow'],
  [['```\ncode'], ['\n`⏰ b`\n\n```'], '```\ncode\n`⏰ b`\n\n```'],
  [['```sh'], ['\n`⏰ b`\n\n```'], '```sh\n`⏰ b`\n\n```'],
  [['```\nx\n```'], ['\n`⏰ b`\n\n'], '```\nx\n```\n'],
  [['`⏰ b`\n'], ['\nx'], '\nx'],
  [['`⏰ unfinished'], ['\nx'], '`⏰ unfinished\nx'],
];

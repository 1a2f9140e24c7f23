/**
 * The texts of the listings, assembled from those of the product: they are translated, and kept
 * true.
 */
import { type Messages } from '../support/i18n.ts';

/** Parts of the long text: a heading and its paragraphs, by the keys of their texts. */
const PARTS: readonly (readonly [
  heading: string | null,
  paragraphs: readonly (readonly string[])[],
])[] = [
  [null, [['welcome_title'], ['welcome_about']]],
  ['welcome_needTitle', [['welcome_need'], ['welcome_parts'], ['welcome_versions']]],
  ['welcome_doesTitle', [['welcome_does_0', 'welcome_does_1', 'welcome_does_2']]],
  ['popup_how', [['welcome_how_0'], ['welcome_how_1'], ['welcome_how_2']]],
  ['welcome_storedTitle', [['welcome_stored']]],
  ['welcome_companionTitle', [['welcome_companion']]],
  ['welcome_privacy_0', [['welcome_private'], ['welcome_privacy_1'], ['welcome_privacy_2']]],
];

/** @returns the short text, also used in the manifest: at most 132 characters */
export function shortText(messages: Messages): string {
  return `${textOf(messages, 'description')}\n`;
}

/** @returns the long text, plain, with an empty line between paragraphs */
export function longText(messages: Messages): string {
  const parts = PARTS.flatMap(([heading, paragraphs]) => {
    const [first = '', ...others] = paragraphs.map((keys) => paragraph(messages, keys));
    return heading === null
      ? [first, ...others]
      : [`${textOf(messages, heading)}\n${first}`, ...others];
  });
  return `${parts.join('\n\n')}\n`;
}

function paragraph(messages: Messages, keys: readonly string[]): string {
  const texts = keys.map((key) => textOf(messages, key));
  return texts.length === 1 ? (texts[0] ?? '') : texts.map((text) => `• ${text}`).join('\n');
}

function textOf(messages: Messages, key: string): string {
  const found = messages[key]?.message;
  if (found === undefined) throw new Error(`There is no text ${key}.`);
  if (found.includes('$'))
    throw new Error(`The text ${key} has a place for a value, which a listing has not.`);
  return found;
}

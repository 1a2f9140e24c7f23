/**
 * @returns the words of a text, without blank lines and code marks, which differ from page to page
 */
export function words(text: string): string {
  return text.replace(/[\s`]+/g, ' ').trim();
}

/** @returns the words of a text; how many blank lines are between them, and how code is marked, is the page's affair */
export function words(text: string): string {
  return text.replace(/[\s`]+/g, ' ').trim();
}

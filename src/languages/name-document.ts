import { language } from './messages.ts';

/**
 * Sets the title and the language of a page of the extension, for the browser and for screen
 * readers.
 * @param title in that language
 */
export function nameDocument(title: string): void {
  document.title = `${title} · Stream Fixer`;
  document.documentElement.lang = language();
}

import { language } from './messages.ts';

/**
 * Says what a page of the extension is and which language it speaks, to the browser and to screen readers.
 * @param title in that language
 */
export function nameDocument(title: string): void {
  document.title = `${title} · Stream Fixer`;
  document.documentElement.lang = language();
}

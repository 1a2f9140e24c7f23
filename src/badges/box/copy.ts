/**
 * Copies a text to the clipboard, in the handler of a press. `navigator.clipboard` is missing on plain http, which most
 * self-hosted chats use, so this is the older way. Neither the page's selection nor its focus changes.
 * @returns whether the browser did it
 */
export function copyText(document: Document, text: string): boolean {
  const view = document.defaultView;
  function fill(event: ClipboardEvent): void {
    // The page must not handle it as a copy of its own.
    event.stopImmediatePropagation();
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
  }
  view?.addEventListener('copy', fill, { capture: true });
  try {
    return document.execCommand('copy');
  } finally {
    view?.removeEventListener('copy', fill, { capture: true });
  }
}

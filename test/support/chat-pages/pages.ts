/**
 * Pages with the structure of public chat UIs, and their habits of re-rendering, to be served by a
 * site of streams.
 */
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Each style of this folder is that of a page; an embedded chat is in a shadow tree of either kind.
 */
export const CHAT_PAGES: readonly string[] = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.css'))
  .map((file) => file.slice(0, -'.css'.length))
  .flatMap((name) => (name === 'embedded' ? ['embedded-open', 'embedded-closed'] : [name]));

/** What such a page offers to the tests. */
export interface ChatPageWindow {
  /** Sends a question; the stream of its reply has this name. */
  ask(name: string, question: string): void;
  /** Asks for the last reply once more; the stream of the new one has this name. */
  again(name: string): void;
  /** 0 or 1; the second one exists from the start. */
  showChat(number: number): void;
  /** Re-renders everything if the page ever does. */
  redraw(anew: boolean): void;
  /** Opens or closes the field in which the last reply can be changed. */
  edit?(on: boolean): void;
  /** Where the chat is, if not in the page's body. */
  chatRoot?: ShadowRoot;
  /**
   * Selects what is no reply: the person's own messages, lists that repeat a text, where people
   * type. '' if the page marks nothing of that.
   */
  elsewhere: string;
}

/** @returns the files of all pages, by path: `/next-chat` and so on */
export function chatPageFiles(): Record<string, { readonly type: string; readonly body: string }> {
  const script = { type: 'text/javascript; charset=utf-8' };
  const files: Record<string, { type: string; body: string }> = {
    '/chats.js': { ...script, body: source('chats.js') },
  };
  for (const name of CHAT_PAGES) {
    const head = `<meta charset="utf-8"><title>Chat</title><link rel="stylesheet" href="/${name}.css"><script src="/chats.js"></script><script src="/${name}.js"></script>`;
    files[`/${name}`] = {
      type: 'text/html; charset=utf-8',
      body: `<!doctype html>${head}<body></body>`,
    };
    const [file, mode] = name.split(/(?<=embedded)-/);
    files[`/${name}.js`] = {
      ...script,
      body: source(`${file}.js`).replace("mode: 'open'", `mode: '${mode}'`),
    };
    files[`/${name}.css`] = { type: 'text/css; charset=utf-8', body: source(`${file}.css`) };
  }
  return files;
}

function source(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

/** One request to the server of a page, made from within that page. Survives JSON. */
export interface PageQuestion {
  /**
   * Left in the world in which it runs, so that it can be told whether the tab still shows this
   * document.
   */
  readonly call: string;
  /** The origin that the page must still have. */
  readonly origin: string;
  readonly method: string;
  /** Path on that origin, beginning with a slash. */
  readonly path: string;
  /** JSON text, null for none. */
  readonly body: string | null;
  /** Keys of the only value of the answer that leaves the page; everything if missing. */
  readonly part?: readonly string[];
  /** Make the request as the signed-in person, with the page's own token. */
  readonly signedIn: boolean;
  /** Milliseconds. */
  readonly within: number;
  /** UTF-16 units beyond which an answer is not read. */
  readonly longest: number;
}

/**
 * Runs in the page, beside its scripts but isolated from them, so the page's token never leaves the
 * page's process. It is injected as source text and therefore uses nothing of this module but its
 * argument. Pages that do not look like Open WebUI get no request; the signs are a single SvelteKit
 * body, and the loader script (0.5.13 and later), the style sheet for custom styles (0.6 and later)
 * or the search description (all versions).
 * @returns the HTTP status, then a line feed and the text that the server answered, since no object
 *   leaves a page intact. There is no line feed if the text is too long or is not UTF-8. `0` if the
 *   page is another one, or the server cannot be reached or redirects. Never rejects.
 */
export async function askInPage({
  call,
  origin,
  method,
  path,
  body,
  part,
  signedIn,
  within,
  longest,
}: PageQuestion): Promise<string> {
  try {
    Object.defineProperty(globalThis, Symbol.for(call), { value: true });
    const address = new URL(path, origin);
    if (location.origin !== origin || address.origin !== origin) return '0';
    const marks =
      'script[src$="/static/loader.js"], link[href$="/static/custom.css"], link[rel="search"][href$="/opensearch.xml"]';
    if (
      !document.querySelector('body[data-sveltekit-preload-data]') ||
      !document.querySelector(marks)
    ) {
      return '0';
    }
    const headers: Record<string, string> = { accept: 'application/json' };
    if (body !== null) headers['content-type'] = 'application/json';
    const token = signedIn ? localStorage.getItem('token') : null;
    if (token) headers.authorization = `Bearer ${token}`;
    const answer = await fetch(address.href, {
      method,
      headers,
      body,
      // Without the token, an expired cookie makes some versions refuse what they tell everybody.
      // With the token, the server ignores the cookie, but a proxy in front of it may require one
      // of its own.
      credentials: signedIn ? 'same-origin' : 'omit',
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(within),
    });
    const { status } = answer;
    const reader = answer.body?.getReader();
    // Fatal: bytes that are not characters would be replaced, and stored like that.
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let text: string | null = '';
    while (reader) {
      const { done, value } = await reader.read();
      try {
        text += decoder.decode(value, { stream: !done });
      } catch {
        text = null;
      }
      if (text === null || text.length > longest) {
        // It may be endless; if it cannot be cancelled, nothing is to be done.
        reader.cancel().catch(() => {});
        return String(status);
      }
      if (done) break;
    }
    if (!part) return `${status}\n${text}`;
    let value: unknown = JSON.parse(text);
    for (const key of part) value = (Object(value) as Record<string, unknown>)[key];
    return `${status}\n${JSON.stringify(value ?? null)}`;
  } catch {
    // No connection, too slow, a redirect, or a document that throws when inspected: nothing is
    // known then.
    return '0';
  }
}

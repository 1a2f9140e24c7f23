/**
 * What the server of a page said, as text: an object would be changed on its way out of the page. Chromium cuts what is
 * nested more than some 94 levels deep, makes U+FFFD of lone surrogates, drops what is no number to it and sorts keys;
 * Firefox loses a key named `__proto__`.
 */
export interface PageAnswer {
  /** HTTP status; 0: no connection. */
  readonly status: number;
  /** Null where it is too long or no UTF-8, or nothing was said. */
  readonly text: string | null;
}

/** One question to the server of a page, to be asked from within that page. Survives JSON. */
export interface PageQuestion {
  /** Origin the page must still have. */
  readonly origin: string;
  readonly method: string;
  /** Path on that origin, beginning with a slash. */
  readonly path: string;
  /** JSON text, null for none. */
  readonly body: string | null;
  /** Ask as the person who is signed in, with the page's own token. */
  readonly signedIn: boolean;
  /** Milliseconds. */
  readonly within: number;
  /** UTF-16 units beyond which an answer is not read. */
  readonly longest: number;
}

/**
 * Runs in the page, beside its scripts and apart from them, so the token of the page never leaves the page's process. It
 * is handed over as source text: it uses its argument and nothing else of this module. Pages that do not look like Open
 * WebUI are asked nothing: one SvelteKit body, and the loader script (0.5.13 and later), the style sheet for own styles
 * (0.6 and later) or the search description (all).
 * @returns status 0 when the page is another one, or the server cannot be reached or redirects. Never rejects.
 */
export async function askInPage({
  origin,
  method,
  path,
  body,
  signedIn,
  within,
  longest,
}: PageQuestion): Promise<PageAnswer> {
  try {
    const address = new URL(path, origin);
    if (location.origin !== origin || address.origin !== origin) return { status: 0, text: null };
    const marks =
      'script[src$="/static/loader.js"], link[href$="/static/custom.css"], link[rel="search"][href$="/opensearch.xml"]';
    if (!document.querySelector('body[data-sveltekit-preload-data]') || !document.querySelector(marks)) {
      return { status: 0, text: null };
    }
    const headers: Record<string, string> = { accept: 'application/json' };
    if (body !== null) headers['content-type'] = 'application/json';
    const token = signedIn ? localStorage.getItem('token') : null;
    if (token) headers.authorization = `Bearer ${token}`;
    const answer = await fetch(address.href, {
      method,
      headers,
      body,
      // Without the token a cookie that is out of date makes some versions refuse what they tell everybody. With it the
      // cookie counts for nothing there, but a proxy before the server may ask for one of its own.
      credentials: signedIn ? 'same-origin' : 'omit',
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(within),
    });
    const { status } = answer;
    const reader = answer.body?.getReader();
    // Bytes that are no characters would become others, and be stored as those.
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
        // It may have no end; that it cannot be cancelled is nothing to tell of.
        reader.cancel().catch(() => {});
        return { status, text: null };
      }
      if (done) break;
    }
    return { status, text };
  } catch {
    // No connection, too slow, a redirect, or a document that defies being looked at: nothing is known then.
    return { status: 0, text: null };
  }
}

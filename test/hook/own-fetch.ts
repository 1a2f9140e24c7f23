/**
 * Imported before anything in src/hook, which captures `fetch`: the requests that the hook makes
 * itself.
 */

/** A request of the hook. */
export interface Asked {
  readonly url: string;
  readonly method: string;
  readonly key: string | null;
  readonly body: string | null;
}

let asked: Asked[] = [];
let redirects: string[] = [];
let respond: (asked: Asked) => Response | Promise<Response> = () => Response.error();

/** Forgets earlier requests. @param next answers those to come */
export function setFetch(next: typeof respond): void {
  asked = [];
  redirects = [];
  respond = next;
}

export function fetches(): readonly Asked[] {
  return asked;
}

/** Returns what each of them does at a redirect. */
export function redirectModes(): readonly string[] {
  return redirects;
}

globalThis.fetch = async (input, init) => {
  const { url, method, headers, redirect } = new Request(input as string, init);
  redirects.push(redirect);
  const made = {
    url,
    method,
    key: headers.get('authorization'),
    body: (init?.body as string | undefined) ?? null,
  };
  asked.push(made);
  return respond(made);
};

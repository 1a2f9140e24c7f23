/** Imported before anything in src/hook, which captures `fetch`: the requests that the hook makes itself. */

/** A request of the hook. */
export interface Asked {
  readonly url: string;
  readonly method: string;
  readonly key: string | null;
  readonly body: string | null;
}

let asked: Asked[] = [];
let respond: (asked: Asked) => Response | Promise<Response> = () => Response.error();

/** Forgets earlier requests. @param next answers those to come */
export function setFetch(next: typeof respond): void {
  asked = [];
  respond = next;
}

export function fetches(): readonly Asked[] {
  return asked;
}

globalThis.fetch = async (input, init) => {
  const { url, method, headers } = new Request(input as string, init);
  const made = {
    url,
    method,
    key: headers.get('authorization'),
    body: (init?.body as string | undefined) ?? null,
  };
  asked.push(made);
  return respond(made);
};

/** A call of Open WebUI's own API, made in the name of whoever is signed in. */
export interface CallRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** From the root of the server on, such as `/api/v1/auths/`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** JSON text, sent as it is, in place of `body`. */
  readonly json?: string;
}

export interface CallAnswer {
  /** HTTP status; 0: no connection. */
  readonly status: number;
  /** The parsed JSON; null where there is none. */
  readonly body: unknown;
  /** The same as the server wrote it: a parse loses digits, keys and escapes. Nothing where there is no JSON. */
  readonly text?: string;
  /** Nothing was sent: there is no page any more to send it from. */
  readonly lost?: boolean;
}

export type OpenWebUiCall = (request: CallRequest) => Promise<CallAnswer>;

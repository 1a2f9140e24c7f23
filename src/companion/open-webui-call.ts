/** A call of Open WebUI's own API, made in the name of whoever is signed in. */
export interface CallRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** From the root of the server on, such as `/api/v1/auths/`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

export interface CallAnswer {
  /** HTTP status; 0: no connection. */
  readonly status: number;
  /** The parsed JSON; null where there is none. */
  readonly body: unknown;
}

export type OpenWebUiCall = (request: CallRequest) => Promise<CallAnswer>;

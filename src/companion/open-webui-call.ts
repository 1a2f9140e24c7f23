/** A call of Open WebUI's own API on behalf of the signed-in person. */
export interface CallRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Relative to the root of the server, such as `/api/v1/auths/`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** JSON text, sent unchanged, instead of `body`. */
  readonly json?: string;
  /** Keys of the only value of the answer that leaves the page, from the outermost on. */
  readonly part?: readonly string[];
}

export interface CallAnswer {
  /** HTTP status; 0: no connection. */
  readonly status: number;
  /** The parsed JSON; null if there is none. */
  readonly body: unknown;
  /**
   * The original JSON text: parsing loses digits, keys and escapes. Missing if there is no JSON.
   */
  readonly text?: string;
  /** Nothing was sent: the page to send it from is gone. */
  readonly lost?: boolean;
}

export type OpenWebUiCall = (request: CallRequest) => Promise<CallAnswer>;

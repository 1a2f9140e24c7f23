/** A tool call as a client passes it on. */
export interface Call {
  readonly name: string;
  /** JSON text as assembled; broken JSON stays broken. */
  readonly arguments: string;
}

/** What a client made of a body. */
export interface Outcome {
  /** What the page shows as the reply. */
  readonly text: string;
  readonly calls: readonly Call[];
  /** What it threw, or showed as an error; undefined if it found none. */
  readonly error?: string;
}

/** The kind of body: chunks of a chat completion, lines of Ollama, events of AG-UI. */
export type Format = 'chat' | 'ollama' | 'ag-ui';

/** A reader of chat streams. */
export interface Client {
  /** Its name in the table. */
  readonly name: string;
  readonly format: Format;
  /**
   * `library`: the package from npm. `page`: a chat page's own reader, reimplemented here; its file
   * says from what.
   */
  readonly kind: 'library' | 'page';
  /** It supports tool calls; otherwise they are not tested with it. */
  readonly calls: boolean;
  /** It shows an error in the stream; otherwise errors are not tested with it. */
  readonly errors: boolean;
  /**
   * @param reads the body, in the chunks in which the client gets it; at least one
   * @returns what it made of the body; it never throws
   */
  read(reads: readonly Uint8Array[], contentType: string): Promise<Outcome>;
}

/** What most clients are; the others say in what they differ. */
export const LIBRARY = { format: 'chat', kind: 'library', calls: true, errors: true } as const;
export const PAGE = { ...LIBRARY, kind: 'page' } as const;

/** A server of chat completions, and the request to it. */
export interface Asked {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly model: string;
  readonly question: string;
  /** Replaces the `fetch` of the runtime. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A client that also sends the request, as it does in the programs that use it. */
export interface AskingClient extends Client {
  ask(asked: Asked): Promise<Outcome>;
}

/** @returns the client that reads a body as the answer to its request */
export function asking(
  client: Omit<AskingClient, 'format' | 'kind' | 'calls' | 'errors' | 'read'>,
): AskingClient {
  return {
    ...client,
    ...LIBRARY,
    read: (reads, contentType) => client.ask(answering(reads, contentType)),
  };
}

/** @returns a server that answers every request with a body in these chunks */
export function answering(reads: readonly Uint8Array[], contentType: string): Asked {
  return {
    baseURL: 'http://localhost/v1',
    apiKey: 'none',
    model: 'm',
    question: 'go',
    fetch: () => Promise.resolve(responseOf(reads, contentType)),
  };
}

/** What has been read so far. */
export interface Reading {
  text: string;
  calls: Call[];
  error?: string;
}

/** @returns what `read` assembled, with what it threw as the error */
export async function outcomeOf(read: (reading: Reading) => Promise<void>): Promise<Outcome> {
  const reading: Reading = { text: '', calls: [] };
  try {
    await read(reading);
  } catch (error) {
    reading.error = error instanceof Error ? error.message : String(error);
  }
  return reading;
}

/** @returns a response whose body arrives in these chunks, one for each read */
export function responseOf(reads: readonly Uint8Array[], contentType: string): Response {
  return new Response(streamOf(reads), { headers: { 'content-type': contentType } });
}

/** @returns a stream of these chunks, one for each read */
export function streamOf(reads: readonly Uint8Array[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = reads[next++];
      if (piece) controller.enqueue(new Uint8Array(piece));
      else controller.close();
    },
  });
}

/** A call of a tool as a client hands it on. */
export interface Call {
  readonly name: string;
  /** JSON text, as it was put together; broken JSON stays so. */
  readonly arguments: string;
}

/** What a client made of a body. */
export interface Outcome {
  /** What the page shows as the reply. */
  readonly text: string;
  readonly calls: readonly Call[];
  /** What it threw, or showed as an error; nothing where it found none. */
  readonly error?: string;
}

/** What a body is made of: chunks of a chat completion, lines of Ollama, events of AG-UI. */
export type Format = 'chat' | 'ollama' | 'ag-ui';

/** A reader of chat streams. */
export interface Client {
  /** As the table calls it. */
  readonly name: string;
  readonly format: Format;
  /** `library`: the package from npm. `page`: a chat page's own reading, written again here; its file says after what. */
  readonly kind: 'library' | 'page';
  /** It knows calls of tools; without this they are not asked of it. */
  readonly calls: boolean;
  /** It shows an error that comes in the stream; without this none is asked of it. */
  readonly errors: boolean;
  /**
   * @param reads the body, in the pieces in which the client gets it; at least one
   * @returns what it made of it; it never throws
   */
  read(reads: readonly Uint8Array[], contentType: string): Promise<Outcome>;
}

/** A server of chat completions, and what it is asked. */
export interface Asked {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly model: string;
  readonly question: string;
  /** In place of the one of the runtime. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A client that asks over the network too, as it does in the programs that use it. */
export interface AskingClient extends Client {
  ask(asked: Asked): Promise<Outcome>;
}

/** @returns the client that reads a body as the answer to what it asks */
export function asking(client: Omit<AskingClient, 'format' | 'kind' | 'calls' | 'errors' | 'read'>): AskingClient {
  return {
    ...client,
    format: 'chat',
    kind: 'library',
    calls: true,
    errors: true,
    read: (reads, contentType) => client.ask(answering(reads, contentType)),
  };
}

/** @returns a server that answers with a body in these pieces, whatever it is asked */
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

/** @returns what `read` put together, with what it threw as the error */
export async function outcomeOf(read: (reading: Reading) => Promise<void>): Promise<Outcome> {
  const reading: Reading = { text: '', calls: [] };
  try {
    await read(reading);
  } catch (error) {
    reading.error = error instanceof Error ? error.message : String(error);
  }
  return reading;
}

/** @returns a response whose body comes in these pieces, one for each read */
export function responseOf(reads: readonly Uint8Array[], contentType: string): Response {
  return new Response(streamOf(reads), { headers: { 'content-type': contentType } });
}

/** @returns a stream of these pieces, one for each read */
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

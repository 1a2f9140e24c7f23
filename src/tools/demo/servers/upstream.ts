/** Forwards `/v1/*` to a real agent. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Upstream {
  /** Such as `http://127.0.0.1:8642`. */
  readonly origin: string;
  /** Its bearer key. */
  readonly key: string;
}

/** Set again for the hop to the page; fetch has undone the transfer coding. */
const DROPPED = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding']);

/**
 * Forwards one request and streams the response back as it arrives. Aborts when the page leaves, so that the agent
 * interrupts its work too.
 * @param path with its query; begins with a single slash, so that it cannot name another host, which would get the key
 * @throws if the agent cannot be reached or breaks the connection
 */
export async function forward(
  upstream: Upstream,
  path: `/v1/${string}`,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  onWrite: (text: string) => unknown,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const hasBody = body.length > 0;
  // No Origin header: Hermes answers 403 to any.
  const answer = await fetch(upstream.origin + path, {
    method: request.method ?? 'GET',
    headers: {
      authorization: `Bearer ${upstream.key}`,
      ...(hasBody && { 'content-type': request.headers['content-type'] ?? 'application/json' }),
    },
    body: hasBody ? new Uint8Array(body) : null,
    signal: gone.signal,
    // Redirects are followed by the page, without our key.
    redirect: 'manual',
  });
  response.socket?.setNoDelay(true);
  response.writeHead(answer.status, Object.fromEntries([...answer.headers].filter(([name]) => !DROPPED.has(name))));
  const decoder = new TextDecoder();
  for await (const part of answer.body ?? []) {
    response.write(part);
    await onWrite(decoder.decode(part, { stream: true }));
  }
  response.end();
}

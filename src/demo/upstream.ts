/** Hands `/v1/*` on to a real agent. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Upstream {
  /** Such as `http://127.0.0.1:8642`. */
  readonly origin: string;
  /** Its bearer key. */
  readonly key: string;
}

/** Set anew for the hop to the page; fetch has undone the transfer coding. */
const DROPPED = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding']);

/** @returns whether the request comes from the page of this very server, or from no page at all */
export function isOwnOrigin(request: IncomingMessage): boolean {
  const host = request.headers.host ?? '';
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) return false;
  const { origin } = request.headers;
  return origin === undefined || origin === `http://${host}`;
}

/**
 * Forwards one request and streams the answer back as it comes. Stops asking when the page goes away, so that the
 * agent interrupts its work too.
 * @throws when the agent cannot be reached, or breaks off
 */
export async function forward(
  upstream: Upstream,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  onWrite: (text: string) => unknown,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const hasBody = body.length > 0;
  // No Origin header: Hermes answers 403 to any.
  const answer = await fetch(new URL(request.url ?? '/', upstream.origin), {
    method: request.method ?? 'GET',
    headers: {
      authorization: `Bearer ${upstream.key}`,
      ...(hasBody && { 'content-type': request.headers['content-type'] ?? 'application/json' }),
    },
    body: hasBody ? new Uint8Array(body) : null,
    signal: gone.signal,
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

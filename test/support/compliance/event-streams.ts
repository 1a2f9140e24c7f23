import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Answers the connections of one EventSource, identified by the `id` in its query, from the script
 * in its query: a JSON array of texts, one per connection. All but the last connection end; the
 * last one stays open, and further ones are told to stay away. `LAST` in a text becomes the
 * `Last-Event-ID` that the browser sent.
 */
export function createEventStreams(): (
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
) => void {
  const connections = new Map<string, number>();

  return (query, request, response) => {
    const id = query.get('id') ?? '';
    const script = JSON.parse(query.get('script') ?? '[]') as string[];
    const count = connections.get(id) ?? 0;
    connections.set(id, count + 1);
    const text = script[count];
    if (text === undefined) {
      response.writeHead(204).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(text.replaceAll('LAST', String(request.headers['last-event-id'] ?? 'none')));
    if (count < script.length - 1) response.end();
  };
}

/**
 * One reply of real Hermes, read by several clients at once: a server in front of it that asks once
 * for all of them.
 */
import {
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Upstream } from '../../../src/tools/demo/servers/hermes.ts';
import { listen } from '../../support/listen.ts';
import { PAGE } from '../asking.ts';

/**
 * @param readers how many clients ask the same; it waits for the last of them
 * @returns a server that denies whatever the agent asks
 */
export async function readTogether({ origin, key }: Upstream, readers: number) {
  let waiting: { readonly response: ServerResponse; readonly request: IncomingMessage }[] = [];

  function passOn(
    { method = '', url = '', headers }: IncomingMessage,
    body: Buffer,
    responses: readonly ServerResponse[],
  ): void {
    const { 'content-length': _, ...others } = headers;
    const options = { method, headers: { ...others, 'content-length': body.length } };
    const ahead = send(origin + url, options, (answer) => {
      for (const response of responses)
        response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', (piece: Buffer) => {
        for (const response of responses) response.write(piece);
        const [, data] = /event: approval\.request\ndata: (.*)/.exec(piece.toString()) ?? [];
        if (data !== undefined) deny(JSON.parse(data) as Record<string, string>);
      });
      answer.on('end', () => responses.forEach((response) => void response.end()));
    });
    ahead.on('error', () => responses.forEach((response) => void response.destroy()));
    ahead.end(body);
  }

  function deny({ run_id: run, request_id: id }: Record<string, string>): void {
    void fetch(`${origin}/v1/runs/${run}/approval`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ choice: 'deny', request_id: id }),
    });
  }

  const server = createServer(async (request, response) => {
    if (request.headers.host?.startsWith('talk')) {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end(request.url?.startsWith('/?') ? PAGE : '');
    }
    const body = await buffer(request);
    if (request.method !== 'POST' || !request.url?.endsWith('/completions'))
      return passOn(request, body, [response]);
    waiting.push({ response, request });
    if (waiting.length < readers) return;
    const all = waiting;
    waiting = [];
    // The page must be allowed to read it; the others do not mind.
    const page = all.find((one) => one.request.headers.origin)?.request ?? request;
    passOn(
      page,
      body,
      all.map((one) => one.response),
    );
  });
  const { port, close } = await listen(server);
  return {
    agent: { origin: `http://127.0.0.1:${port}`, key },
    /** Of a page of another origin. */
    address: () => `http://talk-together.localhost:${port}/?${Math.random()}`,
    close,
  };
}

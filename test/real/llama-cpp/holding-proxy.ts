/**
 * A proxy between a page and llama.cpp that holds replies where the test says: the server itself is
 * done within a second.
 */
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { createGate, type Gate } from '../gate.ts';
import { listen } from '../../support/listen.ts';

export interface HoldingProxy {
  readonly port: number;
  readonly gate: Gate;
  /** Bodies posted to `/v1/chat/completions`, in order, as received. */
  readonly asked: readonly string[];
  close(): void;
}

/** @param target origin of the server */
export async function startHoldingProxy(target: string): Promise<HoldingProxy> {
  const gate = createGate();
  const asked: string[] = [];

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // With another beginning, the target's origin would be part of another host's name.
    if (!request.url?.startsWith('/')) return void response.writeHead(400).end();
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const isChat = request.method === 'POST' && request.url === '/v1/chat/completions';
    if (isChat) asked.push(Buffer.concat(parts).toString());
    const { host: _, connection: __, ...headers } = request.headers;
    const upstream = ask(target + request.url, {
      method: request.method,
      headers: { ...headers, host: new URL(target).host },
    });
    upstream.on('response', (answer) => void answerWith(answer, response, isChat));
    // The server has closed the connection, or the page has.
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    upstream.end(Buffer.concat(parts));
  }

  async function answerWith(
    answer: IncomingMessage,
    response: ServerResponse,
    isChat: boolean,
  ): Promise<void> {
    const {
      connection: _,
      'keep-alive': __,
      'transfer-encoding': ___,
      ...headers
    } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, headers);
    try {
      for await (const piece of answer as AsyncIterable<Buffer>) {
        for (const frame of isChat
          ? framesOf(piece.toString('latin1'))
          : [piece.toString('latin1')]) {
          response.write(Buffer.from(frame, 'latin1'));
          if (isChat) await gate.onWrite(frame);
        }
      }
      response.end();
    } catch {
      response.destroy();
    }
  }

  const server = createServer((request, response) => void pass(request, response));
  const { port, close } = await listen(server);
  return {
    port,
    gate,
    asked,
    close,
  };
}

/** The network need not deliver whole frames. */
function framesOf(text: string): string[] {
  return text.split(/(?<=\n\n)/);
}

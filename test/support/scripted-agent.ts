/**
 * An OpenAI-compatible agent whose every byte is known to the test, and a site beside it for pages
 * that call it directly.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from './listen.ts';

/** The part of a chat request that the tests read. */
export interface AgentRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly messages: readonly {
    readonly role: string;
    readonly content: unknown;
    readonly tool_calls?: unknown;
  }[];
}

export interface ScriptedAgent {
  /** Under a name that no permission covers yet. */
  readonly origin: string;
  /** Every chat request received, in order. */
  readonly requests: readonly AgentRequest[];
  close(): void;
}

export interface ScriptedAgentOptions {
  /** @returns the frames of the stream, each with its blank line */
  readonly answer: (request: AgentRequest) => readonly string[];
  /** As listed by `/v1/models`; none by default. */
  readonly models?: readonly string[];
  /** The files served to GET, by path. */
  readonly files?: Readonly<
    Record<string, { readonly type: string; readonly body: string | Buffer }>
  >;
  /** Called with every frame, right after its write; the stream awaits the returned value. */
  readonly onWrite?: (frame: string) => unknown;
}

/** Agents created so far by this worker. */
const counter = globalThis as typeof globalThis & { scriptedAgents?: number };

/** Milliseconds between two frames, so that each is read separately. */
const BETWEEN = 5;

/** Starts an agent that streams the script, one write per frame. */
export async function startScriptedAgent(options: ScriptedAgentOptions): Promise<ScriptedAgent> {
  const { answer, models = [], files = {}, onWrite = () => {} } = options;
  const requests: AgentRequest[] = [];

  async function stream(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await readRequest(request);
    requests.push(asked);
    response.socket?.setNoDelay(true);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    for (const frame of answer(asked)) {
      // A client that has left is neither written to nor waited for.
      if (response.destroyed) return;
      response.write(frame);
      await onWrite(frame);
      await delay(BETWEEN);
    }
    response.end();
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'POST' && pathname === '/v1/chat/completions') {
      stream(request, response).catch(() => response.destroy());
      return;
    }
    const file = pathname === '/v1/models' ? listOf(models) : files[pathname];
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' });
    response.end(file?.body ?? '');
  });
  const { port, close } = await listen(server);
  counter.scriptedAgents = (counter.scriptedAgents ?? 0) + 1;
  return {
    origin: `http://agent-${counter.scriptedAgents}.localhost:${port}`,
    requests,
    close,
  };
}

function listOf(models: readonly string[]) {
  const data = models.map((id) => ({ id, object: 'model', created: 0, owned_by: 'test' }));
  return { type: 'application/json', body: JSON.stringify({ object: 'list', data }) };
}

async function readRequest(request: IncomingMessage): Promise<AgentRequest> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as AgentRequest;
}

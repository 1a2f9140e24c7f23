/**
 * The demo's agent server: a chat page at `/` and an OpenAI-compatible API beside it, on this
 * machine only.
 *
 * | route | what |
 * | --- | --- |
 * | `GET /` | the chat page |
 * | `GET /v1/models` | the models of models.ts; every recording can also be requested by its file name |
 * | `POST /v1/chat/completions` | a recorded reply at human pace, one write per frame; JSON without `stream` |
 * | `GET /api/sessions/<id>/messages` | what became of the calls, as Hermes records it |
 * | `POST /v1/runs/<id>/approval` | the answer to a question of Hermes 0.22 |
 * | `GET /config` | the questions that the page suggests, and the steps of its panel |
 * | `GET /debug/last-request` | the last chat request as it arrived, for the page's "What the agent received" |
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { refusalOf } from './local-request.ts';
import { listenHere, type LocalServer } from './local-server.ts';
import { servePageFile } from './page-files.ts';
import { createAgentRecord } from './agent-record.ts';
import {
  MODELS,
  QUESTIONS,
  replyTo,
  wholeReply,
  type ChatRequest,
  type MoreModels,
  type Reply,
} from './models.ts';
import { pauseAfter } from './pace.ts';

export interface AgentServerOptions {
  /** Port on 127.0.0.1; 0 or missing selects a free one. */
  readonly port?: number;
  /** Factor on all pauses: 1 = human pace (default), 0 = as fast as possible. */
  readonly pace?: number;
  /** What a panel of the page leads through, step by step; without it there is no panel. */
  readonly guide?: readonly GuideStep[];
  /** More models, and their replies, turn by turn. */
  readonly models?: MoreModels;
  /**
   * Called with every piece written to a chat stream, right after the write. The stream awaits the
   * returned value.
   */
  readonly onWrite?: (text: string) => unknown;
  /**
   * Called with every unstreamed response, right before it is sent. The response awaits the
   * returned value.
   */
  readonly onAnswer?: (text: string) => unknown;
}

/** One step of the panel: a button asks the question of the model, in a new chat. */
export interface GuideStep {
  readonly title: string;
  /** What there is to be seen then. */
  readonly look: string;
  readonly model: string;
  readonly question: string;
}

export interface AgentServer extends LocalServer {
  /** Every chat request received, in order, as parsed JSON. */
  readonly requests: readonly ChatRequest[];
}

const SESSION = /^\/api\/sessions\/[\w-]+\/messages$/;
const APPROVAL = /^\/v1\/runs\/([\w-]+)\/approval$/;

/** The questions that the page suggests until they are asked. */
const SUGGESTIONS: readonly string[] = Object.values(QUESTIONS);

/**
 * Starts the server.
 * @throws what `listen` throws, for instance if the port is taken
 */
export async function startAgentServer(options: AgentServerOptions = {}): Promise<AgentServer> {
  const {
    port = 0,
    pace = 1,
    guide = [],
    models = {},
    onWrite = () => {},
    onAnswer = () => {},
  } = options;
  const names = [...MODELS, ...Object.keys(models)];
  const requests: ChatRequest[] = [];
  const record = createAgentRecord(pace);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Another site's page must not read what a person asked.
    const refusal = refusalOf(request);
    if (refusal) return sendError(response, 403, refusal);
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const route = `${request.method} ${pathname}`;
    if (route === 'GET /config')
      return sendJson(response, 200, { suggestions: SUGGESTIONS, guide });
    if (route === 'GET /debug/last-request')
      return sendJson(response, 200, requests.at(-1) ?? null);
    if (route === 'GET /v1/models') {
      const data = names.map((id) => ({ id, object: 'model', created: 0, owned_by: 'demo' }));
      return sendJson(response, 200, { object: 'list', data });
    }
    if (route === 'POST /v1/chat/completions') return chat(request, response);
    if (request.method === 'GET' && SESSION.test(pathname))
      return sendJson(response, 200, record.messages());
    const run = request.method === 'POST' ? APPROVAL.exec(pathname)?.[1] : undefined;
    if (run !== undefined) return approve(run, request, response);
    if (request.method === 'GET' && (await servePageFile(pathname, response))) return;
    sendError(response, 404, `There is nothing at ${pathname}.`);
  }

  async function approve(
    run: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const body = readObject(await readBody(request));
    const status = record.answer(run, body ?? {});
    if (status !== 200)
      return sendError(
        response,
        status,
        'No question waits for this answer.',
        'approval_not_pending',
      );
    sendJson(response, 200, {
      object: 'hermes.run.approval_response',
      run_id: run,
      ...body,
      resolved: 1,
    });
  }

  async function chat(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const asked = readChat(body);
    if (!asked) return sendError(response, 400, 'Send a JSON object with a "messages" list.');
    requests.push(asked);
    const reply = replyTo(asked, models);
    if (!reply)
      return sendError(
        response,
        404,
        `No such model. There are: ${names.join(', ')}.`,
        'model_not_found',
      );
    if (!asked.stream) {
      const whole = wholeReply(asked.model ?? '', reply.frames);
      await onAnswer(JSON.stringify(whole));
      return sendJson(response, 200, whole);
    }
    await replay(reply, response, pace, onWrite, record);
  }

  const server = createServer((request, response) => {
    response.setHeader('cross-origin-resource-policy', 'same-origin');
    answer(request, response).catch((error: unknown) => {
      // The client left: once headers are sent, all we can do is end the response.
      if (response.headersSent) response.destroy();
      else sendError(response, 500, error instanceof Error ? error.message : 'There is no answer.');
    });
  });
  return { ...(await listenHere(server, port)), requests };
}

/** Writes a reply frame by frame and stops when the client leaves. */
async function replay(
  { headers, frames, cut }: Reply,
  response: ServerResponse,
  pace: number,
  onWrite: (text: string) => unknown,
  record: ReturnType<typeof createAgentRecord>,
): Promise<void> {
  const gone = new AbortController();
  const follower = record.follow(gone.signal);
  response.on('close', () => gone.abort());
  response.socket?.setNoDelay(true);
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-cache',
    ...headers,
  });
  for (const frame of frames) {
    follower.before(frame);
    await write(response, frame);
    if (gone.signal.aborted) return;
    await onWrite(frame);
    await follower.after(frame);
    // A turn of the event loop even at pace 0, so that each frame is a separate write.
    await delay(pauseAfter(frame) * pace, undefined, { signal: gone.signal }).catch(() => {});
    if (gone.signal.aborted) return;
  }
  if (cut) response.destroy();
  else response.end();
}

function write(response: ServerResponse, text: string): Promise<void> {
  return new Promise((done) => response.write(text, () => done()));
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
}

function readChat(body: Buffer): ChatRequest | null {
  const value = readObject(body);
  return Array.isArray(value?.messages) ? (value as unknown as ChatRequest) : null;
}

/** @returns null for anything but a JSON object: the caller answers 400 */
function readObject(body: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(body.toString('utf8')) as Record<string, unknown> | null;
  } catch {
    return null;
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.end(JSON.stringify(value));
}

function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  code: string | null = null,
): void {
  sendJson(response, status, { error: { message, type: 'invalid_request_error', code } });
}

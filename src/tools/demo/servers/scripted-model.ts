/**
 * A model server for the real agent: OpenAI-compatible, with scripted answers. The last user
 * message selects the script, the number of assistant messages after it the step. `GET
 * /v1/requests` lists the requests so far.
 */
import { createServer, type ServerResponse } from 'node:http';
import { refusalOf } from './local-request.ts';
import { listenHere } from './local-server.ts';

export interface ScriptedModel {
  /** Such as `http://127.0.0.1:41234/v1`. */
  readonly baseUrl: string;
  /** Every chat request received, in order, without those of a warm-up. */
  readonly requests: readonly ModelRequest[];
  close(): Promise<void>;
}

export interface Call {
  readonly name: string;
  /** Made of the conversation so far, as JSON, where they name what an earlier call has brought. */
  readonly arguments: object | ((conversation: string) => object);
}

/** One answer of the model: some text, and the tools it calls; without calls the turn ends. */
export interface Step {
  readonly text: string;
  readonly calls: readonly Call[];
  /** The model refuses, with this status of HTTP. */
  readonly refusal?: number;
}

/** What the model does, by a part of the question. */
export type Scripts = Readonly<Record<string, readonly Step[]>>;

/** A call of the tool that runs commands. */
export function shell(command: string): Call {
  return { name: 'terminal', arguments: { command } };
}

/** Questions a person may ask, and what the model does. All commands are harmless. */
const SCRIPTS: Scripts = {
  'What time is it?': [
    { text: 'Let me look at the clock. ', calls: [shell('date; sleep 2')] },
    { text: 'The clock of this machine answered.', calls: [] },
  ],
  'Check two things at once': [
    { text: '', calls: [shell('sleep 1; uname -s'), shell('sleep 2; df -h .')] },
    { text: 'Both are fine: the system is up, and the `disk` has room.', calls: [] },
  ],
  'Do something that takes long': [
    { text: 'This takes a while. ', calls: [shell('sleep 20')] },
    { text: 'Done, after twenty seconds.', calls: [] },
  ],
};

/** The questions that the chat page suggests. */
export const SCRIPTED_QUESTIONS: readonly string[] = Object.keys(SCRIPTS);

/**
 * A question with which an agent makes its first call of a tool, for which it loads half of its
 * code.
 */
export const WARM_UP = 'Warm up, please';

const WARM_UP_STEPS: readonly Step[] = [
  { text: '', calls: [shell('true')] },
  { text: 'Warm.', calls: [] },
];

const OTHERWISE: readonly Step[] = [
  { text: `I follow a script. Ask me one of these: ${SCRIPTED_QUESTIONS.join(' · ')}`, calls: [] },
];

interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** The relevant part of a chat request. */
export interface ModelRequest {
  readonly stream: boolean;
  readonly messages: readonly Message[];
  /** The names of the tools that it may call. */
  readonly tools: readonly string[];
}

/**
 * @param messages the conversation as in an OpenAI chat request
 * @returns the model's next step
 */
function nextStep(scripts: Scripts, messages: readonly Message[]): Step {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const question = textOf(messages[last]?.content);
  const steps =
    question === WARM_UP
      ? WARM_UP_STEPS
      : (Object.entries(scripts).find(([key]) => question.includes(key))?.[1] ?? OTHERWISE);
  const said = messages.slice(last + 1).filter(({ role }) => role === 'assistant').length;
  return steps[Math.min(said, steps.length - 1)]!;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : ''))
    .join('');
}

/** Starts the model server on a free port of 127.0.0.1. @param scripts harmless ones by default */
export async function startScriptedModel(scripts: Scripts = SCRIPTS): Promise<ScriptedModel> {
  /** Numbers the tool calls, so that each has a unique id. */
  let calls = 0;
  const requests: ModelRequest[] = [];

  const server = createServer(async (request, response) => {
    const refusal = refusalOf(request);
    if (refusal) return sendJson(response, { error: { message: refusal } }, 403);
    if (request.url?.endsWith('/models')) {
      return sendJson(response, {
        object: 'list',
        data: [{ id: 'scripted', object: 'model', context_length: 131072 }],
      });
    }
    if (request.url?.endsWith('/requests')) return sendJson(response, requests);
    let body = '';
    for await (const part of request) body += String(part);
    const asked = parse(body);
    if (!asked) return sendJson(response, { error: { message: 'Send a chat request.' } }, 400);
    if (!asked.messages.some(({ content }) => textOf(content) === WARM_UP)) requests.push(asked);
    const step = nextStep(scripts, asked.messages);
    if (step.refusal !== undefined)
      return sendJson(response, { error: { message: 'The model refuses.' } }, step.refusal);
    const conversation = JSON.stringify(asked.messages);
    const toolCalls = step.calls.map(({ name, arguments: args }, index) => ({
      index,
      id: `call_${++calls}`,
      type: 'function',
      function: {
        name,
        arguments: JSON.stringify(typeof args === 'function' ? args(conversation) : args),
      },
    }));
    if (asked.stream) await sendStream(response, step.text, toolCalls);
    else sendJson(response, completion(step.text, toolCalls));
  });
  const { origin, close } = await listenHere(server);
  return { baseUrl: `${origin}/v1`, requests, close };
}

const HEAD = { id: 'chatcmpl-scripted', object: 'chat.completion', created: 0, model: 'scripted' };
const CHUNK_HEAD = { ...HEAD, object: 'chat.completion.chunk' };
const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function finishOf(toolCalls: readonly object[]): string {
  return toolCalls.length > 0 ? 'tool_calls' : 'stop';
}

/** @returns a step of the model as one response */
function completion(content: string, toolCalls: readonly object[]): object {
  const message = {
    role: 'assistant',
    content,
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  };
  return {
    ...HEAD,
    choices: [{ index: 0, message, finish_reason: finishOf(toolCalls) }],
    usage: USAGE,
  };
}

/** Sends a step of the model word by word, as fast as somebody reads. */
async function sendStream(
  response: ServerResponse,
  text: string,
  toolCalls: readonly object[],
): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const send = (value: object) =>
    response.write(`data: ${JSON.stringify({ ...CHUNK_HEAD, ...value })}\n\n`);
  send(choice({ role: 'assistant', content: '' }));
  for (const word of text.match(/\S+\s*/g) ?? []) {
    send(choice({ content: word }));
    await new Promise((done) => setTimeout(done, 60));
  }
  for (const call of toolCalls) send(choice({ tool_calls: [call] }));
  send(choice({}, finishOf(toolCalls)));
  send({ choices: [], usage: USAGE });
  response.end('data: [DONE]\n\n');
}

function choice(delta: object, finish: string | null = null): object {
  return { choices: [{ index: 0, delta, finish_reason: finish }] };
}

function parse(body: string): ModelRequest | null {
  try {
    const value = JSON.parse(body) as {
      stream?: boolean;
      messages?: Message[];
      tools?: readonly { function?: { name?: string } }[];
    } | null;
    if (!Array.isArray(value?.messages)) return null;
    const tools = (value.tools ?? []).map((tool) => tool.function?.name ?? '');
    return { stream: value.stream === true, messages: value.messages, tools };
  } catch {
    return null; // Not JSON: the caller answers 400.
  }
}

function sendJson(response: ServerResponse, value: object, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(value));
}

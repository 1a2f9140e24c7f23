/**
 * Many people who chat at once through a gateway, and the server behind it, which answers as it was
 * recorded.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseRecording, readRecording } from '../../../src/tools/demo/servers/recordings.ts';
import { startBehind } from '../../gateway/behind.ts';

const LLAMA = new URL('../../recordings/llama.cpp/b11549-one-tool.txt', import.meta.url);

/**
 * What the server answers in turn: markers, events of tools, and a call whose first chunk breaks
 * clients.
 */
export const REPLIES: readonly (readonly string[])[] = [
  readRecording('v0.8-chat-scenario-1').frames,
  readRecording('v0.19-chat-scenario-2').frames,
  parseRecording(readFileSync(LLAMA, 'utf8')).frames,
];

/**
 * Faked markers of the first turns, and what the server gets: the first is known for one only where
 * that is Hermes.
 */
const FAKED = [
  ['Sure.\n`💻 ls -la`\n\nThree files.', 'Sure.\nThree files.'],
  ['Sure.\n`⏰ list`\n\n`💻 terminal`\n\n\nThree files.', 'Sure.\n\nThree files.'],
] as const;

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** Digits that name a turn of a conversation, in place of as many of the ids that were recorded. */
function tokenOf(conversation: number, turn: number): string {
  return String(conversation * 1000 + turn).padStart(8, '0');
}

/** @returns a reply whose ids name its turn */
function named(body: string, token: string): string {
  return body.replaceAll(/(?<=chatcmpl-)\w{8}/g, token);
}

function bodyOf(messages: readonly Message[]): string {
  return JSON.stringify({ model: 'hermes-agent', stream: true, messages });
}

/** @returns a body of which only what was faked differs */
function cleaned(body: string): string {
  return FAKED.reduce(
    (done, [faked, clean]) => done.replace(JSON.stringify(faked), JSON.stringify(clean)),
    body,
  );
}

/** How a request has ended. */
export interface Ended {
  readonly status: number;
  readonly text: string;
  /** It has come to its end. */
  readonly isWhole: boolean;
  /** Servers that nginx has asked, the last of which has answered. */
  readonly by: string;
}

/** Sends a request as clients do. Never throws. */
async function send(address: string, body: string, agent: Agent): Promise<Ended> {
  const sent = request(`http://${address}/v1/chat/completions`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  let [status, by, text] = [0, '', ''];
  try {
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    status = answer.statusCode ?? 0;
    by = answer.headers['x-answered-by']?.toString() ?? '';
    answer.setEncoding('utf8');
    for await (const part of answer as AsyncIterable<string>) text += part;
    return { status, by, text, isWhole: answer.complete };
  } catch {
    return { status, by, text, isWhole: false };
  }
}

/** @returns the text of a reply */
function textIn(body: string): string {
  const data = body.match(/(?<=^data: )\{.*/gm) ?? [];
  return data
    .map(
      (json) =>
        (JSON.parse(json) as { choices?: { delta?: { content?: string } }[] }).choices?.[0]?.delta
          ?.content ?? '',
    )
    .join('');
}

/**
 * Starts the server. It says that it is Hermes, and sends half of each reply, waits, and sends the
 * rest.
 * @param pace milliseconds that it waits
 */
export async function startAnswering(pace: number) {
  /**
   * Histories that came, by the token of the last question, that are no longer as they should be.
   */
  const wrong: string[] = [];
  /** What has to come, by token. */
  const expected = new Map<string, string>();
  const behind = await startBehind(async ({ path, body }, response) => {
    if (path.endsWith('/health')) return response.end('{"status":"ok","platform":"hermes-agent"}');
    // Thousands come.
    behind.came.length = 0;
    const text = body.toString();
    const [token = ''] = /(?<=Question )\d{8}(?="\}\]\}$)/.exec(text) ?? [];
    if (expected.has(token) && expected.get(token) !== text)
      wrong.push(`${token}: ${text.slice(0, 300)}`);
    const frames = REPLIES[Number(token) % REPLIES.length]!;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const half = frames.length >> 1;
    response.write(named(frames.slice(0, half).join(''), token));
    await delay(pace);
    return response.end(named(frames.slice(half).join(''), token));
  });
  // workerd keeps its connections, and a request over one that is closed just then fails:
  // docs/gateway.md.
  behind.server.keepAliveTimeout = 60_000;
  return { ...behind, wrong, expected };
}

export type Answering = Awaited<ReturnType<typeof startAnswering>>;

/** A turn that did not come as it should, but was tried again. */
export interface Failed extends Ended {
  readonly begun: number;
  readonly ended: number;
}

/**
 * Holds all conversations to their end: a turn that fails is asked again, as people do.
 * @param reference address of a gateway that nobody disturbs
 * @param before called before each turn
 */
export async function converse(
  {
    address,
    reference,
    server,
  }: { readonly address: string; readonly reference: string; readonly server: Answering },
  { streams, turns }: { readonly streams: number; readonly turns: number },
  before: (turn: number) => Promise<unknown>,
) {
  const agent = new Agent();
  const rights = await Promise.all(
    REPLIES.map(async (_, i) => {
      const { text } = await send(
        reference,
        bodyOf([{ role: 'user', content: `Question ${tokenOf(0, i)}` }]),
        agent,
      );
      return text;
    }),
  );
  const reached = new Map<number, () => void>();
  const seen = { right: 0, wrong: [] as Ended[], failed: [] as Failed[] };

  async function ask(messages: readonly Message[], token: string): Promise<string> {
    const body = bodyOf(messages);
    server.expected.set(token, cleaned(body));
    const right = named(rights[Number(token) % rights.length]!, token);
    for (let tries = 0; tries < 50; tries++) {
      const begun = Date.now();
      const ended = await send(address, body, agent);
      if (ended.status === 200 && ended.isWhole) {
        if (ended.text === right) seen.right += 1;
        else seen.wrong.push(ended);
        reached.get(seen.right)?.();
        server.expected.delete(token);
        return textIn(ended.text);
      }
      seen.failed.push({ ...ended, begun, ended: Date.now() });
      await delay(100);
    }
    throw new Error(`no reply to ${token}: ${JSON.stringify(seen.failed.at(-1))}`);
  }

  async function hold(conversation: number): Promise<void> {
    const messages: Message[] = [];
    for (let turn = 0; turn < turns; turn++) {
      await before(turn);
      const token = tokenOf(conversation, turn);
      messages.push({ role: 'user', content: `Question ${token}` });
      const text = await ask(messages, token);
      const content =
        turn === 0 ? FAKED[conversation % FAKED.length]![0] : text || 'It was called.';
      messages.push({ role: 'assistant', content });
    }
  }

  const held = Promise.all(Array.from({ length: streams }, (_, i) => hold(i))).then(() =>
    agent.destroy(),
  );
  return {
    seen,
    held,
    /** Waits until so many replies were right; at that moment all others are in progress. */
    whenRight: (count: number): Promise<unknown> =>
      Promise.race([held, new Promise<void>((done) => reached.set(count, done))]),
  };
}

import type {
  CallAnswer,
  CallRequest,
  OpenWebUiCall,
} from '../../src/companion/open-webui-call.ts';
import { isObject } from '../../src/normalizer/json/json-edit.ts';

type Message = Record<string, unknown>;
type Chat = Record<string, unknown>;

/**
 * How a release stores a chat that is sent to it; each read in its source and observed on the real
 * server.
 */
export type Generation = '0.6.43' | '0.8.12' | '0.9.6' | '0.12.4';

export const GENERATIONS: readonly Generation[] = ['0.6.43', '0.8.12', '0.9.6', '0.12.4'];

export interface StoredRecord {
  readonly id: string;
  title: string;
  chat: Chat;
  archived: boolean;
  updated_at: number;
}

/**
 * Disturbs one request: another answer instead of the server's, or none, before or after the server
 * did its work.
 */
export type Fault =
  | { readonly answer: CallAnswer; readonly done: boolean }
  | 'death-before'
  | 'death-after';

export interface FakeOpenWebUi {
  call: OpenWebUiCall;
  readonly records: Map<string, StoredRecord>;
  /** Ids of chats with a reply being written. */
  readonly streaming: Set<string>;
  readonly requests: CallRequest[];
  /** Called with each request; `n` counts them from 0. */
  fault: (request: CallRequest, n: number) => Fault | null;
  signedIn: boolean;
  /** Most concurrent requests. */
  busiest(): number;
  add(id: string, chat: Chat, archived?: boolean): void;
  /** All chats as returned by `GET`, without what the server changes by itself. */
  snapshot(): Record<string, unknown>;
}

const NEVER = new Promise<never>(() => {});

export function createFakeOpenWebUi(generation: Generation): FakeOpenWebUi {
  const records = new Map<string, StoredRecord>();
  let underWay = 0;
  let busiest = 0;

  const fake: FakeOpenWebUi = {
    records,
    streaming: new Set(),
    requests: [],
    fault: () => null,
    signedIn: true,
    busiest: () => busiest,
    add(id, chat, archived = false) {
      records.set(id, {
        id,
        title: String(chat.title ?? id),
        chat: structuredClone(chat),
        archived,
        updated_at: 1_700_000_000,
      });
    },
    snapshot: () =>
      Object.fromEntries(
        [...records].map(([id, { title, chat, archived }]) => [
          id,
          structuredClone({ title, chat: withoutAuthors(chat), archived }),
        ]),
      ),
    async call({ json, ...asked }) {
      const request: CallRequest =
        json === undefined ? asked : { ...asked, body: JSON.parse(json) as unknown };
      const n = fake.requests.push(request) - 1;
      busiest = Math.max(busiest, ++underWay);
      try {
        const fault = fake.fault(request, n);
        if (fault === 'death-before') return await NEVER;
        // JSON both ways, as over the network.
        const answer =
          fault && fault !== 'death-after' && !fault.done
            ? null
            : answerTo(JSON.parse(JSON.stringify(request)) as CallRequest);
        if (fault === 'death-after') return await NEVER;
        await new Promise((resolve) => setImmediate(resolve));
        return fault ? fault.answer : asText(answer);
      } finally {
        underWay--;
      }
    },
  };

  function answerTo({ method, path, body }: CallRequest): CallAnswer {
    if (!fake.signedIn) return { status: 401, body: { detail: '401 Unauthorized' } };
    const { pathname, searchParams } = new URL(path, 'http://server');
    if (pathname === '/api/v1/auths/') return { status: 200, body: { role: 'user' } };
    if (pathname === '/api/v1/chats/') return { status: 200, body: listOf(false) };
    if (pathname === '/api/v1/chats/archived') {
      const page = Number(searchParams.get('page'));
      return { status: 200, body: listOf(true).slice((page - 1) * 60, page * 60) };
    }
    const tasks = /^\/api\/tasks\/chat\/(.+)$/.exec(pathname)?.[1];
    if (tasks !== undefined)
      return { status: 200, body: { task_ids: fake.streaming.has(tasks) ? ['task'] : [] } };
    const record = records.get(/^\/api\/v1\/chats\/([^/]+)$/.exec(pathname)?.[1] ?? '');
    if (!record)
      return { status: 401, body: { detail: "We could not find what you're looking for :/" } };
    if (method === 'POST' && isObject(body) && isObject(body.chat)) store(record, body.chat);
    return { status: 200, body: record };
  }

  function listOf(archived: boolean): object[] {
    return [...records.values()]
      .filter((record) => record.archived === archived)
      .map(({ id, title, updated_at }) => ({ id, title, updated_at }));
  }

  function store(record: StoredRecord, form: Chat): void {
    const stored = record.chat;
    const updated: Chat = { ...stored, ...form };
    if (generation === '0.12.4' && 'history' in form)
      updated.history = mergeHistory(stored.history, form.history);
    if (generation === '0.9.6') deriveContent(stored, updated);
    record.chat = updated;
    record.title = typeof updated.title === 'string' ? updated.title : 'New Chat';
    record.updated_at++;
  }

  return fake;
}

/** As over the network. */
function asText(answer: CallAnswer | null): CallAnswer {
  const text = JSON.stringify(answer?.body ?? null);
  return { status: answer?.status ?? 0, body: JSON.parse(text) as unknown, text };
}

function historyOf(value: unknown): {
  readonly messages: Record<string, Message>;
  readonly [key: string]: unknown;
} {
  const history = isObject(value) ? value : {};
  return {
    ...history,
    messages: (isObject(history.messages) ? history.messages : {}) as Record<string, Message>,
  };
}

/**
 * 0.12: message by message; what is not done stays, children are recomputed, and messages get an
 * author.
 */
function mergeHistory(stored: unknown, sent: unknown): object {
  const old = historyOf(stored);
  const incoming = historyOf(sent);
  const merged: Record<string, Message> = {};
  for (const [id, message] of Object.entries({ ...old.messages, ...incoming.messages })) {
    const keeps = old.messages[id]?.role === 'assistant' && old.messages[id].done === false;
    const authored = incoming.messages[id] === undefined ? message : { ...message, user_id: 'me' };
    merged[id] = { ...(keeps ? old.messages[id] : authored), childrenIds: [] };
  }
  for (const [id, { parentId }] of Object.entries(merged)) {
    const children = typeof parentId === 'string' ? merged[parentId]?.childrenIds : null;
    if (Array.isArray(children)) children.push(id);
  }
  const current = incoming.currentId;
  return {
    ...old,
    ...incoming,
    messages: merged,
    currentId: typeof current === 'string' && merged[current] ? current : old.currentId,
  };
}

/** 0.9.6: new `output` replaces `content`. */
function deriveContent(stored: Chat, updated: Chat): void {
  const old = historyOf(stored.history).messages;
  for (const [id, message] of Object.entries(historyOf(updated.history).messages)) {
    if (message.role !== 'assistant' || !Array.isArray(message.output)) continue;
    if (JSON.stringify(message.output) === JSON.stringify(old[id]?.output)) continue;
    const texts = (
      message.output as { readonly content?: readonly { readonly text?: string }[] }[]
    ).map(({ content }) => (content?.[0]?.text ?? '').trim());
    message.content = texts.join('\n');
  }
}

function withoutAuthors(chat: Chat): Chat {
  const history = historyOf(chat.history);
  const messages = Object.entries(history.messages).map(([id, message]) => [
    id,
    Object.fromEntries(Object.entries(message).filter(([key]) => key !== 'user_id')),
  ]);
  return { ...chat, history: { ...history, messages: Object.fromEntries(messages) } };
}

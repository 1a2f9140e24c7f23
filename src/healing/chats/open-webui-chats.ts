import type { CallAnswer, CallRequest, OpenWebUiCall } from '../../companion/open-webui-call.ts';
import { isAtLeast } from '../../detection/open-webui.ts';
import { arrayOf } from '../../normalizer/dialects/fields.ts';
import { isObject, rawAt } from '../../normalizer/json/json-edit.ts';
import { withMessages, type PlacedText } from './chat-messages.ts';
import { readChatRecord, readChatSummary, type ChatRecord } from './chat-record.ts';
import { healingTexts } from '../texts.ts';
import { explainTrouble, type Trouble } from '../trouble.ts';
import type { ChatSummary } from '../types.ts';

/**
 * The chats of the person signed in to one Open WebUI; checked with 0.6.43, 0.8.12, 0.9.6 and
 * 0.12.4.
 */
export type OpenWebUiChats = ReturnType<typeof createOpenWebUiChats>;

/** Milliseconds before a request that failed temporarily is made again. */
const AGAIN_AFTER = 1000;
/** Pages of sixty; a server that keeps delivering more is not believed. */
const MAX_PAGES = 2000;
/** Most chats listed: all their ids and titles stay in memory until the page is closed. */
const MAX_CHATS = 100_000;

const TOO_MANY: Trouble = { why: healingTexts.trouble.tooMany, fatal: true, refused: false };

/**
 * @param version as in `OpenWebUi`
 * @param pause milliseconds before a failed request is made again
 */
export function createOpenWebUiChats(call: OpenWebUiCall, version: string, pause = AGAIN_AFTER) {
  async function get(path: string): Promise<CallAnswer> {
    const request: CallRequest = { method: 'GET', path };
    const answer = await call(request);
    if (answer.lost || (answer.status !== 0 && answer.status !== 429 && answer.status < 500))
      return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return call(request);
  }

  async function list(
    signal: AbortSignal,
    onListed: (chats: readonly ChatSummary[]) => void,
  ): Promise<Trouble | null> {
    const pick = createPick();

    /** Reads one piece of the list. @returns how many new chats it had */
    async function take(path: string, archived: boolean): Promise<number | Trouble> {
      const answer = await get(path);
      if (!isList(answer)) return explainList(answer);
      const chats = pick(arrayOf(answer.body), archived);
      if (!chats) return TOO_MANY;
      if (chats.length > 0) onListed(chats);
      return chats.length;
    }

    // In one piece: pages would shift if a chat were changed in between.
    const whole = ['/api/v1/chats/?include_pinned=true&include_folders=true'];
    // Older versions know neither parameter.
    if (!isAtLeast(version, 0, 6, 43)) whole.push('/api/v1/chats/pinned', '/api/v1/folders/');
    for (const path of whole) {
      const listed = await take(path, false);
      if (typeof listed !== 'number') return listed;
    }
    for (let page = 1; !signal.aborted; page++) {
      if (page > MAX_PAGES) return TOO_MANY;
      // 0.5 counts by `skip`; versions ignore parameters they do not know.
      const listed = await take(
        `/api/v1/chats/archived?page=${page}&skip=${(page - 1) * 60}&limit=60&order_by=created_at&direction=asc`,
        true,
      );
      if (typeof listed !== 'number') return listed;
      if (listed === 0) break;
    }
    return null;
  }

  async function explainList(answer: CallAnswer): Promise<Trouble> {
    const trouble = await explainTrouble(answer, call);
    if (trouble.fatal || answer.status === 0) return trouble;
    return { ...trouble, why: healingTexts.trouble.noList(answer.status) };
  }

  async function read(chatId: string): Promise<ChatRecord | Trouble> {
    const answer = await get(pathOf(chatId));
    const record =
      answer.status === 200 && answer.text !== undefined
        ? readChatRecord(answer.text, answer.body)
        : null;
    return record ?? explainTrouble(answer, call);
  }

  async function save(
    record: ChatRecord,
    messages: readonly PlacedText[],
  ): Promise<Trouble | null> {
    const json = `{"chat":${toForm(record, messages, isAtLeast(version, 0, 10, 0))}}`;
    // Never retried: the first request may still be at work.
    const answer = await call({ method: 'POST', path: pathOf(record.summary.id), json });
    return answer.status === 200 && isObject(answer.body) ? null : explainTrouble(answer, call);
  }

  async function hasTasks(chatId: string): Promise<boolean | null> {
    const { status, body } = await get(`/api/tasks/chat/${encodeURIComponent(chatId)}`);
    if (status !== 200 || !isObject(body) || !Array.isArray(body.task_ids)) return null;
    return body.task_ids.length > 0;
  }

  return {
    /**
     * Lists all chats, each once, including pinned ones, those in folders and archived ones.
     * @param onListed called with each piece of the list as it arrives
     */
    list,
    read,
    /**
     * Stores messages of a chat.
     * @param record the chat as it is
     * @param messages the changed ones, complete
     */
    save,
    /** @returns null if the server does not report tasks (before 0.6) */
    hasTasks,
  };
}

/**
 * @returns picks the chats out of a piece of the list that no piece before had; null once there are
 * too many
 */
function createPick() {
  const known = new Set<string>();
  return (piece: readonly unknown[], archived: boolean): readonly ChatSummary[] | null => {
    const chats: ChatSummary[] = [];
    for (const entry of piece.flatMap((one) => chatsOfFolder(one) ?? [one])) {
      const chat = readChatSummary(entry, archived);
      if (!chat || known.has(chat.id)) continue;
      if (known.size >= MAX_CHATS) return null;
      known.add(chat.id);
      chats.push(chat);
    }
    return chats;
  };
}

export function isTrouble(value: object | null): value is Trouble {
  return value !== null && 'fatal' in value;
}

function pathOf(chatId: string): string {
  return `/api/v1/chats/${encodeURIComponent(chatId)}`;
}

/**
 * Builds the body of a request that stores messages. Up to 0.9 the server replaces each key that is
 * sent, the history as a whole; from 0.10 on it merges the history message by message, so what
 * others add meanwhile stays. The open message is not sent then: that would close a turn that began
 * meanwhile.
 * @returns JSON, cut out of the record: anything unchanged is sent exactly as it was received
 */
function toForm(
  { text, chat }: ChatRecord,
  messages: readonly PlacedText[],
  merges: boolean,
): string {
  const inHistory = messages.filter(({ place }) => place === 'history');
  const after = withMessages(text, messages);
  const form: string[] = [];
  if (inHistory.length > 0) {
    const merged = inHistory.map((one) => `${JSON.stringify(one.key)}:${one.text}`).join();
    form.push(
      `"history":${merges ? `{"messages":{${merged}}}` : rawAt(after, ['chat', 'history'])}`,
    );
  }
  if (messages.length > inHistory.length)
    form.push(`"messages":${rawAt(after, ['chat', 'messages'])}`);
  // Without it, a chat that has no own title would be renamed to "New Chat".
  const title = Object.hasOwn(chat, 'title') ? null : rawAt(text, ['title']);
  if (title?.startsWith('"')) form.push(`"title":${title}`);
  return `{${form.join()}}`;
}

function isList({ status, body }: CallAnswer): boolean {
  return status === 200 && Array.isArray(body);
}

/**
 * @returns the chats of a folder; null for anything else. 0.5 and 0.6 list folders with
 * `items.chats`
 */
function chatsOfFolder(entry: unknown): readonly unknown[] | null {
  if (!isObject(entry) || !isObject(entry.items)) return null;
  return arrayOf(entry.items.chats);
}

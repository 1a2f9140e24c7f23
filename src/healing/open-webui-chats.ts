import type { CallAnswer, CallRequest, OpenWebUiCall } from '../companion/open-webui-call.ts';
import { isAtLeast } from '../detection/open-webui.ts';
import { arrayOf } from '../normalizer/dialects/fields.ts';
import { isObject } from '../normalizer/json-text.ts';
import { messageAt, type Chat } from './chat-messages.ts';
import { readChatRecord, readChatSummary, type ChatRecord } from './chat-record.ts';
import { healingTexts } from './texts.ts';
import { explainTrouble, type Trouble } from './trouble.ts';
import type { BackupMessage, ChatSummary } from './types.ts';

/** The chats of whoever is signed in to one Open WebUI; checked with 0.6.43, 0.8.12, 0.9.6 and 0.12.4. */
export interface OpenWebUiChats {
  /**
   * Lists all chats, each once: pinned ones, those in folders and archived ones too.
   * @param onListed told of each piece of the list as it comes
   */
  list(signal: AbortSignal, onListed: (chats: readonly ChatSummary[]) => void): Promise<Trouble | null>;
  read(chatId: string): Promise<ChatRecord | Trouble>;
  /**
   * Stores messages of a chat.
   * @param after the chat with the changes in it
   * @param changes which messages of it are new
   */
  save(record: ChatRecord, after: Chat, changes: readonly BackupMessage[]): Promise<Trouble | null>;
  /** @returns null where the server does not say (before 0.6) */
  hasTasks(chatId: string): Promise<boolean | null>;
}

/** Milliseconds before something that failed for a moment is asked for again. */
const AGAIN_AFTER = 1000;
/** Pages of sixty; a server that gives out ever new ones is not believed. */
const MAX_PAGES = 2000;

/**
 * @param version as in `OpenWebUi`
 * @param pause milliseconds before a failed question is asked again
 */
export function createOpenWebUiChats(call: OpenWebUiCall, version: string, pause = AGAIN_AFTER): OpenWebUiChats {
  async function get(path: string): Promise<CallAnswer> {
    const request: CallRequest = { method: 'GET', path };
    const answer = await call(request);
    if (answer.status !== 0 && answer.status !== 429 && answer.status < 500) return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return call(request);
  }

  async function list(signal: AbortSignal, onListed: (chats: readonly ChatSummary[]) => void): Promise<Trouble | null> {
    const known = new Set<string>();
    function take(entries: readonly unknown[], archived: boolean): number {
      const chats = entries.map((entry) => readChatSummary(entry, archived)).filter((chat) => chat !== null && !known.has(chat.id)) as ChatSummary[];
      for (const { id } of chats) known.add(id);
      if (chats.length > 0) onListed(chats);
      return chats.length;
    }

    // In one piece: pages would shift when a chat is changed in between.
    const answer = await get('/api/v1/chats/?include_pinned=true&include_folders=true');
    if (!isList(answer)) return explainList(answer);
    take(arrayOf(answer.body), false);
    // Older ones know neither of the two parameters.
    if (!isAtLeast(version, 0, 6, 43)) {
      for (const path of ['/api/v1/chats/pinned', '/api/v1/folders/']) {
        const more = await get(path);
        if (!isList(more)) return explainList(more);
        take(arrayOf(more.body).flatMap((entry) => chatsOfFolder(entry) ?? [entry]), false);
      }
    }
    for (let page = 1; page <= MAX_PAGES && !signal.aborted; page++) {
      // 0.5 counts by `skip`; what a version does not know it ignores.
      const piece = await get(`/api/v1/chats/archived?page=${page}&skip=${(page - 1) * 60}&limit=60&order_by=created_at&direction=asc`);
      if (!isList(piece)) return explainList(piece);
      if (take(arrayOf(piece.body), true) === 0) break;
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
    const record = answer.status === 200 ? readChatRecord(answer.body) : null;
    return record ?? explainTrouble(answer, call);
  }

  async function save(record: ChatRecord, after: Chat, changes: readonly BackupMessage[]): Promise<Trouble | null> {
    const body = { chat: toForm(record, after, changes, isAtLeast(version, 0, 10, 0)) };
    if (!isExact(body)) return { why: healingTexts.trouble.inexact, fatal: false, refused: true };
    // Never asked again: the first one may still be at work.
    const answer = await call({ method: 'POST', path: pathOf(record.summary.id), body });
    return answer.status === 200 && isObject(answer.body) ? null : explainTrouble(answer, call);
  }

  async function hasTasks(chatId: string): Promise<boolean | null> {
    const { status, body } = await get(`/api/tasks/chat/${encodeURIComponent(chatId)}`);
    if (status !== 200 || !isObject(body) || !Array.isArray(body.task_ids)) return null;
    return body.task_ids.length > 0;
  }

  return { list, read, save, hasTasks };
}

export function isTrouble(value: object | null): value is Trouble {
  return value !== null && 'fatal' in value;
}

function pathOf(chatId: string): string {
  return `/api/v1/chats/${encodeURIComponent(chatId)}`;
}

/**
 * Up to 0.9 what is sent replaces what is stored key by key, the history as a whole; from 0.10 on the history is merged
 * message by message, so what others add meanwhile stays.
 */
function toForm(record: ChatRecord, after: Chat, changes: readonly BackupMessage[], merges: boolean): Record<string, unknown> {
  const inHistory = changes.filter(({ place }) => place === 'history');
  const form: Record<string, unknown> = {};
  if (inHistory.length > 0) {
    const messages = Object.fromEntries(inHistory.map((change) => [change.key, messageAt(after, change)]));
    form.history = merges && isObject(after.history) ? { messages, currentId: after.history.currentId } : after.history;
  }
  if (changes.length > inHistory.length) form.messages = after.messages;
  // A chat without a title of its own would be called "New Chat" by this.
  if (!('title' in after) && typeof record.record.title === 'string') form.title = record.record.title;
  return form;
}

/** Whether all numbers survive: beyond 2^53 a browser reads another one than was sent. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values(value as Record<string, unknown>).every(isExact);
}

function isList({ status, body }: CallAnswer): boolean {
  return status === 200 && Array.isArray(body);
}

/** @returns null for what is no folder; 0.5 and 0.6 list folders with `items.chats` */
function chatsOfFolder(entry: unknown): readonly unknown[] | null {
  if (!isObject(entry) || !isObject(entry.items)) return null;
  return arrayOf(entry.items.chats);
}

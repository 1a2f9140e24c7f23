import { cleanTexts, provenChats } from '../../normalizer/requests/assistant-texts.ts';
import { editJson, type JsonPath, type StringEdit } from '../../normalizer/json/json-edit.ts';
import { chatTexts } from '../../normalizer/requests/stored-chat.ts';
import { isHermes, type Hermes } from '../../settings/hermes.ts';
import {
  messageAt,
  messagesOf,
  messageTextsOf,
  textAt,
  type Chat,
  type MessagePlace,
} from './chat-messages.ts';
import { toMilliseconds, type ChatRecord } from './chat-record.ts';
import type { BackupMessage, MarkedChat, MarkedMessage, MarkedPart } from '../types.ts';

/** A chat that contains markers, and how to change it. */
export interface CleanedChat {
  readonly marked: MarkedChat;
  /** The messages to change, complete, before and after. */
  readonly changes: readonly BackupMessage[];
}

/** Changes at one place. */
interface Found extends MessagePlace {
  readonly parts: MarkedPart[];
  /** Paths are relative to the message. */
  readonly edits: StringEdit[];
  readonly markers: Map<MarkedPart['field'], number>;
}

/**
 * Finds the markers in the assistant's messages of a stored chat. Anything but the text of a reply
 * stays: `<details>` blocks, reasoning, calls and their results, and all that other people and
 * programs wrote. So does a line that only looks like a marker, such as a commit message, in a chat
 * where nothing shows that it contains Hermes markers (evidence.ts).
 * @param hermes what is known to be Hermes, so that its chats need not show it
 * @returns null for a chat without markers
 */
export function cleanChat({ summary, chat, text }: ChatRecord, hermes: Hermes): CleanedChat | null {
  const found = findMarkers(chat, holdsMarkers(chat) || hermes);
  if (found.length === 0) return null;
  const texts = messageTextsOf(text);
  const changes = found.map((one): BackupMessage => {
    const before = textAt(texts, one) ?? '{}';
    return {
      place: one.place,
      key: one.key,
      messageId: idOf(chat, one),
      before,
      after: editJson(before, one.edits),
    };
  });
  const order = replyOrder(chat);
  const messages = withoutCopies(chat, found)
    .map((one) => toMarkedMessage(chat, one, order))
    .toSorted((a, b) => a.reply - b.reply);
  const times = messages.map(({ timestamp }) => timestamp).filter((time) => time !== null);
  const marked: MarkedChat = {
    chat: summary,
    markers: messages.reduce((sum, { markers }) => sum + markers, 0),
    marked: messages.length,
    replies: new Set(order.values()).size,
    since: times.length > 0 ? Math.min(...times) : null,
    messages,
  };
  return { marked, changes };
}

/** Returns whether the chat shows that it contains Hermes markers. */
function holdsMarkers(chat: Chat): boolean {
  return provenChats(chatTexts({ chat }, [])).size > 0;
}

/** @param hermes as for `cleanChat` */
function findMarkers(chat: Chat, hermes: Hermes): readonly Found[] {
  const found = new Map<string, Found>();
  // Wrapped as a record, because a bare chat could have a key `chat`.
  for (const text of chatTexts({ chat }, [])) {
    if (!isHermes(hermes, text.model)) continue;
    const { edits, markers } = cleanTexts([{ ...text, copy: false }], '');
    const place = readPath(text.path);
    const [edit] = edits;
    if (!edit || !place) continue;
    const id = `${place.place} ${place.key}`;
    const one: Found = found.get(id) ?? {
      place: place.place,
      key: place.key,
      parts: [],
      edits: [],
      markers: new Map(),
    };
    found.set(id, one);
    one.parts.push({ field: place.field, before: text.text, after: edit.value });
    one.edits.push({ path: place.path, value: edit.value });
    one.markers.set(place.field, (one.markers.get(place.field) ?? 0) + markers);
  }
  return [...found.values()];
}

/** Parses `chat.history.messages.{id}.…` and `chat.messages.{number}.…`. */
function readPath(
  path: JsonPath,
): (MessagePlace & { readonly field: MarkedPart['field']; readonly path: JsonPath }) | null {
  const inBranch = path[1] === 'messages';
  const [key, field, ...rest] = path.slice(inBranch ? 2 : 3);
  if (key === undefined || field === undefined) return null;
  return {
    place: inBranch ? 'branch' : 'history',
    key: String(key),
    field: field === 'output' || field === 'merged' ? field : 'content',
    path: [field, ...rest],
  };
}

/**
 * Keeps the history's version of a message that is in both places; its copy is changed without
 * being shown.
 */
function withoutCopies(chat: Chat, found: readonly Found[]): readonly Found[] {
  const stored = new Set(found.filter(({ place }) => place === 'history').map(({ key }) => key));
  return found.filter((one) => one.place === 'history' || !stored.has(idOf(chat, one)));
}

function toMarkedMessage(
  chat: Chat,
  found: Found,
  order: ReadonlyMap<string, number>,
): MarkedMessage {
  const messageId = idOf(chat, found);
  return {
    messageId,
    timestamp: toMilliseconds(messageAt(chat, found)?.timestamp),
    reply: order.get(messageId) ?? 0,
    parts: found.parts,
    markers: countIn(found),
  };
}

/** Counts markers once, though `content` and `output` contain the same text. */
function countIn({ markers }: Found): number {
  return (
    Math.max(markers.get('content') ?? 0, markers.get('output') ?? 0) + (markers.get('merged') ?? 0)
  );
}

/**
 * @returns the number of each reply by its id, in chronological order; those without a time keep
 * their position
 */
function replyOrder(chat: Chat): ReadonlyMap<string, number> {
  const replies = new Map<string, number>();
  for (const one of messagesOf(chat)) {
    const id = idOf(chat, one);
    if (one.message.role === 'assistant' && !replies.has(id))
      replies.set(id, toMilliseconds(one.message.timestamp) ?? 0);
  }
  const ids = [...replies].toSorted(([, a], [, b]) => a - b).map(([id]) => id);
  return new Map(ids.map((id, i) => [id, i]));
}

/** Returns the id of a message. Those of the branch contain it, except some in old chats. */
function idOf(chat: Chat, found: MessagePlace): string {
  const id = found.place === 'branch' ? messageAt(chat, found)?.id : found.key;
  return typeof id === 'string' ? id : `#${found.key}`;
}

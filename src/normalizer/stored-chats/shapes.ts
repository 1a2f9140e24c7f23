// The shapes of stored chats, one for each server and version that stores them in another way.

import { findMessages } from '../requests/chat-messages.ts';
import {
  asCopies,
  messageTexts,
  textsIn,
  writtenBy,
  type AssistantText,
} from '../requests/assistant-texts.ts';
import { arrayOf } from '../dialects/fields.ts';
import { isObject, type JsonPath } from '../json/json-edit.ts';
import { readModelMessage } from '../open-webui/chat-event.ts';
import { chatTexts } from '../requests/stored-chat.ts';
import { sillyTavernTexts } from '../requests/request-shapes.ts';

/** One shape in which a server returns stored chats. URL and content must both match. */
interface StoredChatShape {
  /**
   * How the path of such URLs ends. The beginning is left open, as a UI may be served from a
   * folder.
   */
  readonly path: RegExp;
  /**
   * @param address the path of the answer
   * @returns the completed texts of the assistant; none for JSON of another shape
   */
  find(json: unknown, address: string): readonly AssistantText[];
}

/**
 * Open WebUI, all versions: records `{id, title, chat}`, one (`/api/v1/chats/{id}`, shared, just
 * stored), a list (of a folder, all chats, archived ones), or one per line (all chats from 0.9 on).
 * Lists of titles have shorter paths.
 */
const openWebuiChats: StoredChatShape = {
  path: /\/api\/v1\/chats\/(?:all(?:\/archived|\/db)?|(?:share\/|folder\/)?[\w-]{20,})$/,
  find(json) {
    const texts = Array.isArray(json) ? textsIn(json, [], recordTexts) : recordTexts(json, []);
    return texts.map((text) => (isBeingWritten(json, text.path) ? { ...text, open: true } : text));
  },
};

/**
 * Finds the texts of one record. Each chat is judged on its own: markers in one say nothing about
 * the others.
 */
function recordTexts(record: unknown, path: JsonPath): ReturnType<typeof chatTexts> {
  if (!isObject(record) || !isObject(record.chat)) return [];
  const chat = typeof record.id === 'string' ? record.id : path.join();
  return chatTexts(record, path).map((text) => ({ ...text, chat }));
}

/**
 * Returns whether a reply is still being written (`done` is false from 0.9 on): from 0.11 on the
 * page appends to the text that it loaded. The whole text is sent again at the end.
 */
function isBeingWritten(json: unknown, path: JsonPath): boolean {
  let node = json;
  for (const key of path) {
    if (isObject(node) && node.done === false) return true;
    node = (node as Record<string | number, unknown>)[key];
  }
  return false;
}

/**
 * Channels of Open WebUI: lists of messages (latest, pinned, of a thread), and single ones. Only
 * what models wrote is the assistant's.
 */
const openWebuiChannel: StoredChatShape = {
  path: /\/api\/v1\/channels\/[\w-]{20,}\/messages(?:\/(?:pinned|post)|\/[\w-]{20,}(?:\/(?:thread|pin|update|data))?)?$/,
  find: (json) =>
    Array.isArray(json)
      ? textsIn(json, [], bothTexts)
      : [...bothTexts(json, []), ...dataTexts(json)],
};

/** Finds texts of a model's message that lists omit: the page requests them separately. */
function dataTexts(json: unknown): readonly AssistantText[] {
  if (!isObject(json)) return [];
  const texts = messageTexts({ role: 'assistant', output: json.output }, []);
  const items = arrayOf(json.output);
  const last = items.at(-1);
  // Of a call that is being written, the text before it is complete.
  const running =
    isObject(last) && last.status === 'in_progress' && texts.at(-1)?.path[1] === items.length - 1;
  return texts.map((text, i) => ({ ...text, running: running && i === texts.length - 1 }));
}

/** Finds the texts of a message, and of the one that it answers. */
function bothTexts(message: unknown, path: JsonPath): readonly AssistantText[] {
  if (!isObject(message)) return [];
  return [
    ...modelTexts(message, path),
    ...asCopies(modelTexts(message.reply_to_message, [...path, 'reply_to_message'])),
  ];
}

function modelTexts(message: unknown, path: JsonPath): readonly AssistantText[] {
  const read = readModelMessage(message);
  if (!read) return [];
  const texts = messageTexts(
    { role: 'assistant', content: read.content, output: read.output },
    path,
  );
  return writtenBy(read.model, texts).map((text, i) => {
    const view = text.path[path.length];
    const at = view === 'output' ? [...path, 'data', ...text.path.slice(path.length)] : text.path;
    const isLast = texts[i + 1]?.path[path.length] !== view;
    return { ...text, path: at, open: !read.done, running: !read.done && isLast };
  });
}

/** Open WebUI up to 0.8: what its server puts back into a chat after a reply and an action. */
const openWebuiCompleted: StoredChatShape = {
  path: /\/api\/chat\/(?:completed|actions\/[^/]+)$/,
  find: (json) => (isObject(json) ? textsIn(json.messages, ['messages'], messageTexts) : []),
};

/** Messages of known programs, in any answer to something other than a request for a reply. */
const knownMessages: StoredChatShape = { path: /(?:)/, find: findMessages };

/**
 * Messages of the chat formats at an address that says what they are, as in templates of the AI
 * SDK.
 */
const listedMessages: StoredChatShape = {
  path: /\/api\/messages$/,
  find(json) {
    const isBare = Array.isArray(json);
    const list = isBare ? json : isObject(json) ? json.messages : null;
    return textsIn(list, isBare ? [] : ['messages'], messageTexts);
  },
};

/** At any address that none of `SHAPES` knows. */
export const ANYWHERE: readonly StoredChatShape[] = [knownMessages, listedMessages];

/**
 * SillyTavern: the list of a character or a group, which its page later stores again as it got it.
 */
const sillyTavernChat: StoredChatShape = {
  path: /\/api\/chats\/(?:group\/)?get$/,
  find: (json) => textsIn(json, [], sillyTavernTexts),
};

/** Two may share a URL. */
export const SHAPES: readonly StoredChatShape[] = [
  openWebuiChats,
  openWebuiChannel,
  openWebuiCompleted,
  sillyTavernChat,
];

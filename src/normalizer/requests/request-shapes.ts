import { arrayOf } from '../dialects/fields.ts';
import { isObject, type JsonPath } from '../json/json-edit.ts';
import { findMessages } from './any-messages.ts';
import {
  asCopies,
  askingTexts,
  messageTexts,
  textsIn,
  wholeText,
  writtenBy,
  type AssistantText,
} from './assistant-texts.ts';
import { chatTexts } from './stored-chat.ts';

type Texts = readonly AssistantText[];

/** One shape of request bodies that carry history, recognised by its content. */
export interface RequestShape {
  /** Whether such a request asks for a reply; otherwise it only stores a chat. */
  readonly asksReply: boolean;
  /**
   * @returns the texts of the assistant; null for a body of another shape. Texts of users, systems, developers and
   * tools are never among them.
   */
  find(body: Record<string, unknown>): Texts | null;
}

/** The first shape that recognises a body reads it. */
export const REQUEST_SHAPES: readonly RequestShape[] = [
  { asksReply: false, find: openWebuiCompleted },
  { asksReply: true, find: openaiChat },
  { asksReply: true, find: hermesRun },
  { asksReply: true, find: openaiResponses },
  { asksReply: true, find: openWebuiMerge },
  { asksReply: false, find: openWebuiChat },
  {
    asksReply: false,
    find: ({ chat }) => (Array.isArray(chat) ? textsIn(chat, ['chat'], sillyTavernTexts) : null),
  },
  { asksReply: true, find: ({ chatInput }) => (typeof chatInput === 'string' ? [] : null) },
  { asksReply: true, find: (body) => messagesIn(body, true) },
  { asksReply: false, find: (body) => messagesIn(body, false) },
];

/** A key that every body of these shapes contains. */
export const HISTORY_KEY =
  /"(?:messages|input|responses|mes|conversation_history|contents|chat_history|chatInput|role|from|author|sender)"/;

/**
 * Messages anywhere else, recognised by who wrote them: Gemini's own API, CopilotKit's envelope, chats that Gradio's page
 * sends back.
 * @param asks whether somebody else than the assistant has the last word, perhaps beside the messages (Cohere)
 */
function messagesIn(body: Record<string, unknown>, asks: boolean): Texts | null {
  const lists = findMessages(body);
  const isAsked = typeof body.message === 'string' || lists.some((list) => list.asks);
  return lists.length > 0 && isAsked === asks ? lists.flatMap(({ texts }) => texts) : null;
}

/**
 * What Open WebUI's page sends to its server after a reply (`/api/chat/completed`, up to 0.8) and for an action
 * (`/api/chat/actions/{id}`): `messages[]` with the ids under which the chat stores them. The answer goes into the
 * chat, so this is not a request for a reply; those have messages without ids, and `stream`.
 */
function openWebuiCompleted({
  messages,
  session_id,
  chat_id,
  stream,
}: Record<string, unknown>): Texts | null {
  if (typeof session_id !== 'string' || typeof chat_id !== 'string' || stream !== undefined)
    return null;
  const isStored = arrayOf(messages).some(
    (message) => isObject(message) && typeof message.id === 'string',
  );
  return isStored ? textsIn(messages, ['messages'], messageTexts) : null;
}

/**
 * `messages[]` with `role`: chat completions, Ollama, Anthropic, Bedrock, AG-UI, the AI SDK, and what Open WebUI sends to
 * `/api/chat/completions` and its tasks.
 */
function openaiChat({ messages }: Record<string, unknown>): Texts | null {
  if (!Array.isArray(messages)) return null;
  return textsIn(isOneText(messages) ? messages.slice(0, -1) : messages, ['messages'], askingTexts);
}

/**
 * Returns whether the last message is a whole chat, the person's words among it: KoboldAI Lite may send one as a message
 * of the assistant that is to be continued, and none of the user.
 */
function isOneText(messages: readonly unknown[]): boolean {
  const last = messages.at(-1);
  if (!isObject(last) || (last.partial !== true && last.prefix !== true)) return false;
  return !messages.some((message) => isObject(message) && message.role === 'user');
}

/**
 * Hermes' `/v1/runs` and `/v1/responses` with the page's own history (hermes-agent#5805): `conversation_history[]` of
 * `{role, content}` beside `input`, which may contain messages itself.
 */
function hermesRun({
  conversation_history: history,
  input,
}: Record<string, unknown>): Texts | null {
  if (!Array.isArray(history)) return null;
  return [
    ...textsIn(history, ['conversation_history'], askingTexts),
    ...textsIn(input, ['input'], askingTexts),
  ];
}

/**
 * The Responses API: `input[]` of messages and items. An `input` of plain strings asks for embeddings or moderation; an
 * `input` that is a string has no history (and elsewhere asks for speech).
 */
function openaiResponses({ input }: Record<string, unknown>): Texts | null {
  const asks = arrayOf(input).some((item) => isObject(item) && 'role' in item);
  return asks ? textsIn(input, ['input'], askingTexts) : null;
}

/**
 * Open WebUI's "merge responses" (`POST /api/v1/tasks/moa/completions`, all versions): `{model, prompt, responses}`,
 * where `responses` are the texts of several models as stored in the chat.
 */
function openWebuiMerge({ model, prompt, responses }: Record<string, unknown>): Texts | null {
  if (typeof model !== 'string' || typeof prompt !== 'string' || !Array.isArray(responses))
    return null;
  return textsIn(responses, ['responses'], wholeText);
}

/**
 * Chats that Open WebUI's page stores: `{chat}` (`/api/v1/chats/new`, `/api/v1/chats/{id}`, import of one), `{chats}`
 * (import), `{snapshot: {chat}}` (feedback). An edit of one message names no role, so it stays unchanged:
 * `/api/v1/chats/{id}/messages/{mid}` with `{content}`, its `/event` with `{type, data}`.
 */
function openWebuiChat({ chat, chats, snapshot }: Record<string, unknown>): Texts | null {
  if (isObject(chat)) return chatTexts(chat, ['chat']);
  // Each chat is judged on its own: markers in one say nothing about the others.
  if (Array.isArray(chats))
    return textsIn(chats, ['chats'], (one, path) =>
      chatTexts(one, path).map((text) => ({ ...text, chat: path.join() })),
    );
  return isObject(snapshot) && isObject(snapshot.chat)
    ? chatTexts(snapshot.chat, ['snapshot', 'chat'])
    : null;
}

/**
 * Finds the texts of one entry of a chat that SillyTavern's page stores (`/api/chats/save`, `/api/chats/group/save`):
 * `mes`, the text shown, and `swipes[]`, all alternatives. Narrators and hidden messages (`is_system`) stay unchanged.
 */
export function sillyTavernTexts(message: unknown, path: JsonPath): Texts {
  if (!isObject(message) || message.is_user !== false || message.is_system === true) return [];
  const swipes = textsIn(message.swipes, [...path, 'swipes'], (swipe, at) => {
    const texts = wholeText(swipe, at);
    return swipe === message.mes ? asCopies(texts) : texts;
  });
  const model = isObject(message.extra) ? message.extra.model : null;
  return writtenBy(model, [...wholeText(message.mes, [...path, 'mes']), ...swipes]);
}

import { arrayOf } from '../dialects/fields.ts';
import { isObject, type JsonPath } from '../json/json-edit.ts';
import { addressOf, asksByKeys, asksFor, pathOf } from './asking.ts';
import { isAssistant, isGradioMessage, isRole, textsOfMessages } from './chat-messages.ts';
import {
  asCopies,
  askingTexts,
  messageTexts,
  textsIn,
  wholeText,
  writtenBy,
  type AssistantText,
} from './assistant-texts.ts';
import { chatTexts, isOpenWebuiChat } from './stored-chat.ts';

type Texts = readonly AssistantText[];
type Fields = Record<string, unknown>;

/** One shape of request bodies that carry history, recognised by its content. */
export interface RequestShape {
  /** Whether such a request asks for a reply; otherwise it only stores a chat. */
  readonly asksReply: boolean;
  /**
   * @param url of the request; '' if unknown
   * @returns the texts of the assistant; null for a body of another shape. Texts of users, systems,
   * developers and tools are never among them.
   */
  find(body: Fields, url: string): Texts | null;
}

/** The first shape that recognises a body reads it. */
export const REQUEST_SHAPES: readonly RequestShape[] = [
  { asksReply: false, find: openWebuiCompleted },
  { asksReply: true, find: openaiChat },
  { asksReply: true, find: hermesRun },
  { asksReply: true, find: openaiResponses },
  { asksReply: true, find: openWebuiAsks },
  { asksReply: true, find: openWebuiMerge },
  { asksReply: false, find: openWebuiChat },
  { asksReply: false, find: sillyTavernChat },
  { asksReply: true, find: gemini },
  { asksReply: true, find: cohere },
  { asksReply: true, find: bigAgi },
  { asksReply: true, find: copilotKit },
  { asksReply: true, find: langGraph },
  { asksReply: true, find: asksAlone },
  { asksReply: true, find: asksByPrompt },
  { asksReply: false, find: gradio },
];

/** A key that every body of these shapes contains. */
export const HISTORY_KEY =
  /"(?:messages|input|responses|mes|conversation_history|contents|chat_history|chatInput|role|prompt)"/;

/** Gemini's own API: `contents[]` of `{role, parts}`. */
function gemini(body: Fields, url: string): Texts | null {
  const contents = arrayOf(body.contents);
  const isAny = contents.some(
    (one) =>
      isObject(one) && Array.isArray(one.parts) && (one.role === 'user' || one.role === 'model'),
  );
  if (!isAny || !asksFor(body, contents, url)) return null;
  return textsOfMessages(contents, ['contents'], ({ role }) => role === 'model');
}

/** Cohere's first API: `chat_history[]` of `{role, message}`, and what is said now in `message`. */
function cohere(body: Fields, url: string): Texts | null {
  const history = arrayOf(body.chat_history);
  const isAny = history.some(
    (one) => isObject(one) && (one.role === 'USER' || one.role === 'CHATBOT'),
  );
  if (!isAny || typeof body.message !== 'string') return null;
  // Of people and their messages, more has the same keys.
  const isKnown = body.stream === true || /^(?:api|chat)$/.test(addressOf(url));
  // What is said now is behind the history.
  if (!isKnown || !asksFor(body, [...history, ASKER], url)) return null;
  return textsOfMessages(history, ['chat_history'], ({ role }) => role === 'CHATBOT');
}

const ASKER = { role: 'user' } as const;

/**
 * big-AGI over tRPC, one call or a batch: `{json: {chatGenerate: {chatSequence: [{role,
 * parts}]}}}`.
 */
function bigAgi(body: Fields): Texts | null {
  const calls = [[] as JsonPath, ...Object.keys(body).map((key): JsonPath => [key])];
  const found = calls.flatMap((path) => {
    const call = path[0] === undefined ? body : body[path[0]];
    const { access, chatGenerate } = isObject(call) && isObject(call.json) ? call.json : {};
    if (!isObject(access) || !isObject(chatGenerate)) return [];
    if (!Array.isArray(chatGenerate.chatSequence)) return [];
    const at = [...path, 'json', 'chatGenerate', 'chatSequence'];
    const texts = textsOfMessages(chatGenerate.chatSequence, at, ({ role }) => role === 'model');
    return [texts.map((text) => ({ ...text, chat: at.join() }))];
  });
  return found.length > 0 ? found.flat() : null;
}

/** CopilotKit's envelope of AG-UI: `{method: "agent/run", body: {threadId, runId, messages}}`. */
function copilotKit({ method, body }: Fields, url: string): Texts | null {
  if (method !== 'agent/run' || !isObject(body) || !Array.isArray(body.messages)) return null;
  if (!asksFor(body, body.messages, url)) return null;
  return textsIn(body.messages, ['body', 'messages'], askingTexts);
}

/** LangGraph: what is new in `input`, or in `commands` beside the whole `state` (assistant-ui). */
function langGraph({ commands, state, assistant_id: assistant, input }: Fields, url: string) {
  const isAi = ({ type, role }: Fields): boolean => type === 'ai' || role === 'assistant';
  if (isObject(state) && arrayOf(commands).some(isCommand))
    return textsOfMessages(state.messages, ['state', 'messages'], isAi);
  if (typeof assistant !== 'string' || !isObject(input) || addressOf(url) !== 'chat') return null;
  return textsOfMessages(input.messages, ['input', 'messages'], isAi);
}

/**
 * What assistant-ui tells its server: a person has said something, or a tool of the page has a
 * result.
 */
function isCommand(command: unknown): boolean {
  return isObject(command) && (isObject(command.message) || typeof command.toolCallId === 'string');
}

/**
 * What a person says now, to a server that keeps the chat: n8n, Google ADK, templates of the AI
 * SDK.
 */
function asksAlone(body: Fields): Texts | null {
  const { chatInput, sessionId, action, newMessage, appName, message } = body;
  if (typeof chatInput === 'string')
    return typeof sessionId === 'string' || action === 'sendMessage' ? [] : null;
  if (typeof appName === 'string' && isObject(newMessage)) return [];
  return isObject(message) && message.role === 'user' && Array.isArray(message.parts) ? [] : null;
}

/** One prompt, to a server that keeps the chat (chatgpt-web), or that has none. */
function asksByPrompt({ prompt, ...how }: Fields, url: string): Texts | null {
  return typeof prompt === 'string' && asksByKeys(how, url) ? [] : null;
}

/** A chat that Gradio's page sends back, as the value of one of its components. */
function gradio({ data, fn_index: index, session_hash: session }: Fields): Texts | null {
  if (typeof index !== 'number' || typeof session !== 'string') return null;
  const chats = textsIn(data, ['data'], (value, path) =>
    arrayOf(value).some(isGradioMessage) ? textsOfMessages(value, path, isAssistant) : [],
  );
  return chats.length > 0 ? chats : null;
}

/**
 * Returns whether a page that stores chats may send one there. Where an address is known, it
 * decides: other programs store chats, too.
 */
function isStoredAt(url: string, path: RegExp): boolean {
  return pathOf(url) === '' || path.test(pathOf(url));
}

/** Keys of what Open WebUI's page sends after a reply. */
const OF_COMPLETED =
  /^(?:model|messages|model_item|filter_ids|chat_id|session_id|id|event|background_tasks)$/;

/**
 * What Open WebUI's page sends to its server after a reply (`/api/chat/completed`, up to 0.8) and
 * for an action (`/api/chat/actions/{id}`): `messages[]` with the ids under which the chat stores
 * them. The answer goes into the chat, so this is not a request for a reply; those have messages
 * without ids, and `stream`.
 */
function openWebuiCompleted(body: Fields, url: string): Texts | null {
  const { messages, model, session_id: session, chat_id: chat } = body;
  if (![model, session, chat].every((one) => typeof one === 'string')) return null;
  if (!isStoredAt(url, /\/api\/chat\/(?:completed|actions\/[^/]+)$/)) return null;
  if (!Object.keys(body).every((key) => OF_COMPLETED.test(key))) return null;
  const isStored = arrayOf(messages).some(
    (message) => isObject(message) && typeof message.id === 'string' && 'timestamp' in message,
  );
  return isStored ? textsIn(messages, ['messages'], messageTexts) : null;
}

/**
 * `messages[]` with `role`: chat completions, Ollama, Anthropic, Bedrock, AG-UI, the AI SDK, and
 * what Open WebUI sends to `/api/chat/completions` and its tasks.
 */
function openaiChat(body: Fields, url: string): Texts | null {
  const messages = arrayOf(body.messages);
  if (!messages.some(hasRole) || !asksFor(body, messages, url)) return null;
  return textsIn(isOneText(messages) ? messages.slice(0, -1) : messages, ['messages'], askingTexts);
}

/** A message of the chat formats: the role is one of theirs, and there is something to say. */
function hasRole(message: unknown): boolean {
  return (
    isObject(message) &&
    isRole(message.role) &&
    ['content', 'parts', 'output', 'tool_calls'].some((key) => key in message)
  );
}

/**
 * Returns whether the last message is a whole chat, the person's words among it: KoboldAI Lite may
 * send one as a message of the assistant that is to be continued, and none of the user.
 */
function isOneText(messages: readonly unknown[]): boolean {
  const last = messages.at(-1);
  if (!isObject(last) || !isContinued(last)) return false;
  return !messages.some((message) => isObject(message) && message.role === 'user');
}

/** Says of the last message that the model is to go on with it. */
function isContinued({ partial, prefix }: Fields): boolean {
  return partial === true || prefix === true;
}

/**
 * Hermes' `/v1/runs` and `/v1/responses` with the page's own history (hermes-agent#5805):
 * `conversation_history[]` of `{role, content}` beside `input`, which may contain messages itself.
 */
function hermesRun(body: Fields, url: string): Texts | null {
  const { conversation_history: history, input } = body;
  if (!Array.isArray(history) || input === undefined) return null;
  const said = Array.isArray(input) ? input : [ASKER];
  if (!asksFor(body, [...history, ...said], url)) return null;
  return [
    ...textsIn(history, ['conversation_history'], askingTexts),
    ...textsIn(input, ['input'], askingTexts),
  ];
}

/**
 * The Responses API: `input[]` of messages and items. An `input` of plain strings asks for
 * embeddings or moderation; an `input` that is a string has no history (and elsewhere asks for
 * speech).
 */
function openaiResponses(body: Fields, url: string): Texts | null {
  const input = arrayOf(body.input);
  const asks = input.some(hasRole) && asksFor(body, input, url);
  return asks ? textsIn(input, ['input'], askingTexts) : null;
}

/** Open WebUI from 0.12 on: what a person says now. Its server has the rest of the chat. */
function openWebuiAsks({ session_id: session, user_message: said }: Record<string, unknown>) {
  return typeof session === 'string' && isObject(said) && said.role === 'user' ? [] : null;
}

/**
 * Open WebUI's "merge responses" (`POST /api/v1/tasks/moa/completions`, all versions): `{model,
 * prompt, responses, stream: true}`, where `responses` are the texts of several models as stored in
 * the chat.
 */
function openWebuiMerge(body: Fields, url: string): Texts | null {
  const { model, prompt, responses, stream, ...rest } = body;
  if (typeof model !== 'string' || typeof prompt !== 'string' || stream !== true) return null;
  if (!Array.isArray(responses) || Object.keys(rest).length > 0) return null;
  const address = addressOf(url);
  return address === 'api' || address === '' ? textsIn(responses, ['responses'], wholeText) : null;
}

/**
 * Chats that Open WebUI's page stores: `{chat}` (`/api/v1/chats/new`, `/api/v1/chats/{id}`, import
 * of one), `{chats}` (import), `{snapshot: {chat}}` (feedback). An edit of one message names no
 * role, so it stays unchanged: `/api/v1/chats/{id}/messages/{mid}` with `{content}`, its `/event`
 * with `{type, data}`.
 */
function openWebuiChat({ chat, chats, snapshot }: Fields, url: string): Texts | null {
  if (!isStoredAt(url, /\/api\/v1\/(?:chats|evaluations)(?:\/|$)/)) return null;
  if (isOpenWebuiChat(chat)) return chatTexts(chat, ['chat']);
  // Each chat is judged on its own: markers in one say nothing about the others.
  if (Array.isArray(chats) && chats.some(isOpenWebuiChat))
    return textsIn(chats, ['chats'], (one, path) =>
      isOpenWebuiChat(one)
        ? chatTexts(one, path).map((text) => ({ ...text, chat: path.join() }))
        : [],
    );
  return isObject(snapshot) && isOpenWebuiChat(snapshot.chat)
    ? chatTexts(snapshot.chat, ['snapshot', 'chat'])
    : null;
}

/**
 * A chat that SillyTavern's page stores, alone or of a group: its first entry is about the chat.
 */
function sillyTavernChat({ chat }: Fields, url: string): Texts | null {
  if (!Array.isArray(chat) || !isStoredAt(url, /\/api\/chats\/(?:group\/)?save$/)) return null;
  const [head]: readonly unknown[] = chat;
  return isObject(head) && (typeof head.user_name === 'string' || isObject(head.chat_metadata))
    ? textsIn(chat, ['chat'], sillyTavernTexts)
    : null;
}

/**
 * Finds the texts of one entry of a chat that SillyTavern's page stores (`/api/chats/save`,
 * `/api/chats/group/save`): `mes`, the text shown, and `swipes[]`, all alternatives. Narrators and
 * hidden messages (`is_system`) stay unchanged.
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

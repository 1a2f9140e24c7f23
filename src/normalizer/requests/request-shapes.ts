import { arrayOf } from '../dialects/fields.ts';
import { isObject, type JsonPath } from '../json/json-edit.ts';
import { isAssistant, isRole, textsOfMessages } from './chat-messages.ts';
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
  { asksReply: true, find: openWebuiAsks },
  { asksReply: true, find: openWebuiMerge },
  { asksReply: false, find: openWebuiChat },
  {
    asksReply: false,
    find: ({ chat }) => (Array.isArray(chat) ? textsIn(chat, ['chat'], sillyTavernTexts) : null),
  },
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

/**
 * Keys of what is kept rather than asked: prompts, data sets, evaluations and logs contain messages of the same shape,
 * and no server takes these keys in a request for a reply.
 */
const OF_RECORDS =
  /^(?:titles?|names?|subject|description|summary|notes?|tags?|labels?|categor(?:y|ies)|folder|dataset|split|ideal|expected\w*|reference|chosen|rejected|completions?|responses?|answers?|outputs?|choices|usage|scores?|ratings?|feedback|comments?|latency\w*|cost|created\w*|updated\w*|author|owner|status|version)$/i;
/** Keys of requests whose last message may be the assistant's, which is to be continued. */
const OF_REQUESTS =
  /^(?:model|stream|tools|trigger|temperature|options|max_\w*tokens|maxTokens|inferenceConfig|generationConfig|anthropic_version|chat_id|session_id|threadId|runId)$/;

/** Keys of messages in a request for a reply. */
const OF_MESSAGES =
  /^(?:role|content|parts|output|name|id|type|status|partial|prefix|refusal|audio|images|attachments|annotations|metadata|phase|createdAt|cache_control|function_call|tool_\w+|toolInvocations|experimental_\w+|reasoning\w*|thinking\w*|thoughts?)$/;

/**
 * Returns whether a body asks for a reply to these messages: its keys are those of a request, somebody else has the last
 * word, or nobody else says anything. A list alone in which the assistant answers last is an example, as in a file for
 * training.
 */
function asksFor(body: Record<string, unknown>, messages: readonly unknown[]): boolean {
  const keys = Object.keys(body);
  if (keys.some((key) => OF_RECORDS.test(key))) return false;
  if (keys.some((key) => OF_REQUESTS.test(key))) return true;
  const said = messages.filter(isObject);
  if (!said.flatMap(Object.keys).every((key) => OF_MESSAGES.test(key))) return false;
  const last = said.at(-1);
  if (!last || !isReply(last) || isContinued(last)) return true;
  return said.every(isReply);
}

function isReply({ role }: Record<string, unknown>): boolean {
  return role === 'assistant' || role === 'model';
}

/** Says of the last message that the model is to go on with it. */
function isContinued({ partial, prefix }: Record<string, unknown>): boolean {
  return partial === true || prefix === true;
}

/** Gemini's own API: `contents[]` of `{role, parts}`. */
function gemini(body: Record<string, unknown>): Texts | null {
  const contents = arrayOf(body.contents);
  const isAny = contents.some(
    (one) =>
      isObject(one) && Array.isArray(one.parts) && (one.role === 'user' || one.role === 'model'),
  );
  if (!isAny || !asksFor(body, contents)) return null;
  return textsOfMessages(contents, ['contents'], ({ role }) => role === 'model');
}

/** Cohere's first API: `chat_history[]` of `{role, message}`, and what is said now in `message`. */
function cohere({ message, chat_history: history }: Record<string, unknown>): Texts | null {
  const isAny = arrayOf(history).some(
    (one) => isObject(one) && (one.role === 'USER' || one.role === 'CHATBOT'),
  );
  if (!isAny || typeof message !== 'string') return null;
  return textsOfMessages(history, ['chat_history'], ({ role }) => role === 'CHATBOT');
}

/** big-AGI over tRPC, one call or a batch: `{json: {chatGenerate: {chatSequence: [{role, parts}]}}}`. */
function bigAgi(body: Record<string, unknown>): Texts | null {
  const calls = [[] as JsonPath, ...Object.keys(body).map((key): JsonPath => [key])];
  const found = calls.flatMap((path) => {
    const call = path[0] === undefined ? body : body[path[0]];
    const { chatGenerate } = isObject(call) && isObject(call.json) ? call.json : {};
    if (!isObject(chatGenerate) || !Array.isArray(chatGenerate.chatSequence)) return [];
    const at = [...path, 'json', 'chatGenerate', 'chatSequence'];
    const texts = textsOfMessages(chatGenerate.chatSequence, at, ({ role }) => role === 'model');
    return [texts.map((text) => ({ ...text, chat: at.join() }))];
  });
  return found.length > 0 ? found.flat() : null;
}

/** CopilotKit's envelope of AG-UI: `{method: "agent/run", body: {messages}}`. */
function copilotKit({ method, body }: Record<string, unknown>): Texts | null {
  if (typeof method !== 'string' || !method.startsWith('agent/') || !isObject(body)) return null;
  if (!Array.isArray(body.messages)) return null;
  return textsIn(body.messages, ['body', 'messages'], askingTexts);
}

/** LangGraph: what is new in `input`, or in `commands` beside the whole `state` (assistant-ui). */
function langGraph({
  commands,
  state,
  assistant_id: assistant,
  input,
}: Record<string, unknown>): Texts | null {
  const isAi = ({ type, role }: Record<string, unknown>): boolean =>
    type === 'ai' || role === 'assistant';
  if (Array.isArray(commands) && isObject(state))
    return textsOfMessages(state.messages, ['state', 'messages'], isAi);
  if (typeof assistant === 'string' && isObject(input))
    return textsOfMessages(input.messages, ['input', 'messages'], isAi);
  return null;
}

/** What a person says now, to a server that keeps the chat: n8n, Google ADK, templates of the AI SDK. */
function asksAlone({
  chatInput,
  newMessage,
  appName,
  message,
}: Record<string, unknown>): Texts | null {
  if (typeof chatInput === 'string') return [];
  if (typeof appName === 'string' && isObject(newMessage)) return [];
  return isObject(message) && message.role === 'user' && Array.isArray(message.parts) ? [] : null;
}

/** Keys of requests that say how a prompt is to be answered. */
const OF_PROMPTS =
  /^(?:temperature|top_p|systemMessage|max_\w*tokens|stream|stop|parentMessageId|conversation_?[Ii]d)$/;

/** One prompt, to a server that keeps the chat (chatgpt-web), or that has none. */
function asksByPrompt(body: Record<string, unknown>): Texts | null {
  const keys = Object.keys(body);
  if (typeof body.prompt !== 'string' || keys.some((key) => OF_RECORDS.test(key))) return null;
  return keys.some((key) => OF_PROMPTS.test(key)) ? [] : null;
}

/** A chat that Gradio's page sends back, as the value of one of its components. */
function gradio({ data, fn_index: index }: Record<string, unknown>): Texts | null {
  if (typeof index !== 'number') return null;
  const chats = textsIn(data, ['data'], (value, path) => {
    const isChat = arrayOf(value).some((one) => isObject(one) && 'metadata' in one);
    return isChat ? textsOfMessages(value, path, isAssistant) : [];
  });
  return chats.length > 0 ? chats : null;
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
function openaiChat(body: Record<string, unknown>): Texts | null {
  const messages = arrayOf(body.messages);
  if (!messages.some(hasRole) || !asksFor(body, messages)) return null;
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
 * Returns whether the last message is a whole chat, the person's words among it: KoboldAI Lite may send one as a message
 * of the assistant that is to be continued, and none of the user.
 */
function isOneText(messages: readonly unknown[]): boolean {
  const last = messages.at(-1);
  if (!isObject(last) || !isContinued(last)) return false;
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
  if (!Array.isArray(history) || input === undefined) return null;
  return [
    ...textsIn(history, ['conversation_history'], askingTexts),
    ...textsIn(input, ['input'], askingTexts),
  ];
}

/**
 * The Responses API: `input[]` of messages and items. An `input` of plain strings asks for embeddings or moderation; an
 * `input` that is a string has no history (and elsewhere asks for speech).
 */
function openaiResponses(body: Record<string, unknown>): Texts | null {
  const input = arrayOf(body.input);
  const asks = input.some(hasRole) && asksFor(body, input);
  return asks ? textsIn(input, ['input'], askingTexts) : null;
}

/** Open WebUI from 0.12 on: what a person says now. Its server has the rest of the chat. */
function openWebuiAsks({ session_id: session, user_message: said }: Record<string, unknown>) {
  return typeof session === 'string' && isObject(said) && said.role === 'user' ? [] : null;
}

/**
 * Open WebUI's "merge responses" (`POST /api/v1/tasks/moa/completions`, all versions): `{model, prompt, responses,
 * stream: true}`, where `responses` are the texts of several models as stored in the chat.
 */
function openWebuiMerge({
  model,
  prompt,
  responses,
  stream,
}: Record<string, unknown>): Texts | null {
  if (typeof model !== 'string' || typeof prompt !== 'string' || stream !== true) return null;
  if (!Array.isArray(responses)) return null;
  return textsIn(responses, ['responses'], wholeText);
}

/**
 * Chats that Open WebUI's page stores: `{chat}` (`/api/v1/chats/new`, `/api/v1/chats/{id}`, import of one), `{chats}`
 * (import), `{snapshot: {chat}}` (feedback). An edit of one message names no role, so it stays unchanged:
 * `/api/v1/chats/{id}/messages/{mid}` with `{content}`, its `/event` with `{type, data}`.
 */
function openWebuiChat({ chat, chats, snapshot }: Record<string, unknown>): Texts | null {
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

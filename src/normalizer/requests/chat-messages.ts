// Messages of the chat programs that are known. Only these are read where nobody has asked for a
// reply: who wrote a text is said everywhere (mail, help desks, data sets), and a program that
// stores or shows it is no chat for that.

import { isObject, type JsonPath } from '../json/json-edit.ts';
import { asCopies, wholeText, writtenBy, type AssistantText } from './assistant-texts.ts';

type Texts = readonly AssistantText[];
type Fields = Record<string, unknown>;

/** The messages of one program. */
interface MessageKind {
  /** Where it is read, if other programs may have its shape. */
  readonly path?: RegExp;
  /** Returns whether a message is one of it: by more than who wrote it. */
  is(message: Fields): boolean;
  isAssistant(message: Fields): boolean;
  /**
   * @param parent what contains the list.
   * @param key the last key to it; undefined for the document itself
   */
  isPlace?(parent: unknown, key: string | number | undefined): boolean;
}

/** Where the text of a message is, and where the message itself is in an envelope. */
const TEXT_KEYS = ['text', 'content', 'message', 'output', 'parts', 'kwargs'];
/** Kinds of parts that contain text of a reply; some have no kind. */
const TEXT_PARTS: readonly unknown[] = ['text', 'output_text', undefined];
/** Deepest list that is looked for. */
const MAX_DEPTH = 12;

/** Keys of messages between people: mail, help desks, chats of a team. */
const OF_PEOPLE = ['from', 'to', 'author', 'sender', 'subject', 'title', 'body', 'email'];

const ROLES: readonly unknown[] = ['assistant', 'user', 'system', 'tool', 'developer', 'function'];
const BY_LANGCHAIN = /^(AI|Human|System|Tool|Function)Message(?:Chunk)?$/;

export const isRole = (value: unknown): boolean => ROLES.includes(value);

/** The role is that of the assistant, in those words. */
export const isAssistant = ({ role }: Fields): boolean => role === 'assistant';

/** Messages of the AI SDK: each part says what it is. */
const aiSdk: MessageKind = {
  path: /\/(?:chats?|messages?|threads?|conversations?)(?:\/|$)/i,
  is: ({ id, role, parts, ...rest }) =>
    typeof id === 'string' &&
    isRole(role) &&
    !OF_PEOPLE.some((key) => key in rest) &&
    Array.isArray(parts) &&
    parts.every((part) => isObject(part) && typeof part.type === 'string'),
  isAssistant,
};

const libreChat: MessageKind = {
  is: ({ isCreatedByUser, messageId }) =>
    typeof isCreatedByUser === 'boolean' && typeof messageId === 'string',
  isAssistant: ({ isCreatedByUser }) => isCreatedByUser === false,
};

/** chat-ui of Hugging Face, which keeps all that its server has sent. */
const chatUi: MessageKind = {
  is: ({ from, content, updates }) =>
    isRole(from) && typeof content === 'string' && Array.isArray(updates),
  isAssistant: ({ from }) => from === 'assistant',
  isPlace: (_, key) => key === 'messages',
};

const anythingLlm: MessageKind = {
  is: ({ role, content, sentAt, chatId }) =>
    isRole(role) &&
    typeof content === 'string' &&
    typeof sentAt === 'number' &&
    chatId !== undefined,
  isAssistant,
  isPlace: (_, key) => key === 'history',
};

/** hermes-webui, and what Hermes answers about its sessions. */
const hermesSession: MessageKind = {
  is: ({ role, content, timestamp }) =>
    isRole(role) && typeof content === 'string' && typeof timestamp === 'number',
  isAssistant,
  isPlace: (parent, key) =>
    key === 'messages' && isObject(parent) && typeof parent.session_id === 'string',
};

/** Google ADK's events name the agent, and the role in their content. */
const adkEvent: MessageKind = {
  is: ({ author, content }) =>
    typeof author === 'string' &&
    isObject(content) &&
    Array.isArray(content.parts) &&
    (content.role === 'model' || content.role === 'user'),
  isAssistant: ({ content }) => isObject(content) && content.role === 'model',
  isPlace: (_, key) => key === 'events',
};

/** LangChain's messages as they are stored, such as by n8n. */
const langChain: MessageKind = {
  is: ({ type, id, kwargs }) =>
    type === 'constructor' &&
    isObject(kwargs) &&
    Array.isArray(id) &&
    BY_LANGCHAIN.test(String(id.at(-1))),
  isAssistant: ({ id }) => Array.isArray(id) && String(id.at(-1)).startsWith('AI'),
};

/**
 * Agno's server lists a chat as the runs of its agent or team. A run says what was asked and, as
 * its `content`, what the agent has answered; that alone is what the page shows. Runs of workflows
 * are no chat.
 */
const agnoRun: MessageKind = {
  path: /\/sessions\/[^/]+\/runs$/,
  is: ({ run_id: id, agent_id: agent, team_id: team, run_input: input, content }) =>
    [id, agent ?? team, input, content].every((value) => typeof value === 'string'),
  isAssistant: () => true,
  isPlace: (_, key) => key === undefined,
};

/** Gradio's page gets a chat as a value of one of its components, and sends it back. */
const gradio: MessageKind = { is: isGradioMessage, isAssistant };

export function isGradioMessage(message: unknown): boolean {
  if (!isObject(message)) return false;
  const { role, content, metadata, options } = message;
  const isText = typeof content === 'string' || Array.isArray(content);
  return isRole(role) && isText && metadata !== undefined && options !== undefined;
}

const KINDS: readonly MessageKind[] = [
  aiSdk,
  libreChat,
  chatUi,
  anythingLlm,
  hermesSession,
  adkEvent,
  langChain,
  agnoRun,
  gradio,
];

/**
 * @param address the path of the answer
 * @returns the assistant's texts in the chats of known programs, at any depth; each list is a chat
 * of its own
 */
export function findMessages(json: unknown, address: string): Texts {
  const kinds = KINDS.filter((kind) => kind.path?.test(address) ?? true);
  return find(json, null, [], kinds);
}

function find(
  json: unknown,
  parent: unknown,
  path: JsonPath,
  kinds: readonly MessageKind[],
): Texts {
  if (typeof json !== 'object' || json === null || path.length > MAX_DEPTH) return [];
  const kind = Array.isArray(json) && kindOf(kinds, json, parent, path.at(-1));
  if (kind) {
    const chat = path.join();
    const texts = textsOfMessages(json, path, (one) => kind.is(one) && kind.isAssistant(one));
    return texts.map((text) => ({ ...text, chat }));
  }
  return keysOf(json).flatMap((key) => find(json[key as never], json, [...path, key], kinds));
}

function kindOf(
  kinds: readonly MessageKind[],
  list: readonly unknown[],
  parent: unknown,
  key: string | number | undefined,
): MessageKind | undefined {
  return kinds.find(
    ({ is, isPlace }) =>
      (isPlace?.(parent, key) ?? true) && list.some((one) => isObject(one) && is(one)),
  );
}

function keysOf(value: object): readonly (string | number)[] {
  return Array.isArray(value) ? [...value.keys()] : Object.keys(value);
}

/**
 * @returns the texts of those messages of a list that are the assistant's; none for anything but a
 * list
 */
export function textsOfMessages(
  list: unknown,
  path: JsonPath,
  isBy: (message: Fields) => boolean,
): Texts {
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: unknown, i) =>
    isObject(one) && isBy(one) ? textsOf(one, [...path, i]) : [],
  );
}

function textsOf(message: Fields, path: JsonPath): Texts {
  const views = TEXT_KEYS.map((key) => viewOf(message[key], [...path, key]));
  const counted = views.findIndex((view) => view.some(({ text }) => text !== ''));
  const whole = views[counted]?.length === 1 ? (views[counted][0]?.text ?? '') : '';
  const copies = repeatedIn(message.updates, [...path, 'updates'], whole);
  const texts = views.flatMap((view, i) => (i === counted ? view : asCopies(view)));
  return writtenBy(message.model, [...texts, ...asCopies(copies)]);
}

function viewOf(value: unknown, path: JsonPath): Texts {
  if (isObject(value))
    return ['content', 'parts'].flatMap((key) => viewOf(value[key], [...path, key]));
  if (!Array.isArray(value)) return wholeText(value, path);
  return value.flatMap((part: unknown, i) => {
    // What is signed may be checked.
    if (!isObject(part) || !TEXT_PARTS.includes(part.type ?? part.pt)) return [];
    if (Object.keys(part).some((key) => /signature/i.test(key))) return [];
    const at = [...path, i, 'text'];
    return isObject(part.text)
      ? wholeText(part.text.value, [...at, 'value'])
      : wholeText(part.text, at);
  });
}

/**
 * @returns the places in which the same text, or a part of it as its server's last word, occurs
 * again: chat-ui stores all that its server has sent, and shows what it does not find in the text
 * once more
 */
function repeatedIn(value: unknown, path: JsonPath, text: string): Texts {
  if (isObject(value) && value.type === 'finalAnswer')
    return wholeText(value.text, [...path, 'text']);
  if (typeof value === 'string') return value === text && text !== '' ? wholeText(value, path) : [];
  if (typeof value !== 'object' || value === null || path.length > 2 * MAX_DEPTH) return [];
  return keysOf(value).flatMap((key) => repeatedIn(value[key as never], [...path, key], text));
}

import { stringOf } from '../dialects/fields.ts';
import { isObject, type JsonPath } from '../json/json-edit.ts';
import { asCopies, wholeText, writtenBy, type AssistantText } from './assistant-texts.ts';

type Texts = readonly AssistantText[];

/** A list of messages, wherever it is in a document. */
export interface MessageList {
  /** What the assistant says in it. */
  readonly texts: Texts;
  /** Somebody else has the last word: a person, a tool. */
  readonly asks: boolean;
}

const SENDERS = ['role', 'from', 'author', 'sender'];
const ASSISTANT = /^(?:assistant|ai|bot|model|chatbot|agent)\b/i;
const PERSON = /^(?:user|human)\b/i;
/** Where the text of a message is, and where the message itself is in an envelope. */
const TEXT_KEYS = ['text', 'content', 'message', 'output', 'parts', 'kwargs'];
/** Kinds of parts that contain text of a reply; some have no kind. */
const TEXT_PARTS: readonly unknown[] = ['text', 'output_text', undefined];
/** Deepest list that is looked for. */
const MAX_DEPTH = 12;

/**
 * @returns the lists of messages that say who wrote them, at any depth; each is a chat of its own. A person's message
 * that is in no list is one too
 */
export function findMessages(json: unknown, path: JsonPath = []): readonly MessageList[] {
  if (typeof json !== 'object' || json === null || path.length > MAX_DEPTH) return [];
  if (Array.isArray(json) && json.some((item) => writerOf(item) !== '')) {
    const chat = path.join();
    const texts = json.flatMap((item, i) => textsOf(item, [...path, i]));
    return [
      {
        texts: texts.map((text) => ({ ...text, chat })),
        asks: !ASSISTANT.test(writerOf(json.at(-1))),
      },
    ];
  }
  if (PERSON.test(writerOf(json))) return [{ texts: [], asks: true }];
  return keysOf(json).flatMap((key) => findMessages(json[key as never], [...path, key]));
}

function keysOf(value: object): readonly (string | number)[] {
  return Array.isArray(value) ? [...value.keys()] : Object.keys(value);
}

/** @returns who wrote a message; '' for anything else */
function writerOf(message: unknown): string {
  if (!isObject(message) || !TEXT_KEYS.some((key) => key in message)) return '';
  if (typeof message.isCreatedByUser === 'boolean')
    return message.isCreatedByUser ? 'user' : 'assistant';
  // Google ADK's events name the agent, and the role in their content.
  if (isObject(message.content) && typeof message.content.role === 'string')
    return message.content.role;
  const said = SENDERS.map((key) => message[key]).map((value) =>
    isObject(value) ? value.role : value,
  );
  return stringOf(said.find((value) => typeof value === 'string')) || writerInLangChain(message);
}

/** @returns the same for LangChain's messages, as they are and as they are stored */
function writerInLangChain({ type, id }: Record<string, unknown>): string {
  const name = type === 'constructor' && Array.isArray(id) ? stringOf(id.at(-1)) : stringOf(type);
  return /^(?:AI|human)(?=$|Message)/i.exec(name)?.[0] ?? '';
}

function textsOf(message: unknown, path: JsonPath): Texts {
  if (!isObject(message) || !ASSISTANT.test(writerOf(message))) return [];
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

/** @returns the places in which the same text occurs again: chat-ui stores all that its server has sent */
function repeatedIn(value: unknown, path: JsonPath, text: string): Texts {
  if (typeof value === 'string') return value === text && text !== '' ? wholeText(value, path) : [];
  if (typeof value !== 'object' || value === null || path.length > 2 * MAX_DEPTH) return [];
  return keysOf(value).flatMap((key) => repeatedIn(value[key as never], [...path, key], text));
}

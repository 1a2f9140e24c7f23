import { isObject, type JsonPath } from '../json/json-edit.ts';
import type { ProgressFact } from '../progress/progress.ts';
import type { Note } from '../progress/progress-types.ts';
import type { TextSlot } from './dialect.ts';

/**
 * Lenient readers, because servers, proxies and forks name the same field in many ways
 * (hermes-agent#20109, #49069, forks).
 */

/** @returns the first of the named fields that is a string, or null */
export function firstString(
  json: Record<string, unknown>,
  ...names: readonly string[]
): string | null {
  for (const name of names) {
    const value = json[name];
    if (typeof value === 'string') return value;
  }
  return null;
}

/** @returns the string, or '' for anything else */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** @returns the statement of a server's event about a tool call */
export function factOf(phase: ProgressFact['phase'], said: Partial<ProgressFact>): ProgressFact {
  return {
    source: 'event',
    tool: null,
    emoji: null,
    label: null,
    callId: null,
    phase,
    provenance: 'server',
    ...said,
  };
}

/** @returns the channel of a text; '' (the text in progress) if the message has no such id */
export function nameOf(kind: string, id: unknown): string {
  return typeof id === 'string' || typeof id === 'number' ? `${kind} ${id}` : '';
}

/** @returns the array, or an empty one for anything else */
export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** @returns the text at a path as the only text of a message; none if it is not a string */
export function textAt(
  path: JsonPath,
  text: unknown,
  channel: string,
  kind: TextSlot['kind'],
): TextSlot[] {
  return typeof text === 'string' ? [{ path, text, channel, kind }] : [];
}

/**
 * @returns the text of one field as the only text of a message; none if the field is not a string
 */
export function textOf(
  json: Record<string, unknown>,
  key: string,
  channel: string,
  kind: TextSlot['kind'],
): TextSlot[] {
  return textAt([key], json[key], channel, kind);
}

/**
 * @returns the texts of a content: a string, one part `{type: 'text', text}`, or an array of parts;
 * other parts have none
 */
export function contentTexts(
  content: unknown,
  path: JsonPath,
  channel: string,
  kind: TextSlot['kind'],
): TextSlot[] {
  if (Array.isArray(content))
    return arrayOf(content).flatMap((part, i) => partTexts(part, [...path, i], channel, kind));
  return isObject(content)
    ? partTexts(content, path, channel, kind)
    : textAt(path, content, channel, kind);
}

function partTexts(
  part: unknown,
  path: JsonPath,
  channel: string,
  kind: TextSlot['kind'],
): TextSlot[] {
  if (!isObject(part) || part.type !== 'text') return [];
  const { text } = part;
  // OpenAI's Assistants API and its descendants nest the text one level deeper.
  return isObject(text)
    ? textAt([...path, 'text', 'value'], text.value, channel, kind)
    : textAt([...path, 'text'], text, channel, kind);
}

/** @returns the assistant's texts in a list of messages, as copies; others' texts are left alone */
export function assistantCopies(messages: unknown, path: JsonPath): TextSlot[] {
  return arrayOf(messages).flatMap((message, i) =>
    isObject(message) && message.role === 'assistant'
      ? contentTexts(message.content, [...path, i, 'content'], `copy ${i}`, 'copy')
      : [],
  );
}

/**
 * Reads the figures of use. Those of Hermes are of all calls of its model, without those of its
 * sub-agents; its total (`session_total_tokens`: agent/turn_usage.py of 0.22.2) is what went in,
 * with what was read from or written to a cache, and what came out: of each turn recorded,
 * `prompt_tokens` and `completion_tokens`.
 * @param json a chunk, or an event of Open WebUI
 * @returns a note with the number of tokens, in and out; null if there is none
 */
export function tokensIn({ usage }: Readonly<Record<string, unknown>>): Note | null {
  const total = isObject(usage) ? usage.total_tokens : null;
  return Number.isSafeInteger(total) && Number(total) > 0
    ? { kind: 'tokens', text: String(total) }
    : null;
}

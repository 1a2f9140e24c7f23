import { arrayOf } from '../../../src/normalizer/dialects/fields.ts';
import { isObject, parseJson } from '../../../src/normalizer/json/json-edit.ts';

/** A message as Open WebUI's chat page stores it. */
export interface ClientMessage {
  content: string;
  output: Record<string, unknown>[];
  /** Null for a reply whose role was not given. */
  role: string | null;
}

/**
 * Reads socket.io packets as the chat page of Open WebUI does, in all versions from 0.5 to 0.12 at
 * once.
 */
export interface OpenWebuiClient {
  /** @param payload one packet, or packets joined by U+001E */
  receive(payload: string): void;
  /** Messages by id, in the order in which they first appeared. */
  messages(): ReadonlyMap<string, Readonly<ClientMessage>>;
}

/**
 * Follows the page's rules: `output` replaces, and `content` is derived from it unless given;
 * `content` replaces; deltas are appended, except for a lone line feed before any text.
 */
export function createOpenWebuiClient(): OpenWebuiClient {
  const messages = new Map<string, ClientMessage>();

  function messageOf(id: string): ClientMessage {
    const message = messages.get(id) ?? { content: '', output: [], role: null };
    messages.set(id, message);
    return message;
  }

  function receivePacket(packet: string): void {
    const args = parseJson(/^42\d*(\[.*)$/s.exec(packet)?.[1] ?? '');
    const [, envelope] = arrayOf(args);
    if (
      !isObject(envelope) ||
      typeof envelope.chat_id !== 'string' ||
      typeof envelope.message_id !== 'string'
    )
      return;
    if (!isObject(envelope.data) || !isObject(envelope.data.data)) return;
    const { type, data } = envelope.data;
    if (type === 'chat:outlet') for (const message of arrayOf(data.messages)) mergeOutlet(message);
    if (type === 'chat:completion') complete(messageOf(envelope.message_id), data);
    if (type === 'response:completion') {
      const message = messageOf(envelope.message_id);
      if (typeof data.type === 'string') respond(message, data, data.type);
      else complete(message, data);
    }
    if (typeof data.content !== 'string') return;
    if (type === 'message' || type === 'chat:message:delta')
      messageOf(envelope.message_id).content += data.content;
    if (type === 'replace' || type === 'chat:message')
      messageOf(envelope.message_id).content = data.content;
  }

  function mergeOutlet(update: unknown): void {
    if (!isObject(update) || typeof update.id !== 'string') return;
    const message = messageOf(update.id);
    if (typeof update.role === 'string') message.role = update.role;
    if (typeof update.content === 'string') message.content = update.content;
    if (Array.isArray(update.output)) message.output = update.output.filter(isObject);
  }

  return {
    receive(payload) {
      for (const packet of payload.split('\u001e')) receivePacket(packet);
    },
    messages: () => messages,
  };
}

function complete(message: ClientMessage, data: Record<string, unknown>): void {
  if (Array.isArray(data.output)) {
    message.output = data.output.filter(isObject);
    message.content = derive(message.output);
  } else {
    const [choice] = arrayOf(data.choices);
    for (const part of isObject(choice) ? [choice.message, choice.delta] : [])
      if (isObject(part)) append(message, part.content);
  }
  // 0.10 and later read it only if there is no output.
  if (typeof data.content === 'string') message.content = data.content;
}

function append(message: ClientMessage, text: unknown): void {
  if (typeof text === 'string' && !(text === '\n' && message.content === ''))
    message.content += text;
}

/** Higher indices are ignored here; the real page would fill all places before them. */
const MAX_INDEX = 10_000;

function respond(message: ClientMessage, event: Record<string, unknown>, type: string): void {
  if (type === 'response.completed')
    merge(message.output, isObject(event.response) ? event.response.output : null);
  else if (type.startsWith('response.output_item.'))
    placeItem(message.output, event, type.endsWith('.added'));
  else if (/\.(?:delta|done)$|^response\.content_part\.added$/.test(type))
    applyToPart(itemOf(message.output, event, type), event, type);
  if (type === 'response.output_text.delta') append(message, event.delta);
  else if (type === 'response.completed' || type.endsWith('.done'))
    message.content = derive(message.output) || message.content;
}

function merge(output: Record<string, unknown>[], items: unknown): void {
  for (const item of arrayOf(items).filter(isObject)) {
    const at = output.findIndex(({ id }) => id !== undefined && id === item.id);
    output[at === -1 ? output.length : at] = item;
  }
}

function indexIn(output: readonly unknown[], event: Record<string, unknown>): number {
  const index = event.output_index;
  const isIndex =
    typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < MAX_INDEX;
  return isIndex ? index : Math.max(output.length - 1, 0);
}

function placeItem(
  output: Record<string, unknown>[],
  event: Record<string, unknown>,
  isNew: boolean,
): void {
  const { item } = event;
  if (!isObject(item)) return;
  const known = output.findIndex(({ id }) => id !== undefined && id === item.id);
  const at = known === -1 ? Math.min(indexIn(output, event), output.length) : known;
  output.splice(at, isNew && known === -1 ? 0 : 1, item);
}

/** @returns the item that an event is about, created if unknown */
function itemOf(
  output: Record<string, unknown>[],
  event: Record<string, unknown>,
  type: string,
): Record<string, unknown> {
  const known = output.findIndex(({ id }) => id !== undefined && id === event.item_id);
  const at = known === -1 ? indexIn(output, event) : known;
  while (output.length < at) output.push({ type: 'message', content: [] });
  const kind = type.includes('reasoning')
    ? 'reasoning'
    : type.includes('function_call')
      ? 'function_call'
      : 'message';
  return (output[at] = output[at] ?? { type: kind, id: event.item_id, content: [] });
}

function applyToPart(
  item: Record<string, unknown>,
  event: Record<string, unknown>,
  type: string,
): void {
  const [, field = '', end] = type.split('.');
  if (field.startsWith('function_call') || field.startsWith('reasoning_summary')) return;
  if (item.type === 'open_webui:code_interpreter' && end === 'delta') return;
  if (
    field === 'content_part' &&
    (!isObject(event.part) || (end === 'added' && item.type === 'reasoning'))
  )
    return;
  const parts = [...arrayOf(item.content)] as (Record<string, unknown> | undefined)[];
  const index = event.content_index;
  const at =
    typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < MAX_INDEX
      ? index
      : 0;
  const part = parts[at] ?? { type: 'output_text', text: '' };
  const isText = field === 'text' || field === 'output_text' || field === 'reasoning_text';
  if (field === 'content_part') parts[at] = event.part as Record<string, unknown>;
  else if (end === 'done' && isText) parts[at] = { ...part, text: event.text };
  else if (end === 'delta' && isText)
    parts[at] = {
      ...part,
      text: textOf(part) + (typeof event.delta === 'string' ? event.delta : ''),
    };
  item.content = parts;
}

function textOf(part: unknown): string {
  return isObject(part) && typeof part.text === 'string' ? part.text : '';
}

/** Joins the texts of the message items with line feeds. */
function derive(output: readonly Record<string, unknown>[]): string {
  return output
    .filter((item) => item.type === 'message')
    .map((item) => arrayOf(item.content).map(textOf).join(''))
    .join('\n');
}

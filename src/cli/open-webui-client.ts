import { arrayOf } from '../normalizer/dialects/fields.ts';
import { isObject, parseJson } from '../normalizer/json-text.ts';

/** A message as Open WebUI's chat page holds it. */
export interface ClientMessage {
  content: string;
  output: Record<string, unknown>[];
  /** Null for a reply of which no role was told. */
  role: string | null;
}

/** Reads socket.io packets as the chat page of Open WebUI does, of all versions from 0.5 to 0.12 at once. */
export interface OpenWebuiClient {
  /** @param payload one packet, or packets joined by U+001E */
  receive(payload: string): void;
  /** Messages by id, in the order in which they were first heard of. */
  messages(): ReadonlyMap<string, Readonly<ClientMessage>>;
}

/**
 * Re-enacts the page's rules: `output` replaces, and `content` is derived from it where none comes along; `content`
 * replaces; deltas are appended, save for a lone line feed before any text.
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
    if (!isObject(envelope) || typeof envelope.chat_id !== 'string' || typeof envelope.message_id !== 'string') return;
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
    if (type === 'message' || type === 'chat:message:delta') messageOf(envelope.message_id).content += data.content;
    if (type === 'replace' || type === 'chat:message') messageOf(envelope.message_id).content = data.content;
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
    if (typeof data.content !== 'string') message.content = derive(message.output);
  } else {
    const [choice] = arrayOf(data.choices);
    for (const part of isObject(choice) ? [choice.message, choice.delta] : []) if (isObject(part)) append(message, part.content);
  }
  if (typeof data.content === 'string') message.content = data.content;
}

function append(message: ClientMessage, text: unknown): void {
  if (typeof text === 'string' && !(text === '\n' && message.content === '')) message.content += text;
}

function respond(message: ClientMessage, event: Record<string, unknown>, type: string): void {
  const index = Number(event.output_index ?? 0);
  if (type.startsWith('response.output_item.') && isObject(event.item)) message.output[index] = event.item;
  const { output } = message;
  const found = output.find((item) => item.id === event.item_id) ?? output[index];
  const item = found ?? { type: 'message', id: event.item_id, content: [] };
  if (type === 'response.output_text.delta' && !found) output.push(item);
  const parts = Array.isArray(item.content) ? (item.content as Record<string, unknown>[]) : [];
  const at = Number(event.content_index ?? 0);
  if (type.startsWith('response.content_part.') && isObject(event.part)) parts[at] = event.part;
  if (type === 'response.output_text.done') parts[at] = { type: 'output_text', text: event.text };
  if (type === 'response.output_text.delta') {
    const before = parts[at]?.text;
    parts[at] = { type: 'output_text', text: (typeof before === 'string' ? before : '') + String(event.delta) };
    append(message, event.delta);
  }
  if (type === 'response.completed' && isObject(event.response)) message.output = arrayOf(event.response.output).filter(isObject);
  if (type === 'response.completed' || type.endsWith('.done')) message.content = derive(message.output) || message.content;
}

/** The texts of the message items, joined by line feeds. */
function derive(output: readonly Record<string, unknown>[]): string {
  return output
    .filter((item) => item.type === 'message')
    .map((item) => arrayOf(item.content).map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join(''))
    .join('\n');
}

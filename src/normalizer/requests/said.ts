import { isObject, parseJson } from '../json/json-edit.ts';
import { readEventPacket } from '../socket-io/event-packet.ts';
import { isReply } from './asking.ts';

/** Longest body that is read, in UTF-16 units, and levels of its JSON. */
const MAX_UNITS = 64 * 1024;
const MAX_DEPTH = 6;

/** Keys whose string is what a person says (Chainlit: `output`; Shiny, Bot Framework: `text`). */
const SAYS = /^(?:text|content|message|msg|prompt|query|question|input|output|body|value)$/i;
const KINDS = ['type', 'event', 'kind', 'op', 'action'];
/** What a page sends although nobody has said anything. */
const SIGNALS =
  /(?:^|[^a-z])(?:typing|presence|ping|pong|heartbeat|keep[_-]?alive|auth|join|leave|read|seen|ack|log|error|stop|cancel)(?![a-z])/i;

/**
 * Returns whether a page sends what a person has said, as far as its shape tells: JSON, or an event
 * of socket.io, with a text under a key for texts, or a string as the event's argument; not a chat
 * in which the assistant has spoken last.
 * @param body a frame or a request
 */
export function saysSomething(body: string): boolean {
  if (body.length > MAX_UNITS) return false;
  const packet = readEventPacket(body, '');
  if (!packet) return holdsText(parseJson(body), 0);
  const [name, ...args] = packet.args;
  if (typeof name === 'string' && SIGNALS.test(name)) return false;
  return args.some((arg) => (typeof arg === 'string' ? isText(arg) : holdsText(arg, 0)));
}

function holdsText(value: unknown, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value))
    return !isAnswered(value, depth) && value.some((one) => holdsText(one, depth + 1));
  if (!isObject(value)) return false;
  if (KINDS.some((key) => typeof value[key] === 'string' && SIGNALS.test(value[key]))) return false;
  return Object.entries(value).some(([key, one]) =>
    typeof one === 'string' ? SAYS.test(key) && isText(one) : holdsText(one, depth + 1),
  );
}

/**
 * Returns whether a list is a chat in which the assistant has spoken last. Pages store one when a
 * person presses stop (marimo), while their server goes on with the same reply. One that asks may
 * already have an empty place for it.
 */
function isAnswered(list: readonly unknown[], depth: number): boolean {
  const last = list.at(-1);
  return isObject(last) && isReply(last) && holdsText(last, depth + 1);
}

function isText(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

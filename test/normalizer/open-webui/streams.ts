import { createOpenWebuiClient } from './client.ts';
import type { ChatMessage } from '../../../src/normalizer/open-webui/chat-event.ts';
import { createSocketNormalizer } from '../../../src/normalizer/socket-io/socket-normalizer.ts';
import type { Progress } from '../../../src/normalizer/progress/progress-types.ts';
import { onMessages } from '../../support/on.ts';

export const CHAT = 'c-1';
export const MESSAGE = 'm-1';

/** One event as the server sends it. */
export function packetOf(
  type: string,
  data: unknown,
  { message = MESSAGE, header = '42', name = 'events' } = {},
): string {
  return `${header}${JSON.stringify([name, { chat_id: CHAT, message_id: message, data: { type, data } }])}`;
}

/** As Python's encoder writes it: ASCII only. */
export function asAscii(packet: string): string {
  return packet.replace(
    /[^\x20-\x7e]/g,
    (unit) => '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0'),
  );
}

export function completion(data: unknown, message = MESSAGE): string {
  return packetOf('chat:completion', data, { message });
}

export function response(data: object): string {
  return packetOf('response:completion', data);
}

export function chunk(delta: object, finish: string | null = null): object {
  return {
    id: 'chatcmpl-m',
    object: 'chat.completion.chunk',
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

export function messageItem(text: string, status = 'in_progress', id = 'msg_1'): object {
  return {
    type: 'message',
    id,
    status,
    role: 'assistant',
    content: [{ type: 'output_text', text }],
  };
}

export function textDelta(delta: string, id = 'msg_1', index = 0): object {
  return {
    type: 'response.output_text.delta',
    item_id: id,
    output_index: index,
    content_index: 0,
    delta,
  };
}

export const REASONING =
  '<details type="reasoning" done="true" duration="3">\n<summary>Thought</summary>\n> `⏰ list`\n</details>\n';

/** How each generation of the server sends a text that the model streams. */
export interface Generation {
  readonly name: string;
  packets(pieces: readonly string[]): string[];
  /** What the server makes of the whole text. */
  whole(text: string): string;
  /** What precedes the text without being part of it. */
  readonly before: string;
}

function prefixes(pieces: readonly string[]): string[] {
  return pieces.map((_, i) => pieces.slice(0, i + 1).join(''));
}

const ROLE = chunk({ role: 'assistant', content: '' });
const FINISH = chunk({}, 'stop');

function same(text: string): string {
  return text;
}

function trimmed(text: string): string {
  return text.trim();
}

export const GENERATIONS: readonly Generation[] = [
  {
    name: 'raw deltas (0.5.0)',
    before: '',
    whole: same,
    packets: (pieces) =>
      [
        ROLE,
        ...pieces.map((content) => chunk({ content })),
        FINISH,
        { done: true, content: pieces.join(''), title: 'x' },
      ].map((data) => packetOf('chat:completion', data, { name: 'chat-events' })),
  },
  {
    name: 'cumulative content (0.5.7)',
    before: '',
    whole: same,
    packets: (pieces) =>
      [
        ROLE,
        ...prefixes(pieces).map((content) => ({ content })),
        FINISH,
        { done: true, content: pieces.join('') },
      ].map((data) => asAscii(completion(data))),
  },
  {
    name: 'cumulative content, trimmed, behind a block (0.6)',
    before: REASONING,
    whole: trimmed,
    packets: (pieces) =>
      [
        ROLE,
        ...prefixes(pieces).map((text) => ({ content: REASONING + text.trim() })),
        { done: true, content: REASONING + pieces.join('').trim() },
      ].map((data) => asAscii(completion(data))),
  },
  {
    name: 'content and output (0.9)',
    before: '',
    whole: trimmed,
    packets: (pieces) => {
      const text = pieces.join('').trim();
      const done = { done: true, content: text, output: [messageItem(text, 'completed')] };
      return [
        ROLE,
        ...prefixes(pieces).map((content) => ({ content: content.trim() })),
        FINISH,
        done,
      ].map((data) => completion(data));
    },
  },
  {
    name: 'output only (0.11)',
    before: '',
    whole: same,
    packets: (pieces) => [
      ...prefixes(pieces).map((text) => completion({ output: [messageItem(text)] })),
      completion({ done: true, output: [messageItem(pieces.join(''), 'completed')] }),
    ],
  },
  {
    name: 'response deltas (0.12)',
    before: '',
    whole: same,
    packets: (pieces) => [
      response(ROLE),
      ...pieces.map((delta) => response(textDelta(delta))),
      completion(FINISH),
      completion({ done: true, output: [messageItem(pieces.join(''), 'completed')] }),
    ],
  },
];

/** The result of a stream. */
export interface Watched {
  readonly frames: readonly string[];
  /** The text of the message in the page after each frame. */
  readonly moments: readonly string[];
  readonly progress: readonly Progress[];
  readonly removed: number;
  readonly calls: readonly string[];
}

/** Feeds packets to one socket and to a simulated page behind it. */
export function watch(
  packets: readonly string[],
  message = MESSAGE,
  knowsTool?: (message: ChatMessage, emoji: string) => boolean,
): Watched {
  const progress: Progress[] = [];
  const calls: string[] = [];
  let removed = 0;
  const client = createOpenWebuiClient();
  const note = (what: string, of: ChatMessage): unknown =>
    calls.push(`${what} ${of.chatId} ${of.messageId}`);
  const socket = createSocketNormalizer({
    knowsTool,
    report: onMessages({
      start: (_, message) => note('start', message),
      end: (_, message) => note('end', message),
      marker: () => removed++,
      progress: (event) => progress.push(event.progress),
    }),
  });
  const moments: string[] = [];
  const frames = packets.map((packet) => {
    const cleaned = socket.receive(packet);
    client.receive(cleaned);
    moments.push(client.messages().get(message)?.content ?? '');
    return cleaned;
  });
  return { frames, moments, progress, removed, calls };
}

import { isObject, parseJson } from '../normalizer/json-text.ts';
import { createSocketNormalizer, type SocketNormalizer } from '../normalizer/socket-normalizer.ts';
import { createOpenWebuiClient } from './open-webui-client.ts';

/** Who wants to know what a page received over its sockets, and what became of it. */
export interface SocketSink {
  /** Takes a frame as the page would get it. */
  frame(frame: string): void;
  /** Takes tool progress, with the ids of its chat and message. */
  event(event: Readonly<Record<string, unknown>>): void;
}

/** The final text of a reply. */
export interface ReplyOfSocket {
  readonly message_id: string;
  readonly text: string;
}

/**
 * Cleans the lines of a file of received frames, one after the other.
 * @returns the final text of each reply
 * @throws an Error naming the line that is no frame
 */
export function cleanSocketRecording(lines: Iterable<string>, sink: SocketSink): ReplyOfSocket[] {
  const client = createOpenWebuiClient();
  let socket: SocketNormalizer | null = null;

  function open(): SocketNormalizer {
    return createSocketNormalizer({
      onProgress({ chatId, messageId }, { source, tool, emoji, label, callId, status, provenance }) {
        sink.event({ chat_id: chatId, message_id: messageId, source, tool, emoji, label, callId, status, provenance });
      },
    });
  }

  for (const frame of readSocketLines(lines)) {
    if (frame === null) socket = null;
    else {
      const cleaned = (socket ??= open()).receivePayload(frame);
      sink.frame(cleaned);
      client.receive(cleaned);
    }
  }
  return [...client.messages()].filter(([, { role }]) => role === null || role === 'assistant').map(([id, { content }]) => ({ message_id: id, text: content }));
}

/** Yields the frames that were received, in order, and null where a new socket was opened. @throws an Error naming the line that is none */
export function* readSocketLines(lines: Iterable<string>): Generator<string | null> {
  let number = 0;
  for (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    const entry = parseJson(line);
    if (typeof entry !== 'string' && !(isObject(entry) && typeof entry.kind === 'string')) {
      throw new Error(`line ${number} is neither a frame as a JSON string nor a line of a recording`);
    }
    if (isObject(entry) && entry.kind === 'ws-open') yield null;
    const frame = typeof entry === 'string' ? entry : entry.kind === 'ws-in' ? entry.data : null;
    if (typeof frame === 'string') yield frame;
  }
}

/** @returns the frames that each socket received, in order. @throws an Error naming the line that is none */
export function readSocketRecording(text: string): readonly (readonly string[])[] {
  const sockets: string[][] = [[]];
  for (const frame of readSocketLines(text.split('\n'))) {
    if (frame === null) sockets.push([]);
    else sockets.at(-1)?.push(frame);
  }
  return sockets;
}

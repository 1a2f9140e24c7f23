import { isObject, parseJson } from '../normalizer/json-text.ts';
import { createSocketNormalizer } from '../normalizer/socket-normalizer.ts';
import { createOpenWebuiClient } from './open-webui-client.ts';

/** What a page received over its sockets, and what became of it. */
export interface CleanedSocket {
  /** The frames as the page would get them. */
  readonly frames: readonly string[];
  /** The tool progress, each with the ids of its chat and message. */
  readonly events: readonly Readonly<Record<string, unknown>>[];
  /** The final text of each reply. */
  readonly texts: readonly { readonly message_id: string; readonly text: string }[];
}

/** Cleans a file of received frames. @throws an Error naming the line that is none */
export function cleanSocketRecording(text: string): CleanedSocket {
  const frames: string[] = [];
  const events: Readonly<Record<string, unknown>>[] = [];
  const client = createOpenWebuiClient();

  for (const received of readSocketRecording(text)) {
    const socket = createSocketNormalizer({
      onProgress({ chatId, messageId }, { source, tool, emoji, label, callId, status, provenance }) {
        events.push({ chat_id: chatId, message_id: messageId, source, tool, emoji, label, callId, status, provenance });
      },
    });
    for (const frame of received) {
      const cleaned = socket.receivePayload(frame);
      frames.push(cleaned);
      client.receive(cleaned);
    }
  }

  const texts = [...client.messages()]
    .filter(([, { role }]) => role === null || role === 'assistant')
    .map(([id, { content }]) => ({ message_id: id, text: content }));
  return { frames, events, texts };
}

/** @returns the frames that each socket received, in order. @throws an Error naming the line that is none */
export function readSocketRecording(text: string): readonly (readonly string[])[] {
  let received: string[] = [];
  const sockets = [received];
  text.split('\n').forEach((line, i) => {
    if (line.trim() === '') return;
    const entry = parseJson(line);
    if (typeof entry !== 'string' && !(isObject(entry) && typeof entry.kind === 'string')) {
      throw new Error(`line ${i + 1} is neither a frame as a JSON string nor a line of a recording`);
    }
    if (isObject(entry) && entry.kind === 'ws-open') sockets.push((received = []));
    const frame = typeof entry === 'string' ? entry : entry.kind === 'ws-in' ? entry.data : null;
    if (typeof frame === 'string') received.push(frame);
  });
  return sockets;
}

import { isObject, parseJson } from '../../normalizer/json/json-edit.ts';
import { createKnownEvidence, learnFromSent } from '../../normalizer/requests/known-evidence.ts';
import { createSocketNormalizer, type SocketNormalizer } from '../../normalizer/socket-io/socket-normalizer.ts';

/** Receives what a page got over its sockets, and the tool progress found in it. */
export interface SocketSink {
  /** Receives a frame as the page would get it. */
  frame(frame: string): void;
  /** Receives tool progress, with the ids of its chat and message. */
  event(event: Readonly<Record<string, unknown>>): void;
}

/** A line of such a file, as far as it matters here. */
export type SocketLine =
  | { readonly kind: 'open' }
  | { readonly kind: 'received'; readonly frame: string }
  /** The body of a request, or a frame that the page sent. */
  | { readonly kind: 'sent'; readonly text: string };

/**
 * Cleans the lines of a file of received frames, in order. What only looks like a marker stays, unless the packets
 * themselves or the history in what was sent show that the chat contains Hermes markers (evidence.ts).
 * @throws an Error naming the line that is not a frame
 */
export function cleanSocketRecording(lines: Iterable<string>, sink: SocketSink): void {
  const known = createKnownEvidence();
  let socket: SocketNormalizer | null = null;

  function open(): SocketNormalizer {
    return createSocketNormalizer({
      expectsMarkers: known.expects,
      report({ chatId, messageId }, event) {
        if (event.type === 'evidence') known.found(event.evidence, chatId);
        if (event.type !== 'progress') return;
        const { source, tool, emoji, label, callId, status, provenance } = event.progress;
        sink.event({ chat_id: chatId, message_id: messageId, source, tool, emoji, label, callId, status, provenance });
      },
    });
  }

  for (const line of readSocketLines(lines)) {
    if (line.kind === 'open') socket = null;
    else if (line.kind === 'sent') learnFromSent(known, line.text);
    else sink.frame((socket ??= open()).receivePayload(line.frame));
  }
}

/** Yields the parsed lines, in order. @throws an Error naming the line that is invalid */
export function* readSocketLines(lines: Iterable<string>): Generator<SocketLine> {
  let number = 0;
  for (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    const entry = parseJson(line);
    const read =
      typeof entry === 'string'
        ? { kind: 'received' as const, frame: entry }
        : isObject(entry) && typeof entry.kind === 'string'
          ? readEntry(entry)
          : undefined;
    if (read === undefined)
      throw new Error(`line ${number} is neither a frame as a JSON string nor a line of a recording`);
    if (read) yield read;
  }
}

/** @returns null for an entry that does not concern a socket */
function readEntry({ kind, data, body }: Record<string, unknown>): SocketLine | null {
  if (kind === 'ws-open') return { kind: 'open' };
  if (kind === 'ws-in') return typeof data === 'string' ? { kind: 'received', frame: data } : null;
  const text = kind === 'ws-out' ? data : kind === 'request' ? body : null;
  return typeof text === 'string' ? { kind: 'sent', text } : null;
}

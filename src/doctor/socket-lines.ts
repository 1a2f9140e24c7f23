import { createKnownEvidence, learnFromSent } from '../normalizer/requests/known-evidence.ts';
import {
  createSocketNormalizer,
  type SocketNormalizer,
} from '../normalizer/socket-io/socket-normalizer.ts';

/** What happened on a recorded socket, as far as it matters here. */
export type SocketLine =
  | { readonly kind: 'open' }
  | { readonly kind: 'received'; readonly frame: string }
  /** The body of a request, or a frame that the page sent. */
  | { readonly kind: 'sent'; readonly text: string };

type Report = NonNullable<Parameters<typeof createSocketNormalizer>[0]['report']>;

/** Receives what a page got over its sockets. */
export interface SocketSink {
  /** A frame arrives. */
  arrives?(frame: string): void;
  /** @param connection number of the connection, from 1 */
  report(reply: Parameters<Report>[0], event: Parameters<Report>[1], connection: number): void;
  /** The page would get this in place of the frame. */
  leaves(cleaned: string, frame: string): void;
}

/**
 * Cleans the frames of recorded sockets, in order. What only looks like a marker stays, unless the
 * packets themselves or the history in what was sent show that the chat contains Hermes markers
 * (evidence.ts).
 */
export function cleanSocketLines(lines: Iterable<SocketLine>, sink: SocketSink): void {
  const known = createKnownEvidence();
  let socket: SocketNormalizer | null = null;
  let connections = 0;

  function connect(): SocketNormalizer {
    const connection = ++connections;
    return createSocketNormalizer({
      expectsMarkers: ({ chatId: chat }) => known.expects({ chat, model: null }),
      report(reply, event) {
        if (event.type === 'evidence')
          known.found(event.evidence, { chat: reply.chatId, model: null });
        sink.report(reply, event, connection);
      },
    });
  }

  for (const line of lines) {
    if (line.kind === 'open') socket = null;
    else if (line.kind === 'sent') learnFromSent(known, line.text);
    else {
      sink.arrives?.(line.frame);
      sink.leaves((socket ??= connect()).receivePayload(line.frame), line.frame);
    }
  }
}

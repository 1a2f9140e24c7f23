import type { SocketTransform } from './body-transform.ts';
import type { Cleaning } from './cleaning.ts';
import type { SeenMode } from '../bridge/protocol.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import { createSocketNormalizer } from '../normalizer/socket-normalizer.ts';
import { remember } from './bounded-map.ts';
import type { Inspector, Note } from './inspect.ts';
import type { Replies, ReplySource } from './replies.ts';

export interface SocketsOptions {
  readonly replies: Replies;
  readonly cleaning: Cleaning;
  readonly watch: Inspector['watchSocket'];
  /** Told how much of a reply did not go on, in UTF-16 units: nearly all of it is ASCII. */
  onBytes(units: number): void;
  /** The server asks the page to fetch a reply itself: a direct connection. */
  onDirectRequest(message: ChatMessage, request: Record<string, unknown>): void;
  onSeen(mode: SeenMode): void;
}

/** Sockets remembered by their id; a page has one. */
const MAX_SOCKETS = 20;
/** Messages remembered of one socket. */
const MAX_SOURCES = 200;

/**
 * @returns the transform of the socket.io socket with this address, null for any other address. A socket that begins with
 *   polling goes on over a WebSocket under the same `sid`.
 */
export function createSockets(options: SocketsOptions): (url: string) => SocketTransform | null {
  const sockets = new Map<string, SocketTransform>();

  return (url) => {
    if (!/[?&]EIO=\d/.test(url)) return null;
    const id = /[?&]sid=([^&#]+)/.exec(url)?.[1] ?? null;
    const known = id === null ? null : sockets.get(id);
    if (known) return known;
    const socket = options.watch(url, (note) => createSocket(options, note));
    if (id !== null) remember(sockets, id, socket, MAX_SOCKETS);
    return socket;
  };
}

function createSocket({ replies, cleaning, onBytes, onDirectRequest, onSeen }: SocketsOptions, note: Note): SocketTransform {
  const sources = new Map<string, ReplySource>();
  let mode: SeenMode = 'websocket';
  /** Units that came, less those that went on, since the last reply was over. */
  let gone = 0;
  /** A reply has ended with the packet that is being read. */
  let ended = false;

  function sourceOf(message: ChatMessage): ReplySource {
    const known = sources.get(message.messageId);
    if (known) return known;
    const source = replies.open(message, note);
    remember(sources, message.messageId, source, MAX_SOURCES);
    return source;
  }

  const normalizer = createSocketNormalizer({
    // Asked for each reply: a socket outlives many, and what was chosen when it was opened.
    get rules() {
      return cleaning.rules;
    },
    cleans: cleaning.cleans,
    onSlowRules: cleaning.onSlowRules,
    onRuleHit: (message, rule) => sourceOf(message).onRuleHit(rule),
    onStart(message) {
      onSeen(mode);
      sourceOf(message).onStart();
    },
    onEnd(message) {
      sourceOf(message).onEnd();
      ended = true;
    },
    onProgress: (message, progress) => sourceOf(message).onProgress(progress),
    onMarkerRemoved: (message) => sourceOf(message).onMarkerRemoved(),
    onDirectRequest(message, request) {
      onSeen('direct');
      onDirectRequest(message, request);
    },
  });

  function counted(before: string, after: string): string {
    gone += before.length - after.length;
    if (!ended) return after;
    // Not before: what was only held has come by now.
    ended = false;
    onBytes(gone);
    gone = 0;
    return after;
  }

  return {
    receive(packet) {
      mode = 'websocket';
      return counted(packet, normalizer.receive(packet));
    },
    receivePayload(payload) {
      mode = 'polling';
      return counted(payload, normalizer.receivePayload(payload));
    },
  };
}

import type { SocketTransform } from './transports/traffic.ts';
import { readConnectionChanges } from '../normalizer/socket-io/engine-io.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import { isAnothersModel } from '../normalizer/text/evidence.ts';
import { createSocketNormalizer } from '../normalizer/socket-io/socket-normalizer.ts';
import { remember } from '../lib/bounded-map.ts';
import type { Inspector } from './inspect.ts';
import type { Note } from './stream-tap.ts';
import { attempt } from './realm/overlay.ts';
import type { ReplySource } from './replies.ts';
import { readEvents, type EventsOptions } from './responses.ts';
import { isSocketAddress } from './transports/socket-address.ts';

export interface SocketsOptions extends EventsOptions {
  /** Whether the hook should work. */
  isOn(): boolean;
  readonly watch: Inspector['watchSocket'];
  /**
   * Takes a function that marks the stream in the inspector.
   * @returns a function to call when something passed uncleaned; it reports that once
   */
  stopOf(tell: () => void): () => void;
  /** The server asks the page to fetch a reply itself: a direct connection. */
  onDirectRequest(message: ChatMessage, request: Record<string, unknown>): void;
}

/** Sockets remembered by their id; a page has one. */
const MAX_SOCKETS = 20;
/** Messages remembered of one socket. */
const MAX_SOURCES = 200;
/** One socket, as the list of sockets knows it. */
interface Socket extends SocketTransform {
  resume(): void;
}

/** The socket.io sockets of a page. */
export function createSockets(options: SocketsOptions) {
  /** Sockets by their id. */
  const sockets = new Map<string, Socket>();
  /** The latest sockets: the URL of a WebSocket carries no id. */
  const latest: Socket[] = [];
  /** Sockets whose connection is lost, by URL without query. */
  const lost = new Map<string, Socket>();

  function make(url: string): Socket {
    const place = placeOf(url);
    const again = lost.get(place);
    lost.delete(place);
    if (again) return again;
    let socket: Socket | null = null;
    // The inspector may watch the packets; all other calls go to the socket itself.
    const watched = options.watch(url, (note, tell) => {
      socket = createSocket(url, options, note, options.stopOf(tell), {
        onSid: (sid) => socket && remember(sockets, sid, shown, MAX_SOCKETS),
        onLost: () => remember(lost, place, shown, MAX_SOCKETS),
        onHeard: () => void (lost.get(place) === shown && lost.delete(place)),
      });
      return socket;
    });
    const shown: Socket = { ...watched, resume: () => socket?.resume() };
    latest.push(shown);
    if (latest.length > MAX_SOCKETS) latest.shift();
    return shown;
  }

  return {
    /**
     * @returns the transform of the socket with this URL, null for any other URL. A socket that
     * begins with polling continues over a WebSocket with the same `sid`; one created after another
     * was lost continues its replies.
     */
    socketOf(url: string): SocketTransform | null {
      if (!isSocketAddress(url)) return null;
      const id = /[?&]sid=([^&#]+)/.exec(url)?.[1] ?? null;
      const known = id === null ? null : sockets.get(id);
      if (known) return known;
      if (!options.isOn()) return null;
      const socket = make(url);
      if (id !== null) remember(sockets, id, socket, MAX_SOCKETS);
      return socket;
    },
    /** Call it when the site is on again. */
    resume(): void {
      for (const socket of latest) socket.resume();
    },
  };
}

/** @returns a URL without its scheme, which differs between transports, and without its query */
function placeOf(url: string): string {
  return /^(?:[a-z]+:)?([^?#]*)/i.exec(url)?.[1] ?? '';
}

interface SocketListener {
  /** Called with the id that the server has assigned. */
  onSid(sid: string): void;
  /** The connection is lost. */
  onLost(): void;
  /** A packet has arrived. */
  onHeard(): void;
}

function createSocket(
  url: string,
  options: SocketsOptions,
  note: Note,
  onBroken: () => void,
  listener: SocketListener,
): Socket {
  const { isOn, replies, cleaning, evidence, onDirectRequest } = options;
  const sources = new Map<string, ReplySource>();
  /** Packets have passed unread because the site was off. */
  let unread = false;

  function sourceOf(message: ChatMessage): ReplySource {
    const known = sources.get(message.messageId);
    if (known) return known;
    const source = replies.open(message, note, 'socket', () =>
      evidence.toolsOf(evidence.sourceOf(message), message),
    );
    remember(sources, message.messageId, source, MAX_SOURCES);
    return source;
  }

  const others = readEvents(options, url, note, onBroken);
  const normalizer = createSocketNormalizer({
    readOther: (args) => others.receive(null, args),
    // A getter, because a socket outlives many replies and settings.
    get rules() {
      return cleaning.rules;
    },
    cleans: cleaning.cleans,
    onBroken,
    expectsMarkers: (message) => evidence.expects(evidence.sourceOf(message)),
    isAnothers: (message) => isAnothersModel(evidence.sourceOf(message).model ?? ''),
    echoesMarkers: ({ messageId }) => evidence.isSigned(messageId),
    knowsTool: ({ chatId, messageId }, emoji) => evidence.knowsTool(emoji, chatId, null, messageId),
    wasAsked: ({ messageId }) => replies.wasAsked(messageId),
    isReply: ({ messageId }) => replies.isOwn(messageId),
    heard: (messageId) => sources.get(messageId)?.heard(),
    report(message, event) {
      if (event.type === 'evidence')
        return evidence.found(event.evidence, evidence.sourceOf(message), url);
      if (event.type === 'proven') return evidence.proven(event.emoji, message.chatId);
      sourceOf(message).report(event);
    },
    onDirectRequest,
  });

  /** Treats running replies as ended; the next event of a reply resumes it. */
  function miss(): void {
    unread = false;
    replies.missed();
    normalizer.miss();
  }

  function lose(): void {
    miss();
    others.end();
    listener.onLost();
  }

  /** Follows the changes of the connection that a server announces. */
  function listen(payload: string): void {
    for (const change of readConnectionChanges(payload)) {
      if (change === 'close') lose();
      else listener.onSid(change.sid);
    }
  }

  /** While the site is off, packets are read only to release held text. */
  function pass(text: string, read: (text: string) => string): string {
    unread ||= !normalizer.holds();
    return unread ? text : read(text);
  }

  return {
    receive(packet) {
      listener.onHeard();
      return isOn() ? normalizer.receive(packet) : pass(packet, normalizer.receive);
    },
    receivePayload(payload) {
      listener.onHeard();
      const shown = isOn()
        ? normalizer.receivePayload(payload)
        : pass(payload, normalizer.receivePayload);
      attempt(() => listen(payload), undefined);
      return shown;
    },
    heard(packet) {
      listener.onHeard();
      attempt(() => listen(packet), undefined);
    },
    lost: () => attempt(lose, undefined),
    stopped: onBroken,
    resume() {
      if (unread) attempt(miss, undefined);
    },
  };
}

import type { SocketTransform } from './transports/traffic.ts';
import type { Cleaning } from './cleaning.ts';
import type { EvidenceMemory } from './evidence.ts';
import type { SeenMode } from '../bridge/protocol.ts';
import { connectionWords } from '../normalizer/socket-io/engine-io.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import { createSocketNormalizer } from '../normalizer/socket-io/socket-normalizer.ts';
import { remember } from '../lib/bounded-map.ts';
import type { Inspector } from './inspect.ts';
import type { Note } from './stream-tap.ts';
import { attempt } from './realm/overlay.ts';
import type { Replies, ReplySource } from './replies.ts';
import { createSilence, type Silence } from './socket-silence.ts';
import { isSocketAddress } from './transports/socket-address.ts';

export interface SocketsOptions {
  /** Whether the hook should work. */
  isOn(): boolean;
  readonly replies: Replies;
  readonly cleaning: Cleaning;
  readonly evidence: Pick<EvidenceMemory, 'expects' | 'found'>;
  readonly watch: Inspector['watchSocket'];
  /**
   * Takes a function that marks the stream in the inspector. @returns a function to call when something passed
   * uncleaned; it reports that once
   */
  stopOf(tell: () => void): () => void;
  /** Called with how much of a reply was not passed on, in UTF-16 units: nearly all of it is ASCII. */
  onBytes(units: number): void;
  /** The server asks the page to fetch a reply itself: a direct connection. */
  onDirectRequest(message: ChatMessage, request: Record<string, unknown>): void;
  onSeen(mode: SeenMode): void;
}

/** The socket.io sockets of a page. */
export interface Sockets {
  /**
   * @returns the transform of the socket with this URL, null for any other URL. A socket that begins with polling
   * continues over a WebSocket with the same `sid`; one created after another was lost continues its replies.
   */
  socketOf(url: string): SocketTransform | null;
  /** Call it when the site is on again. */
  resume(): void;
}

/** Sockets remembered by their id; a page has one. */
const MAX_SOCKETS = 20;
/** Messages remembered of one socket. */
const MAX_SOURCES = 200;

/** One socket, with what the others need to know of it. */
interface Socket extends SocketTransform {
  resume(): void;
}

export function createSockets(options: SocketsOptions): Sockets {
  /** Sockets by their id. */
  const sockets = new Map<string, Socket>();
  /**
   * The latest sockets, in a ring, because the URL of a WebSocket carries no id. Not a Set: once the page runs, no
   * iterator can be trusted.
   */
  const last: Socket[] = [];
  /** Sockets whose connection is lost, by URL without query. */
  const lost = new Map<string, Socket>();
  let made = 0;

  function make(url: string): Socket {
    const place = placeOf(url);
    const again = lost.get(place);
    lost.delete(place);
    if (again) return again;
    let socket: Socket | null = null;
    // The inspector may watch what passes; everything else goes to the socket itself.
    const watched = options.watch(url, (note, tell) => {
      socket = createSocket(options, note, options.stopOf(tell), {
        onSid: (sid) => socket && remember(sockets, sid, shown, MAX_SOCKETS),
        onLost: () => remember(lost, place, shown, MAX_SOCKETS),
        onHeard: () => void (lost.get(place) === shown && lost.delete(place)),
      });
      return socket;
    });
    const shown: Socket = { ...watched, resume: () => socket?.resume() };
    last[made++ % MAX_SOCKETS] = shown;
    return shown;
  }

  return {
    socketOf(url) {
      if (!isSocketAddress(url)) return null;
      const id = /[?&]sid=([^&#]+)/.exec(url)?.[1] ?? null;
      const known = id === null ? null : sockets.get(id);
      if (known) return known;
      if (!options.isOn()) return null;
      const socket = make(url);
      if (id !== null) remember(sockets, id, socket, MAX_SOCKETS);
      return socket;
    },
    resume() {
      for (let i = 0; i < last.length; i++) last[i]?.resume();
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

function createSocket(options: SocketsOptions, note: Note, onBroken: () => void, listener: SocketListener): Socket {
  const { isOn, replies, cleaning, evidence, onBytes, onDirectRequest, onSeen } = options;
  const sources = new Map<string, ReplySource>();
  let mode: SeenMode = 'websocket';
  /** Packets have passed unread because the site was off. */
  let unread = false;
  const silence = createSilence(lose);
  const units = createUnitCount(onBytes);

  function sourceOf(message: ChatMessage): ReplySource {
    const known = sources.get(message.messageId);
    if (known) return known;
    const source = replies.open(message, note);
    remember(sources, message.messageId, source, MAX_SOURCES);
    return source;
  }

  const normalizer = createSocketNormalizer({
    // A getter, because a socket outlives many replies and settings.
    get rules() {
      return cleaning.rules;
    },
    cleans: cleaning.cleans,
    onBroken,
    expectsMarkers: evidence.expects,
    wasAsked: ({ messageId }) => replies.wasAsked(messageId),
    isReply: ({ messageId }) => replies.isOwn(messageId),
    report(message, event) {
      if (event.type === 'evidence') return evidence.found(event.evidence, message.chatId);
      if (event.type === 'start') {
        onSeen(mode);
        silence.begin();
      }
      sourceOf(message).report(event);
      if (event.type === 'end') {
        silence.end();
        units.replyEnded();
      }
    },
    onDirectRequest(message, request) {
      onSeen('direct');
      onDirectRequest(message, request);
    },
  });

  /** Treats running replies as ended; the next event of a reply resumes it. */
  function miss(): void {
    unread = false;
    replies.missed();
    normalizer.miss();
    units.settle();
  }

  function lose(): void {
    miss();
    listener.onLost();
  }

  function hear(): void {
    silence.heard();
    listener.onHeard();
  }

  function listen(payload: string): void {
    hearWords(payload, silence, listener, lose);
  }

  /** While the site is off, packets are read only to release what was held back. */
  function pass(text: string, read: (text: string) => string): string {
    unread ||= !normalizer.holds();
    return unread ? text : read(text);
  }

  return {
    receive(packet) {
      hear();
      mode = 'websocket';
      return isOn() ? units.count(packet, normalizer.receive(packet)) : pass(packet, normalizer.receive);
    },
    receivePayload(payload) {
      hear();
      mode = 'polling';
      const shown = isOn()
        ? units.count(payload, normalizer.receivePayload(payload))
        : pass(payload, normalizer.receivePayload);
      attempt(() => listen(payload), undefined);
      return shown;
    },
    heard(packet) {
      hear();
      attempt(() => listen(packet), undefined);
    },
    lost: () => attempt(lose, undefined),
    stopped: onBroken,
    resume() {
      if (unread) attempt(miss, undefined);
    },
  };
}

/** Reads what the server says of the connection. */
function hearWords(payload: string, silence: Silence, listener: SocketListener, lose: () => void): void {
  const words = connectionWords(payload);
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word?.kind === 'close') lose();
    if (word?.kind !== 'open') continue;
    silence.allow(word.silence);
    if (word.sid !== null) listener.onSid(word.sid);
  }
}

/** Counts how much of the replies of a socket is not passed on, in UTF-16 units. */
interface UnitCount {
  /** @returns `after`, what is passed on of `before` */
  count(before: string, after: string): string;
  /** A reply ends with the packet that is being read. */
  replyEnded(): void;
  /** Reports the count if a reply has ended: not earlier than now, when everything that was held back has arrived. */
  settle(): void;
}

function createUnitCount(onUnits: (units: number) => void): UnitCount {
  /** Units received minus units passed on, since the last reply ended. */
  let gone = 0;
  let ended = false;

  function settle(): void {
    if (!ended) return;
    ended = false;
    onUnits(gone);
    gone = 0;
  }

  return {
    count(before, after) {
      gone += before.length - after.length;
      settle();
      return after;
    },
    replyEnded() {
      ended = true;
    },
    settle,
  };
}

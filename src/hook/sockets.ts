import type { SocketTransform } from './transports/traffic.ts';
import type { Cleaning } from './cleaning.ts';
import type { EvidenceMemory } from './evidence.ts';
import type { SeenMode } from '../bridge/protocol.ts';
import { connectionWords } from '../normalizer/socket-io/engine-io.ts';
import type { ChatMessage } from '../normalizer/open-webui/chat-event.ts';
import { createSocketNormalizer } from '../normalizer/socket-io/socket-normalizer.ts';
import { remember } from '../lib/bounded-map.ts';
import type { Inspector, Note } from './inspect.ts';
import { now } from './realm/natives.ts';
import { attempt } from './realm/overlay.ts';
import type { Replies, ReplySource } from './replies.ts';
import { startSheltered } from './transports/shelter.ts';
import { isSocketAddress } from './transports/socket-address.ts';

export interface SocketsOptions {
  /** The hook is to work. */
  isOn(): boolean;
  readonly replies: Replies;
  readonly cleaning: Cleaning;
  readonly evidence: Pick<EvidenceMemory, 'expects' | 'found'>;
  readonly watch: Inspector['watchSocket'];
  /** Given what marks a stream for whoever inspects it, gives what tells once that something of it passed as it came. */
  stopOf(tell: () => void): () => void;
  /** Called with how much of a reply did not go on, in UTF-16 units: nearly all of it is ASCII. */
  onBytes(units: number): void;
  /** The server asks the page to fetch a reply itself: a direct connection. */
  onDirectRequest(message: ChatMessage, request: Record<string, unknown>): void;
  onSeen(mode: SeenMode): void;
}

/** The socket.io sockets of a page. */
export interface Sockets {
  /**
   * @returns the transform of the socket with this address, null for any other address. A socket that begins with polling
   *   goes on over a WebSocket under the same `sid`; one that is made after another was lost goes on with its replies.
   */
  socketOf(url: string): SocketTransform | null;
  /** The site is on again. */
  back(): void;
}

/** Sockets remembered by their id; a page has one. */
const MAX_SOCKETS = 20;
/** Messages remembered of one socket. */
const MAX_SOURCES = 200;
/** Milliseconds without a packet after which a server is gone: what engine.io takes itself, and the bounds of what is believed. */
const SILENCE = { usual: 45_000, least: 1000, most: 300_000 };

/** One socket, with what the others need to know of it. */
interface Socket extends SocketTransform {
  back(): void;
}

export function createSockets(options: SocketsOptions): Sockets {
  /** By their id. */
  const sockets = new Map<string, Socket>();
  /** The last ones, in a ring: those of a WebSocket have no id in their address. No iterator is ours to trust once the page runs. */
  const last: Socket[] = [];
  /** Those whose connection is lost, by address without query. */
  const lost = new Map<string, Socket>();
  let made = 0;

  function make(url: string): Socket {
    const place = placeOf(url);
    const again = lost.get(place);
    lost.delete(place);
    if (again) return again;
    let socket: Socket | null = null;
    // The inspector may tell of what passes; the rest it leaves to the socket itself.
    const watched = options.watch(url, (note, tell) => {
      socket = createSocket(options, note, options.stopOf(tell), {
        onSid: (sid) => socket && remember(sockets, sid, shown, MAX_SOCKETS),
        onLost: () => remember(lost, place, shown, MAX_SOCKETS),
        onHeard: () => void (lost.size > 0 && lost.get(place) === shown && lost.delete(place)),
      });
      return socket;
    });
    const shown: Socket = { ...watched, back: () => socket?.back() };
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
    back() {
      for (let i = 0; i < last.length; i++) last[i]?.back();
    },
  };
}

/** @returns an address without its scheme, which differs between the transports, and without its query */
function placeOf(url: string): string {
  return /^(?:[a-z]+:)?([^?#]*)/i.exec(url)?.[1] ?? '';
}

interface SocketListener {
  /** Called with the id that the server has given. */
  onSid(sid: string): void;
  /** The connection is lost. */
  onLost(): void;
  /** A packet has come. */
  onHeard(): void;
}

function createSocket(options: SocketsOptions, note: Note, onBroken: () => void, listener: SocketListener): Socket {
  const { isOn, replies, cleaning, evidence, onBytes, onDirectRequest, onSeen } = options;
  const sources = new Map<string, ReplySource>();
  let mode: SeenMode = 'websocket';
  /** Units that came, less those that went on, since the last reply was over. */
  let gone = 0;
  /** A reply has ended with the packet that is being read. */
  let ended = false;
  /** Packets passed unread: the site was off. */
  let unread = false;
  let silence = SILENCE.usual;
  let heardAt = now();
  /** Replies that have begun and are not over; while there are any, silence is watched. */
  let live = 0;
  let timer = 0;

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
    onBroken,
    expectsMarkers: evidence.expects,
    onEvidence: (chat, found) => evidence.found(found, chat),
    onRuleHit: (message, rule) => sourceOf(message).onRuleHit(rule),
    wasAsked: ({ messageId }) => replies.wasAsked(messageId),
    isReply: ({ messageId }) => replies.isOwn(messageId),
    onStart(message, joined) {
      onSeen(mode);
      sourceOf(message).onStart(joined);
      live++;
      watchSilence();
    },
    onEnd(message) {
      sourceOf(message).onEnd();
      live--;
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
    settle();
    return after;
  }

  function settle(): void {
    if (!ended) return;
    // Not before: what was only held has come by now.
    ended = false;
    onBytes(gone);
    gone = 0;
  }

  /** What runs is over as far as we know; the next event of a reply goes on with it. */
  function miss(): void {
    unread = false;
    replies.missed();
    normalizer.miss();
    settle();
  }

  function lose(): void {
    miss();
    listener.onLost();
  }

  /** A timer for each packet would cost more than reading it. */
  function watchSilence(): void {
    if (timer !== 0 || live <= 0) return;
    timer = startSheltered(
      () => {
        timer = 0;
        if (live <= 0) return;
        if (now() - heardAt >= silence) attempt(lose, undefined);
        else watchSilence();
      },
      silence - (now() - heardAt),
    );
  }

  function hear(): void {
    heardAt = now();
    listener.onHeard();
  }

  function listen(payload: string): void {
    const words = connectionWords(payload);
    for (let i = 0; i < words.length; i++) {
      const word = words[i];
      if (word?.kind === 'close') lose();
      if (word?.kind !== 'open') continue;
      silence = word.silence === null ? SILENCE.usual : Math.min(Math.max(word.silence, SILENCE.least), SILENCE.most);
      if (word.sid !== null) listener.onSid(word.sid);
    }
  }

  /** While the site is off, a packet is read only to give out what was held. */
  function pass(text: string, read: (text: string) => string): string {
    unread ||= !normalizer.holds();
    return unread ? text : read(text);
  }

  return {
    receive(packet) {
      hear();
      mode = 'websocket';
      return isOn() ? counted(packet, normalizer.receive(packet)) : pass(packet, normalizer.receive);
    },
    receivePayload(payload) {
      hear();
      mode = 'polling';
      const shown = isOn()
        ? counted(payload, normalizer.receivePayload(payload))
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
    back() {
      if (unread) attempt(miss, undefined);
    },
  };
}

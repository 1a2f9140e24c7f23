// Transports: fetch, XMLHttpRequest, WebSocket and EventSource. They know nothing of chats and use
// only what `Traffic` offers.

import type { BodyEnd } from '../../normalizer/bodies/stream-normalizer.ts';
import type { KeptFetch } from './kept-fetch.ts';
import type { ChatMessage } from '../../normalizer/open-webui/chat-event.ts';
import type { SentTools } from '../../normalizer/requests/request-cleaner.ts';

/** What the hook needs from a normalizer: bytes in, bytes out. */
export interface BodyTransform {
  /** @returns parts that share no buffer */
  push(chunk: Uint8Array): readonly Uint8Array[];
  /** The body has ended; see BodyNormalizer. */
  end(how?: BodyEnd): Uint8Array;
  /** Nothing has arrived for a while. @returns the bytes that need wait no longer */
  idle(): Uint8Array;
  /** Returns whether `idle` would release anything. */
  waits(): boolean;
  /** Something around it failed: the rest passes unchanged. */
  stopped(): void;
}

/**
 * What the hook needs from the normalizer of a socket.io socket. It never throws, and receives
 * everything even while the site is off.
 */
export interface SocketTransform {
  /** @returns the event packet for the page; the same string if there was nothing to do */
  receive(packet: string): string;
  /** Does the same as `receive` for a long-polling response: packets joined by U+001E. */
  receivePayload(payload: string): string;
  /** Another packet has arrived: the server is alive, or says that it is closing. */
  heard(packet: string): void;
  /** The connection is closed. */
  lost(): void;
  /** Something around it failed: a packet has passed unchanged. */
  stopped(): void;
}

/** What the hook needs from the normalizer of an EventSource. It never throws. */
export interface EventTransform {
  /**
   * @param event its name, null for the default one.
   * @returns the data for the page; the same string if there was nothing to do
   */
  receive(event: string | null, data: string): string;
  /** The stream has ended, is restarting, or will not be read for a while. */
  end(): void;
  /** Something around it failed: an event has passed unchanged. */
  stopped(): void;
}

/**
 * A request that carries texts of an agent, asks one for a reply, or is of a shape that nobody
 * knows.
 */
export interface SentRequest {
  /** The body to send: the page's own if there was nothing to clean. */
  readonly body: string;
  /** Whether it asks an agent for a reply; otherwise it only stores a chat. */
  readonly asksReply: boolean;
  /** The message that the reply will become, if already known. */
  readonly message: ChatMessage | null;
  /** As in `TextSource`; missing if unknown. */
  readonly model?: string | null;
  /**
   * It was sent before the settings were known, and not read: whether it asks for a reply, only the
   * address of its response may tell.
   */
  readonly isEarly?: boolean;
  /**
   * Its shape is unknown, and it is sent as it is: whether it asks for a reply, only a stream that
   * answers it may tell.
   */
  readonly isUnknown?: boolean;
  /**
   * What the companion on the server is told: that badges are here, so that it says nothing in
   * status lines; and that the model is Hermes, whose markers it then removes from the history.
   * Missing for a request of no chat of its.
   */
  readonly tells?: 'on' | 'hermes';
  /** The agent's texts in it contain Hermes markers. */
  readonly showsMarkers?: boolean;
  /**
   * One of those texts begins with labels in Hermes' words: if the reply does, too, that is
   * evidence.
   */
  readonly showsSign?: boolean;
  /**
   * The tools of the markers that they contain; null or missing if nothing proves that these are
   * some.
   */
  readonly tools?: SentTools | null;
  /** Names of the tools that it offers to its model. */
  readonly offered?: readonly string[];
}

/** What is known of a response before its body. */
export interface ResponseHead {
  readonly contentType: string | null;
  /** Its URL after redirects; '' if it has none. */
  readonly url: string;
  readonly sessionId: string | null;
  /**
   * The request header X-Conversation-Id, with which the page may count the bytes it reads. Null or
   * missing if there was none.
   */
  readonly conversation?: string | null;
  /**
   * The request it answers; null for one without a body that is read, or if it answers one of
   * unknown shape by a file.
   */
  readonly request: SentRequest | null;
  /** Null or missing if nobody may ask the same server in the page's name. */
  readonly caller?: Caller | null;
}

/**
 * How the page names itself to a server: headers of its request; null for those it did not send.
 */
export interface Caller {
  readonly authorization: string | null;
  readonly sessionId: string | null;
}

/**
 * What the transports need from the rest of the hook; they themselves know nothing of JSON or
 * chats.
 */
export interface Traffic {
  /** The hook must leave everything alone. */
  off(): boolean;
  /** The hook must work; for a moment after the start it is neither on nor off. */
  on(): boolean;
  /**
   * @param url as the page has given it; '' or missing if unknown
   * @returns null for a body that certainly asks for no reply: it is sent unchanged
   */
  cleanRequest(body: string, url?: string): SentRequest | null;
  /** @returns the frame to send over a socket; the same string if there was nothing to clean */
  cleanFrame(frame: string): string;
  /**
   * Await it before `openBody`: a page may fetch before the hook knows the settings of this site.
   * @returns null if they are known or did not arrive in time, and for a response that is left
   * alone in any case
   */
  settingsKnown(head: ResponseHead): Promise<unknown> | null;
  /** @returns null for a response that is left alone */
  openBody(head: ResponseHead): BodyTransform | null;
  /**
   * @param url URL of a WebSocket or of a request
   * @returns the one transform of that socket.io socket, whichever transport it uses; null for
   * anything but socket.io, and, while the site is off, for a socket not seen before
   */
  socketOf(url: string): SocketTransform | null;
  /** @param url of the EventSource */
  openEvents(url: string): EventTransform;
  /** For a page that was open before the hook was installed. */
  readonly keptFetch?: KeptFetch;
}

/**
 * Reads the data of one target's message events, also while the site is off.
 * @returns the data for the page; the same string if there was nothing to do
 */
export type DataReader = (data: string, event: MessageEvent) => string;

// Transports: fetch, XMLHttpRequest, WebSocket and EventSource, which know nothing of chats. They ask what `Traffic`
// offers.

import type { BodyEnd } from '../../normalizer/bodies/stream-normalizer.ts';
import type { ChatMessage } from '../../normalizer/open-webui/chat-event.ts';

/** What the hook needs to know of a normalizer: bytes in, bytes out. */
export interface BodyTransform {
  /** @returns parts that share no buffer */
  push(chunk: Uint8Array): readonly Uint8Array[];
  /** Nothing more comes; see BodyNormalizer. */
  end(how?: BodyEnd): Uint8Array;
  /** Nothing came for a while. */
  idle(): Uint8Array;
  /** Would `idle` let anything go? */
  waits(): boolean;
  /** Something failed around it: the rest passes as it is. */
  stopped(): void;
}

/** What the hook needs to know of a socket.io socket's normalizer. It never throws, and gets everything while the site is off, too. */
export interface SocketTransform {
  /** @returns the packet of an event for the page; the very same string when nothing was to do */
  receive(packet: string): string;
  /** The same for an answer of long polling: packets joined by U+001E. */
  receivePayload(payload: string): string;
  /** Any other packet has come: the server is alive, or says that it goes. */
  heard(packet: string): void;
  /** The connection is over. */
  lost(): void;
  /** Something failed around it: a packet has passed as it is. */
  stopped(): void;
}

/** What the hook needs to know of an EventSource's normalizer. It never throws. */
export interface EventTransform {
  /** @param event name, null for the default one. @returns the data for the page; the very same string when nothing was to do */
  receive(event: string | null, data: string): string;
  /** The stream is over, or begins again, or is read no further for a while. */
  end(): void;
  /** Something failed around it: an event has passed as it is. */
  stopped(): void;
}

/** A request that carries texts of an agent. */
export interface SentRequest {
  /** The body to send: the page's very own where nothing was to clean. */
  readonly body: string;
  /** It asks an agent for a reply; else it only stores a chat. */
  readonly asksReply: boolean;
  /** The message that the reply becomes, where that is known already. */
  readonly message: ChatMessage | null;
  /** The texts of the agent in it show that markers of Hermes are in this chat. */
  readonly showsMarkers?: boolean;
  /** What the person said last in it; '' or nothing where it does not say. */
  readonly question?: string;
}

/** What is known of a response before its body. */
export interface ResponseHead {
  readonly contentType: string | null;
  /** Its address, after redirects; '' where there is none. */
  readonly url: string;
  readonly sessionId: string | null;
  /** The request's header X-Conversation-Id: the page may count the bytes it reads. Null or nothing where there was none. */
  readonly conversation?: string | null;
  /** What it answers; null for a request that carries no texts of an agent. */
  readonly request: SentRequest | null;
}

/** What the transports ask of the rest; they know nothing of JSON or chats themselves. */
export interface Traffic {
  /** The hook is to leave everything alone. */
  off(): boolean;
  /** The hook is to work; for a moment after the start it is neither on nor off. */
  on(): boolean;
  /** @returns null for a body without texts of an agent, which asks for no reply: it leaves as it is */
  cleanRequest(body: string): SentRequest | null;
  /** @returns the frame to send over a socket: the very same string where nothing was to clean */
  cleanFrame(frame: string): string;
  /**
   * To be waited for before `openBody` is asked: a page may fetch before the hook has heard of this site.
   * @returns null when it was heard, or did not come in time, and for a response that is left alone in any case
   */
  settingsKnown(head: ResponseHead): Promise<unknown> | null;
  /** @returns null for a response that is left alone */
  openBody(head: ResponseHead): BodyTransform | null;
  /**
   * @param url address of a WebSocket or of a request
   * @returns the one transform of that socket.io socket, whichever transport it uses; null for anything but socket.io, and
   *   while the site is off for one that was not known before
   */
  socketOf(url: string): SocketTransform | null;
  openEvents(): EventTransform;
}

/** How the data of message events of one target is read. */
export interface DataReader {
  /** It also needs what comes while the site is off. */
  readonly readsOff?: true;
  /** Cheap: is this data of ours to read? */
  concerns(data: string): boolean;
  /** @returns what the page sees; the very same string where nothing was to do */
  read(data: string, event: MessageEvent): string;
}

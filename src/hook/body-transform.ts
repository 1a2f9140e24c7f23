/** What the hook needs to know of a normalizer: bytes in, bytes out. */
export interface BodyTransform {
  /** @returns parts that share no buffer */
  push(chunk: Uint8Array): readonly Uint8Array[];
  end(): Uint8Array;
  /** Nothing came for a while. */
  idle(): Uint8Array;
  /** Would `idle` let anything go? */
  waits(): boolean;
}

/** What is known of a response before its body. */
export interface ResponseHead {
  readonly contentType: string | null;
  readonly sessionId: string | null;
  /** The request asked for a reply of an agent. */
  readonly isReply: boolean;
}

/** What the transports ask of the rest; they know nothing of JSON or chats themselves. */
export interface Traffic {
  /** The hook is to leave everything alone. */
  off(): boolean;
  /** The hook is to work; for a moment after the start it is neither on nor off. */
  on(): boolean;
  /** @returns the body to send (the same string where nothing changes), or null for a body that asks for no reply */
  cleanRequest(body: string): string | null;
  /** @returns null for a response that is left alone */
  openBody(head: ResponseHead): BodyTransform | null;
}

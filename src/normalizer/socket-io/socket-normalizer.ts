// Socket.io: finds the events in packets of engine.io 4 and socket.io 5; `open-webui` reads what is in them.

import { mapPayload } from './engine-io.ts';
import { replaceStrings } from '../json/json-edit.ts';
import { createChatCleaner, type ChatCleanerOptions } from '../open-webui/chat-cleaner.ts';
import { CHAT_EVENT_NEEDLE, DATA_PATH, readChatEvent } from '../open-webui/chat-event.ts';
import { readEventPacket } from './event-packet.ts';

/** Cleans what one socket.io socket receives. It never throws; when it fails, packets go on as they came. */
export interface SocketNormalizer {
  /**
   * @param packet one text packet, as a WebSocket frame carries it
   * @returns the packet for the page; the very same string when nothing was to do
   */
  receive(packet: string): string;
  /**
   * The same for an answer of long polling, packets joined by U+001E. A socket begins with polling and may go on over a
   * WebSocket: one normalizer serves both.
   */
  receivePayload(payload: string): string;
  /** Packets may have been missed, or the connection is lost: what still comes is read as what goes on somewhere later. */
  miss(): void;
  /** Text is held that only another packet can bring. */
  holds(): boolean;
}

export interface SocketOptions extends ChatCleanerOptions {
  /** Called with each packet with which something failed: it goes on as it came. */
  onBroken?(): void;
}

/** Creates the normalizer of one socket: replies go on from packet to packet. */
export function createSocketNormalizer(options: SocketOptions): SocketNormalizer {
  const cleaner = createChatCleaner(options);

  function receive(packet: string): string {
    try {
      const read = readEventPacket(packet, CHAT_EVENT_NEEDLE);
      const event = read && readChatEvent(read.args);
      if (!event) return packet;
      const edits = cleaner.clean(event);
      if (edits.length === 0) return packet;
      const placed = edits.map(({ path, value }) => ({ path: [...DATA_PATH, ...path], value }));
      return read.header + replaceStrings(read.json, placed);
    } catch {
      options.onBroken?.();
      return packet; // a page may break what we rely on; it still gets its packet
    }
  }

  return {
    receive,
    receivePayload: (payload) => mapPayload(payload, receive),
    miss: cleaner.miss,
    holds: cleaner.holds,
  };
}

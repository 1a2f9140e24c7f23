// Socket.io: finds the events in packets of engine.io 4 and socket.io 5; `open-webui` reads their
// content.

import { mapPayload } from './engine-io.ts';
import { editJson } from '../json/json-edit.ts';
import { createChatCleaner, type ChatCleanerOptions } from '../open-webui/chat-cleaner.ts';
import { CHAT_EVENT_NEEDLE, DATA_PATH, readChatEvent } from '../open-webui/chat-event.ts';
import { readEventPacket } from './event-packet.ts';

/**
 * Cleans the packets of one socket.io socket. It never throws; if it fails, packets pass unchanged.
 */
export type SocketNormalizer = ReturnType<typeof createSocketNormalizer>;

export interface SocketOptions extends ChatCleanerOptions {
  /** Called with each packet that failed: it passes unchanged. */
  onBroken?(): void;
  /**
   * Reads the arguments of events of other servers, as JSON.
   * @returns the arguments for the page; the same string if it gets them all
   */
  readOther?(args: string): string;
}

/** Creates the normalizer of one socket, with state for its replies. */
export function createSocketNormalizer(options: SocketOptions) {
  const cleaner = createChatCleaner(options);
  let isOpenWebui = false;

  function receive(packet: string): string {
    try {
      const { readOther } = options;
      const read = readEventPacket(packet, readOther && !isOpenWebui ? '' : CHAT_EVENT_NEEDLE);
      const event = read && readChatEvent(read.args);
      isOpenWebui ||= event !== null;
      if (read && !event && readOther && !isOpenWebui) {
        const shown = readOther(read.json);
        return shown === read.json ? packet : read.header + shown;
      }
      if (!read || !event) return packet;
      const edits = cleaner.clean(event);
      const placed = edits.map(({ path, value }) => ({ path: [...DATA_PATH, ...path], value }));
      return edits.length === 0 ? packet : read.header + editJson(read.json, placed);
    } catch {
      options.onBroken?.();
      return packet; // a page may break what we rely on; it still gets its packet
    }
  }

  return {
    /**
     * @param packet one text packet, as in a WebSocket frame
     * @returns the packet for the page; the same string if there was nothing to do
     */
    receive,
    /**
     * Does the same as `receive` for a long-polling response, packets joined by U+001E. A socket
     * begins with polling and may continue over a WebSocket: one normalizer serves both.
     */
    receivePayload: (payload: string): string => mapPayload(payload, receive),
    miss: cleaner.miss,
    holds: cleaner.holds,
  };
}

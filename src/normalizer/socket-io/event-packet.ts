import { isCrowded, parseJson } from '../json/json-edit.ts';

/**
 * A socket.io 5 event of the default namespace, in an engine.io 4 text frame: `42["name",…]`,
 * `4212["name",…]` with an ack.
 */
export interface EventPacket {
  /** The part before the JSON: packet types and the ack id. */
  readonly header: string;
  readonly json: string;
  /** The parsed JSON: the event's name, then its arguments. */
  readonly args: readonly unknown[];
}

/** Longest packet that is read, in UTF-16 units. */
export const MAX_PACKET = 8 * 1024 * 1024;

/**
 * Reads an event packet. Everything else is left alone: other packet types, pings and probes, acks
 * (`43`), binary events (`45`: their attachments follow in separate frames, whose number must not
 * change), other namespaces.
 * @param packet one packet
 * @param needle text that a packet of interest contains; a packet without it is not parsed
 * @returns null for a packet of another kind, a truncated one, or one beyond 8 Mi UTF-16 units or
 * too many objects
 */
export function readEventPacket(packet: string, needle: string): EventPacket | null {
  if (
    !packet.startsWith('42') ||
    packet.length > MAX_PACKET ||
    !packet.includes(needle) ||
    isCrowded(packet)
  )
    return null;
  const header = /^42\d{0,15}(?=\[)/.exec(packet)?.[0];
  if (header === undefined) return null;
  const json = packet.slice(header.length);
  const args = parseJson(json);
  return Array.isArray(args) ? { header, json, args: args as readonly unknown[] } : null;
}

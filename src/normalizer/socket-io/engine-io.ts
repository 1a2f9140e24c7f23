import { isObject, parseJson } from '../json/json-edit.ts';

/**
 * Separates the packets of one long-polling payload (engine.io 4); JSON cannot contain it
 * unescaped, so splitting is safe.
 */
const SEPARATOR = '\u001e';

/**
 * Transforms the packets of a long-polling payload one by one, in order.
 * @param payload packets joined by U+001E; a single packet is a payload too
 * @param transform returns the new version of each packet
 * @returns the payload; the same string if no packet changed
 */
export function mapPayload(payload: string, transform: (packet: string) => string): string {
  if (!payload.includes(SEPARATOR)) return transform(payload);
  const packets = payload.split(SEPARATOR);
  const mapped = packets.map((packet) => transform(packet));
  return mapped.every((packet, i) => packet === packets[i]) ? payload : mapped.join(SEPARATOR);
}

/** A change of a connection that a packet announces: the id of a new one, or its end. */
export type ConnectionChange = { readonly sid: string } | 'close';

/**
 * Reads the changes of the connection in a payload: engine.io's open and close, socket.io's
 * disconnect.
 * @param payload one packet, or several of long polling
 */
export function readConnectionChanges(payload: string): readonly ConnectionChange[] {
  return payload.split(SEPARATOR).flatMap((packet): ConnectionChange[] => {
    if (packet === '1' || packet === '41') return ['close'];
    const json = packet.startsWith('0{') ? parseJson(packet.slice(1)) : null;
    return isObject(json) && typeof json.sid === 'string' ? [{ sid: json.sid }] : [];
  });
}

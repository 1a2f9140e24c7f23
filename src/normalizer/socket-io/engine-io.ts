import { isObject, parseJson } from '../json/json-edit.ts';

/** Between the packets of one long-polling payload (engine.io 4); JSON cannot hold it unescaped, so a split is safe. */
const SEPARATOR = '\u001e';

/**
 * Transforms the packets of a long-polling payload one by one, in order.
 * @param payload packets joined by U+001E; a single packet is a payload too
 * @param transform given each packet; returns it as it is to be
 * @returns the payload; the very same string when no packet changed
 */
export function mapPayload(payload: string, transform: (packet: string) => string): string {
  if (!payload.includes(SEPARATOR)) return transform(payload);
  const packets = payload.split(SEPARATOR);
  const mapped = packets.map((packet) => transform(packet));
  return mapped.every((packet, i) => packet === packets[i]) ? payload : mapped.join(SEPARATOR);
}

/** What a packet says of its connection. */
export type ConnectionWord =
  /** `silence`: milliseconds without any packet after which the server is gone; null where it does not say. */
  { readonly kind: 'open'; readonly sid: string | null; readonly silence: number | null } | { readonly kind: 'close' };

/**
 * Reads what the packets of a payload say of the connection: engine.io's open and close, socket.io's disconnect.
 * @param payload one packet, or several of long polling
 */
export function connectionWords(payload: string): readonly ConnectionWord[] {
  return payload.split(SEPARATOR).flatMap((packet): ConnectionWord[] => {
    if (packet === '1' || packet === '41') return [{ kind: 'close' }];
    if (!packet.startsWith('0{')) return [];
    const json = parseJson(packet.slice(1));
    if (!isObject(json)) return [];
    const { sid, pingInterval, pingTimeout } = json;
    const silence = Number(pingInterval) + Number(pingTimeout);
    return [
      { kind: 'open', sid: typeof sid === 'string' ? sid : null, silence: Number.isFinite(silence) ? silence : null },
    ];
  });
}

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

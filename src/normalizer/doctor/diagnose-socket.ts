import { createSocketNormalizer } from '../socket-normalizer.ts';
import { MARKERS } from '../inspection.ts';
import { DEFECTS } from './defects.ts';
import { toFinding } from './diagnose.ts';
import type { Diagnosis } from './diagnosis.ts';
import { createSightings } from './sightings.ts';
import { createToldTools } from './told-tools.ts';

/**
 * Tells what a page received over socket.io, as `diagnose` does for a response. It never throws.
 * @param sockets the packets of each connection, in order
 */
export function diagnoseSockets(sockets: readonly (readonly string[])[]): Diagnosis {
  const packets = sockets.flat();
  const seen = createSightings();
  const told = createToldTools();
  let isOpenWebui = false;
  let isUnchanged = true;
  let at = 0;

  sockets.forEach((received, connection) => {
    const socket = createSocketNormalizer({
      onStart() {
        isOpenWebui = true;
      },
      onProgress: ({ messageId }, progress) => told.progress(`${connection} ${messageId}`, progress),
      onMarkerRemoved() {
        told.markerRemoved();
        seen.add(MARKERS);
      },
    });
    for (const packet of received) {
      seen.at(at++);
      if (socket.receivePayload(packet) !== packet) isUnchanged = false;
    }
  });

  const frames = { count: packets.length, text: (packet: number) => packets[packet] ?? '' };
  return {
    carrier: 'socket',
    contentType: null,
    isLookedAt: true,
    dialects: isOpenWebui ? ['open-webui'] : [],
    servers: isOpenWebui ? [{ name: 'Open WebUI', version: null, by: 'the shape of its events' }] : [],
    bytes: packets.reduce((sum, packet) => sum + new TextEncoder().encode(packet).length, 0),
    frames: packets.length,
    tools: told.tools(),
    markers: told.markers(),
    finishReasons: [],
    done: false,
    errors: [],
    findings: DEFECTS.flatMap((defect) => {
      const sighting = seen.get(defect.id);
      return sighting ? [toFinding(defect, 'always', sighting, frames)] : [];
    }),
    unknownEvents: [],
    isUnchanged,
  };
}

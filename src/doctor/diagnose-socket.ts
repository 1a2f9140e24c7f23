import { MARKERS } from '../normalizer/reply/frame-trace.ts';
import { DEFECTS } from './defects.ts';
import { toFinding } from './diagnose.ts';
import { NO_RESPONSE, type Diagnosis } from './diagnosis.ts';
import { FAULTS } from './faults.ts';
import { createSightings } from './sightings.ts';
import { cleanSocketLines, type SocketLine } from './socket-lines.ts';
import { createListedTools } from './survey/listed-tools.ts';

/**
 * Diagnoses what a page received over socket.io, as `diagnose` does for a response. Never throws.
 * @param lines of all connections, in order
 */
export function diagnoseSocket(lines: Iterable<SocketLine>): Diagnosis {
  const seen = createSightings();
  const listed = createListedTools();
  let isOpenWebui = false;
  let isUnchanged = true;
  let frames = 0;
  let bytes = 0;
  const sink: Parameters<typeof cleanSocketLines>[1] = {
    arrives(frame) {
      seen.at(frames++, frame);
      bytes += new TextEncoder().encode(frame).length;
    },
    report({ messageId }, event, connection) {
      if (event.type === 'start') isOpenWebui = true;
      else if (event.type === 'progress')
        listed.progress(`${connection} ${messageId}`, event.progress);
      else if (event.type === 'marker') {
        listed.markerRemoved();
        seen.add(MARKERS);
      }
    },
    leaves(cleaned, frame) {
      isUnchanged &&= cleaned === frame;
    },
  };
  cleanSocketLines(lines, sink);
  if (!isOpenWebui && frames > 0)
    seen.add('unknown-format', 'The packets contain no reply of Open WebUI.');
  return {
    ...NO_RESPONSE,
    carrier: 'socket',
    dialects: isOpenWebui ? ['open-webui'] : [],
    servers: isOpenWebui
      ? [{ name: 'Open WebUI', version: null, by: 'the shape of its events' }]
      : [],
    bytes,
    frames,
    tools: listed.tools(),
    markers: listed.markers(),
    findings: [...FAULTS, ...DEFECTS].flatMap((defect) => {
      const sighting = seen.get(defect.id);
      return sighting
        ? [toFinding(defect, defect.id === 'unknown-format' ? 'never' : 'always', sighting, frames)]
        : [];
    }),
    isUnchanged,
  };
}

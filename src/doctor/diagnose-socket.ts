import { MARKERS } from '../normalizer/reply/frame-trace.ts';
import { createKnownEvidence, learnFromSent } from '../normalizer/requests/known-evidence.ts';
import { createSocketNormalizer, type SocketNormalizer } from '../normalizer/socket-io/socket-normalizer.ts';
import { DEFECTS } from './defects.ts';
import { toFinding } from './diagnose.ts';
import { NO_RESPONSE, type Diagnosis, type Finding } from './diagnosis.ts';
import { FAULTS } from './faults.ts';
import { createSightings } from './sightings.ts';
import { createListedTools } from './survey/listed-tools.ts';

/**
 * Diagnoses what a page received over socket.io, as `diagnose` does for a response. Never throws.
 * @param sockets the packets of each connection, in order
 * @param isHermes as in `RecordedHead`
 */
export function diagnoseSockets(sockets: readonly (readonly string[])[], isHermes = false): Diagnosis {
  const running = createSocketDiagnosis(isHermes);
  for (const packets of sockets) {
    running.open();
    packets.forEach(running.receive);
  }
  return running.end();
}

/** Does the same as `diagnoseSockets`, packet by packet. */
export function createSocketDiagnosis(isHermes = false) {
  const seen = createSightings();
  const listed = createListedTools();
  const encoder = new TextEncoder();
  // Otherwise all that is known of the site is what the recording itself shows.
  const known = createKnownEvidence(() => isHermes || null);
  let socket: SocketNormalizer | null = null;
  let connection = 0;
  let isOpenWebui = false;
  let isUnchanged = true;
  let count = 0;
  let bytes = 0;

  function connect(): SocketNormalizer {
    const number = connection++;
    return createSocketNormalizer({
      expectsMarkers: known.expects,
      report({ chatId, messageId }, event) {
        if (event.type === 'start') isOpenWebui = true;
        else if (event.type === 'evidence') known.found(event.evidence, chatId);
        else if (event.type === 'progress') listed.progress(`${number} ${messageId}`, event.progress);
        else if (event.type === 'marker') {
          listed.markerRemoved();
          seen.add(MARKERS);
        }
      },
    });
  }

  function findings(): Finding[] {
    if (!isOpenWebui && count > 0) seen.add('unknown-format', 'The packets contain no reply of Open WebUI.');
    return [...FAULTS, ...DEFECTS].flatMap((defect) => {
      const sighting = seen.get(defect.id);
      return sighting ? [toFinding(defect, defect.id === 'unknown-format' ? 'never' : 'always', sighting, count)] : [];
    });
  }

  return {
    /** A new connection was opened. */
    open(): void {
      socket = null;
    },
    receive(packet: string): void {
      seen.at(count++, packet);
      bytes += encoder.encode(packet).length;
      if ((socket ??= connect()).receivePayload(packet) !== packet) isUnchanged = false;
    },
    /** The page sent this frame or body: the history in it shows whether the chat contains Hermes markers. */
    sent: (text: string): void => learnFromSent(known, text),
    end: (): Diagnosis => ({
      ...NO_RESPONSE,
      carrier: 'socket',
      dialects: isOpenWebui ? ['open-webui'] : [],
      servers: isOpenWebui ? [{ name: 'Open WebUI', version: null, by: 'the shape of its events' }] : [],
      bytes,
      frames: count,
      tools: listed.tools(),
      markers: listed.markers(),
      findings: findings(),
      isUnchanged,
    }),
  };
}

import { MARKERS } from './inspected.ts';
import type { RecordedStream } from './recording.ts';
import { diagnoseSocket } from '../doctor/diagnose-socket.ts';
import { diagnose } from '../doctor/diagnose.ts';
import type { Diagnosis } from '../doctor/diagnosis.ts';
import { diagnosisText } from '../doctor/diagnosis-text.ts';

/**
 * Diagnoses a stream, as far as it was recorded, like `npm run normalize -- --doctor`.
 * @returns null for a request, which is not a stream
 */
export function diagnosisOf(stream: RecordedStream): string | null {
  if (stream.way === 'request') return null;
  const alone = diagnosed(stream, false);
  // The page may know more than its stream shows: earlier replies of the site, or a setting.
  const isHermes = hadMarkers(stream) && !alone.findings.some(({ id }) => id === MARKERS);
  return diagnosisText(isHermes ? diagnosed(stream, true) : alone);
}

function diagnosed({ way, type, frames }: RecordedStream, isHermes: boolean): Diagnosis {
  const texts = frames.map(({ before }) => before);
  if (way === 'socket')
    return diagnoseSocket(
      texts.map((frame) => ({ kind: 'received', frame }) as const),
      isHermes,
    );
  const body = new TextEncoder().encode(texts.join(''));
  return diagnose({ contentType: type || null, sessionId: null, isHermes, body });
}

/** Whether markers were removed in the page. */
function hadMarkers({ frames }: RecordedStream): boolean {
  return frames.some(({ why }) => why.includes(MARKERS));
}

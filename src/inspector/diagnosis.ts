import type { RecordedStream } from './recording.ts';
import { diagnoseSockets } from '../doctor/diagnose-socket.ts';
import { diagnose } from '../doctor/diagnose.ts';
import { diagnosisText } from '../doctor/diagnosis-text.ts';

/**
 * Diagnoses a stream, as far as it was recorded, like `npm run normalize -- --doctor`.
 * @returns null for a request, which is not a stream
 */
export function diagnosisOf({ way, type, frames }: RecordedStream): string | null {
  const texts = frames.map(({ before }) => before);
  switch (way) {
    case 'request':
      return null;
    case 'socket':
      return diagnosisText(diagnoseSockets([texts]));
    case 'response':
    case 'events': {
      const body = new TextEncoder().encode(texts.join(''));
      return diagnosisText(diagnose({ contentType: type || null, sessionId: null, body }));
    }
  }
}

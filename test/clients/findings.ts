import { diagnose } from '../../src/doctor/diagnose.ts';

/** @returns how many findings the doctor has of a stream of events */
export function findingsIn(body: Uint8Array): number {
  return diagnose({ contentType: 'text/event-stream', sessionId: null, body }).findings.length;
}

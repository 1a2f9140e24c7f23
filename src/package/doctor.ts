// The doctor's entry of the package, separate so that programs that only clean streams do not load
// it.

import { diagnose as diagnoseRecorded } from '../doctor/diagnose.ts';
import type { Diagnosis } from '../doctor/diagnosis.ts';

export { diagnosisText } from '../doctor/diagnosis-text.ts';
export type { Diagnosis } from '../doctor/diagnosis.ts';

/**
 * Diagnoses a response: its format, its defects, the clients that break on them, and the repairs.
 * Reads the body to the end; pass `response.clone()` to read it elsewhere too.
 */
export async function diagnose(response: Response): Promise<Diagnosis> {
  const { status: code, statusText: reason, headers } = response;
  return diagnoseRecorded({
    contentType: headers.get('content-type'),
    sessionId: headers.get('x-hermes-session-id'),
    status: { code, reason },
    body: new Uint8Array(await response.arrayBuffer()),
  });
}

// The doctor's entry of the package, separate so that programs that only clean streams do not load it.

import { createDiagnosis } from '../doctor/diagnose.ts';
import { diagnosisText as toText } from '../doctor/diagnosis-text.ts';
import type { Diagnosis } from '../doctor/diagnosis.ts';

export type { Diagnosis } from '../doctor/diagnosis.ts';

/**
 * Diagnoses a response: its format, its defects, the clients that break on them, and the repairs.
 * Reads the body to the end, in bounded memory; pass `response.clone()` to read it elsewhere too.
 */
export async function diagnose(response: Response): Promise<Diagnosis> {
  const { status: code, statusText: reason, headers } = response;
  const diagnosis = createDiagnosis({
    contentType: headers.get('content-type'),
    sessionId: headers.get('x-hermes-session-id'),
    status: { code, reason },
  });
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) diagnosis.push(read.value);
  return diagnosis.end();
}

/** @returns a diagnosis for people, as lines of English */
export function diagnosisText(diagnosis: Diagnosis): string {
  return toText(diagnosis);
}

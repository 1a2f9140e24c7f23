// Package: the doctor, an entry of its own, so that who only cleans streams does not load it.

import { createDiagnosis } from '../doctor/diagnose.ts';
import { diagnosisText as toText } from '../doctor/diagnosis-text.ts';
import type { Diagnosis } from '../doctor/diagnosis.ts';

export type { Diagnosis } from '../doctor/diagnosis.ts';

/**
 * Tells what a response is, what is wrong with it, which clients break on that, and what is done about it. Its body is read
 * to the end, in bounded memory; hand over `response.clone()` to read it elsewhere too.
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

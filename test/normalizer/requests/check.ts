import { expect } from 'vitest';
import { cleanRequest } from '../../../src/normalizer/requests/request-cleaner.ts';

/** A text with a marker, and what stays of it; both as in JSON. */
const MARKED = 'One.\\n\\n`⏰ list`\\n\\nTwo.';
const CLEAN = 'One.\\n\\nTwo.';

/**
 * Expects a body to be sent cleaned and otherwise unchanged, byte for byte.
 * @param body JSON text; `«` is replaced by a marked text to be cleaned, `»` by one that must stay
 * @param markers how many are counted
 */
export function expectCleaned(body: string, markers: number, asksReply: boolean): void {
  const cleaned = cleanRequest(body.replaceAll(/[«»]/g, MARKED));
  expect({ body, ...cleaned }).toMatchObject({
    body: body.replaceAll('«', CLEAN).replaceAll('»', MARKED),
    markers,
    asksReply,
  });
}

/** Expects a body to have no known shape. `»` as above. */
export function expectUnknown(body: string): void {
  expect({ body, cleaned: cleanRequest(body.replaceAll('»', MARKED)) }).toEqual({ body, cleaned: null });
}

import { expect } from 'vitest';
import { cleanRequest } from '../../../src/normalizer/requests/request-cleaner.ts';

/** A text with a marker, and what stays of it; both as they are in JSON. */
const MARKED = 'One.\\n\\n`⏰ list`\\n\\nTwo.';
const CLEAN = 'One.\\n\\nTwo.';

/**
 * Expects a body to leave cleaned and otherwise byte for byte.
 * @param body JSON text; `«` stands for a marked text that is to be cleaned, `»` for one that is to stay
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

/** Expects a body to be none of a known shape. `»` as above. */
export function expectUnknown(body: string): void {
  expect({ body, cleaned: cleanRequest(body.replaceAll('»', MARKED)) }).toEqual({ body, cleaned: null });
}

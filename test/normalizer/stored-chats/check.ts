import { expect } from 'vitest';
import {
  createBodyNormalizer,
  type BodyOptions,
} from '../../../src/normalizer/bodies/body-normalizer.ts';
import { bytesOf, textOf } from '../splits.ts';

/** A text with a marker, and what stays of it; both as in JSON. */
export const MARKED = 'One.\\n`⏰ list`\\n\\nTwo.';
export const CLEAN = 'One.\\nTwo.';

/**
 * @returns a JSON response as the page gets it; undefined if nothing examines responses from this
 * URL
 */
export function cleanStored(
  url: string,
  answer: string,
  options: Partial<BodyOptions> = {},
): string | undefined {
  const body = createBodyNormalizer({
    contentType: 'application/json',
    isReply: false,
    url,
    ...options,
  });
  return body ? textOf([...body.push(bytesOf(answer)), body.end()]) : undefined;
}

/**
 * Expects a response to be cleaned and otherwise unchanged, byte for byte.
 * @param path of its URL
 * @param answer JSON text; `«` is replaced by a marked text to be cleaned, `»` by one that must
 * stay
 * @param markers how many are counted
 */
export function expectCleaned(path: string, answer: string, markers: number): void {
  let counted = 0;
  const cleaned = cleanStored(
    `https://chat.example:8443${path}`,
    answer.replaceAll(/[«»]/g, MARKED),
    {
      onStoredMarkers: (more) => (counted += more),
    },
  );
  expect({ path, cleaned, counted }).toEqual({
    path,
    cleaned: answer.replaceAll('«', CLEAN).replaceAll('»', MARKED),
    counted: markers,
  });
}

/** Expects that Open WebUI's chats and titles stay in responses from these URLs. */
export function expectNone(...paths: readonly string[]): void {
  const answer =
    '[{"id":"x","title":"»","chat":{"messages":{"a":{"role":"assistant","content":"»"}}}}]';
  for (const path of paths) expectCleaned(path, answer, 0);
}

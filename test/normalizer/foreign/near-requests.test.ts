import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { cleanFrame, cleanRequest } from '../../../src/normalizer/requests/request-cleaner.ts';
import { bytesOf, textOf } from '../splits.ts';
import { KEPT, TRIED, type NearRequest } from './near-requests.ts';

/** Both on a site of Hermes and on any other. */
const SITES = [true, false];

/** @returns how a body was changed, or taken for a request; none if it was not */
function faultsOf([, address, body]: NearRequest): readonly string[] {
  const text = JSON.stringify(body);
  const faults = new Set<string>();
  for (const isHermes of SITES) {
    const expectsMarkers = (): boolean => isHermes;
    for (const url of [
      undefined,
      address,
      address.slice(1),
      `https://other.example${address}?a=b`,
    ]) {
      const cleaned = cleanRequest(text, { url, expectsMarkers });
      if (cleaned && cleaned.body !== text) faults.add(`sent to ${url}`);
      if (cleaned?.asksReply) faults.add(`asks ${url}`);
    }
    for (const frame of [text, `42["save",${text}]`])
      if (cleanFrame(frame, { expectsMarkers })) faults.add('sent over a socket');
    for (const [contentType, written] of [
      ['application/json', text],
      ['application/json', `[${text}]`],
      ['text/event-stream', `data: ${text}\n\n`],
      ['application/x-ndjson', `${text}\n`],
      ['text/plain', text],
    ] as const)
      if (shown(written, contentType, address, isHermes) !== written) faults.add(contentType);
  }
  return [...faults];
}

function shown(body: string, contentType: string, address: string, isHermes: boolean): string {
  const normalizer = createBodyNormalizer({
    contentType,
    url: `https://other.example${address}`,
    isReply: false,
    expectsMarkers: () => isHermes,
  });
  return normalizer ? textOf([...normalizer.push(bytesOf(body)), normalizer.end()]) : body;
}

test('there are many, of different programs', () => {
  expect(TRIED.length + KEPT.length).toBeGreaterThanOrEqual(45);
  expect(new Set([...TRIED, ...KEPT].map(([what]) => what)).size).toBe(TRIED.length + KEPT.length);
});

test.each([...TRIED, ...KEPT])('%s: it is sent and shown as it is, and asks nobody', (...row) => {
  expect(faultsOf(row)).toEqual([]);
});

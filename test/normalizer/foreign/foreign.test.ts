import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { cleanFrame, cleanRequest } from '../../../src/normalizer/requests/request-cleaner.ts';
import { bytesOf, textOf } from '../splits.ts';
import { makeForeignBodies, PROGRAMS } from './programs.ts';

const BODIES = makeForeignBodies(Object.keys(PROGRAMS).length * 100);
/** Both on a site of Hermes and on any other. */
const SITES = [true, false];

/** @returns how each program fares, as far as anything of it was changed */
function changed(change: (body: string, isHermes: boolean) => unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { program, body } of BODIES)
    for (const isHermes of SITES) if (change(body, isHermes) !== body) found[program] ??= body;
  return found;
}

function shown(body: string, contentType: string, isHermes: boolean): string {
  const normalizer = createBodyNormalizer({
    contentType,
    url: 'https://other.example/api/v1/items',
    isReply: false,
    expectsMarkers: () => isHermes,
  });
  const parts = normalizer ? [...normalizer.push(bytesOf(body)), normalizer.end()] : null;
  return parts ? textOf(parts) : body;
}

test('there are programs of many kinds', () => {
  expect(Object.keys(PROGRAMS).length).toBeGreaterThan(45);
  expect(new Set(BODIES.map(({ body }) => body)).size).toBeGreaterThan(3000);
});

test('what another program sends is sent as it is', () => {
  expect(
    changed((body, isHermes) => {
      const expectsMarkers = () => isHermes;
      return cleanRequest(body, { expectsMarkers })?.body ?? body;
    }),
  ).toEqual({});
});

test('it is no request for a reply, and shows no evidence', () => {
  expect(
    changed((body) => {
      let isEvidence = false;
      const cleaned = cleanRequest(body, {
        expectsMarkers: () => false,
        onEvidence: () => (isEvidence = true),
      });
      return cleaned?.asksReply || isEvidence ? null : body;
    }),
  ).toEqual({});
});

test('what it sends over a socket is sent as it is', () => {
  expect(
    changed((body, isHermes) => {
      const frame = `42["save",${body}]`;
      const expectsMarkers = () => isHermes;
      const plain = cleanFrame(body, { expectsMarkers });
      return (cleanFrame(frame, { expectsMarkers }) ?? plain)?.body ?? body;
    }),
  ).toEqual({});
});

test.each(['application/json', 'application/problem+json', 'text/plain', 'text/html'])(
  'what it shows is shown as it is: %s',
  (type) => {
    expect(changed((body, isHermes) => shown(body, type, isHermes))).toEqual({});
  },
);

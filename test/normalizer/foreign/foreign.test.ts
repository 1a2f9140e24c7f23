import { expect, test } from 'vitest';
import { createBodyNormalizer } from '../../../src/normalizer/bodies/body-normalizer.ts';
import { createEventNormalizer } from '../../../src/normalizer/bodies/event-normalizer.ts';
import { createSocketNormalizer } from '../../../src/normalizer/socket-io/socket-normalizer.ts';
import { cleanFrame, cleanRequest } from '../../../src/normalizer/requests/request-cleaner.ts';
import { FULL } from '../../support/speed.ts';
import { bytesOf, textOf } from '../splits.ts';
import { makeForeignBodies, PROGRAMS } from './programs.ts';

/** Bodies of each program. */
const EACH = FULL ? 100 : 20;
const BODIES = makeForeignBodies(Object.keys(PROGRAMS).length * EACH);
/** Both on a site of Hermes and on any other. */
const SITES = [true, false];
/** Any, and one at which a chat is read by its shape alone. */
const ANY = '/api/v1/items';
const ADDRESSES = [ANY, '/api/sessions/7/runs'];

/** @returns how each program fares, as far as anything of it was changed */
function changed(change: (body: string, isHermes: boolean) => unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { program, body } of BODIES)
    for (const isHermes of SITES) if (change(body, isHermes) !== body) found[program] ??= body;
  return found;
}

function shown(body: string, contentType: string, isHermes: boolean, address = ANY): string {
  const normalizer = createBodyNormalizer({
    contentType,
    url: `https://other.example${address}`,
    isReply: false,
    // What was asked is not known.
    mayBeReply: true,
    expectsMarkers: () => isHermes,
  });
  const parts = normalizer ? [...normalizer.push(bytesOf(body)), normalizer.end()] : null;
  return parts ? textOf(parts) : body;
}

test('there are programs of many kinds', () => {
  expect(Object.keys(PROGRAMS).length).toBeGreaterThan(56);
  expect(new Set(BODIES.map(({ body }) => body)).size).toBeGreaterThan(30 * EACH);
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
    for (const address of ADDRESSES)
      expect(changed((body, isHermes) => shown(body, type, isHermes, address))).toEqual({});
  },
);

/**
 * Bodies of one program, one after another: each alone, several of them, and the entries of each.
 */
const STREAMS = Object.keys(PROGRAMS).flatMap((program) => {
  const bodies = BODIES.filter((one) => one.program === program).map(({ body }) => body);
  const alone = bodies.slice(0, 20).map((body) => [body]);
  const several = Array.from({ length: 10 }, (_, i) => bodies.slice(i * 8, i * 8 + 8));
  const entries = bodies.slice(0, 20).map((body) => entriesOf(JSON.parse(body)));
  const lines = bodies.slice(0, 10).map((body) => linesOf(JSON.parse(body)));
  return [...alone, ...several, ...entries, ...lines].map((messages) => ({ program, messages }));
});

/** @returns the entries of the longest list in a body; the body if it has none */
function entriesOf(json: unknown): readonly string[] {
  let longest: readonly unknown[] = [json];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value) && value.length >= longest.length) longest = value;
    Object.values(value).forEach(walk);
  };
  walk(json);
  return longest.map((one) => JSON.stringify(one));
}

/**
 * @returns the lines of each text in a body, as logs are sent: each a message, with its line feed
 */
function linesOf(json: unknown): readonly string[] {
  if (typeof json === 'string')
    return (json.match(/.*\n|.+$/g) ?? []).map((line) =>
      JSON.stringify({ stream: 'stdout', log: line.replace(/\n?$/, '\n') }),
    );
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(linesOf) : [];
}

/** @returns for each program whose messages do not all arrive as they are, one that does not */
function changedIn(
  show: (messages: readonly string[], isHermes: boolean) => string | null,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { program, messages } of STREAMS)
    for (const isHermes of SITES) {
      const wrong = show(messages, isHermes);
      if (wrong !== null) found[program] ??= wrong;
    }
  return found;
}

/** How messages are written into the body of a response. */
const CARRIERS: readonly (readonly [
  name: string,
  contentType: string,
  write: (data: string, i: number) => string,
])[] = [
  ['an event stream', 'text/event-stream', (data) => `data: ${data}\n\n`],
  ['named events', 'text/event-stream', (data, i) => `event: update\nid: ${i}\ndata: ${data}\n\n`],
  ['events in CRLF', 'text/event-stream', (data) => `event: message\r\ndata: ${data}\r\n\r\n`],
  ['lines of JSON', 'application/x-ndjson', (data) => `${data}\n`],
  ['lines of JSON, another type', 'application/jsonl', (data) => `${data}\n`],
  ['lines of JSON, called JSON', 'application/json', (data) => `${data}\n`],
  ['lines of JSON, called a text', 'text/plain', (data) => `${data}\n`],
  ['objects in a row, called events', 'text/event-stream', (data) => data],
  ['lines of JSON, called events', 'text/event-stream', (data) => `${data}\n`],
  ['objects in a row, called a text', 'text/plain', (data) => data],
  ['objects in a row, called JSON', 'application/json', (data) => data],
  ['events without a type', '', (data) => `data: ${data}\n\n`],
];

test.each(CARRIERS)('what it shows in a stream is shown as it is: %s', (_, contentType, write) => {
  expect(
    changedIn((messages, isHermes) => {
      const body = messages.map(write).join('');
      const out = shown(body, contentType, isHermes);
      return out === body ? null : out;
    }),
  ).toEqual({});
});

test('what it sends over a socket is shown as it is: messages, packets of socket.io', () => {
  expect(
    changedIn((messages, isHermes) => {
      const open = () => ({ expectsMarkers: () => isHermes });
      const plain = createEventNormalizer(open);
      const others = createEventNormalizer(open);
      const socket = createSocketNormalizer({ readOther: (args) => others.receive(null, args) });
      const isSame = (data: string): boolean => {
        const packet = `42["update",${data}]`;
        return plain.receive(null, data) === data && socket.receive(packet) === packet;
      };
      return messages.find((data) => !isSame(data)) ?? null;
    }),
  ).toEqual({});
});

test('in a stream it shows no evidence, and is no reply', () => {
  expect(
    changedIn((messages) => {
      const reported: string[] = [];
      const normalizer = createBodyNormalizer({
        contentType: 'text/event-stream',
        isReply: false,
        expectsMarkers: () => false,
        report: ({ type }) => reported.push(type),
      });
      normalizer?.push(bytesOf(messages.map((data) => `data: ${data}\n\n`).join('')));
      normalizer?.end();
      return reported.some((type) => type !== 'grows' && type !== 'foreign')
        ? `${reported.join()}: ${messages.join()}`
        : null;
    }),
  ).toEqual({});
});

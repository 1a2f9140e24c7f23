import '../browser-shape.ts';
import { expect, test } from 'vitest';
import type { SentRequest, Traffic } from '../../../src/hook/transports/traffic.ts';
import { cleanBody } from '../../../src/hook/transports/request-bodies.ts';
import { fakeTraffic } from '../fake-traffic.ts';

const DIRTY = '{"dirty":"ü"}';
const CLEAN = '{"clean":"ü"}';

/** Cleaning turns "dirty" into "clean"; a "chat" is recognised and has nothing to clean. */
function trafficThatIs(on: boolean): Traffic {
  return fakeTraffic({
    off: () => !on,
    on: () => on,
    cleanRequest: (body) =>
      on && /dirty|chat/.test(body)
        ? { body: body.replace('dirty', 'clean'), asksReply: true, message: null }
        : null,
  });
}

const traffic = trafficThatIs(true);
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function form(...fields: readonly [string, string | Blob][]): FormData {
  const made = new FormData();
  for (const [name, value] of fields) made.append(name, value);
  return made;
}

/** The content of a form request, without its boundary. */
function fieldsOf(body: unknown): unknown[] {
  return body instanceof FormData
    ? [...body].map(([name, value]) => [
        name,
        value instanceof File ? [value.name, value.type, value.size] : value,
      ])
    : [body];
}

test('a string is cleaned', () => {
  expect(cleanBody(DIRTY, '/', traffic)).toMatchObject({ body: CLEAN, sent: { body: CLEAN } });
  expect(cleanBody('other', '/', traffic)).toEqual({ body: 'other', sent: null });
});

test.each<[string, (text: string) => ArrayBuffer | ArrayBufferView]>([
  ['Uint8Array', bytes],
  ['ArrayBuffer', (text) => bytes(text).buffer],
  ['DataView', (text) => new DataView(bytes(`xx${text}x`).buffer, 2, bytes(text).length)],
  ['part of an Int8Array', (text) => new Int8Array(bytes(`x${text}`).buffer, 1)],
])('bytes of UTF-8 are cleaned: %s', (_name, make) => {
  const dirty = make(DIRTY);
  const before = structuredClone(dirty);

  expect(cleanBody(dirty, '/', traffic).body).toEqual(bytes(CLEAN));
  expect(dirty).toEqual(before);
});

test('a byte order mark stays', () => {
  expect(cleanBody(bytes(`\ufeff${DIRTY}`), '/', traffic).body).toEqual(bytes(`\ufeff${CLEAN}`));
});

test('bytes without history are returned as the same object', () => {
  const broken = bytes(DIRTY).fill(0xff, 11, 12);
  for (const body of [bytes('other'), bytes(''), Uint8Array.of(0x1f, 0x8b, 8, 0), broken]) {
    const cleaned = cleanBody(body, '/', traffic);
    expect(cleaned.body).toBe(body);
    expect(cleaned.sent).toBeNull();
  }
  const known = bytes('{"chat":1}');
  expect(cleanBody(known, '/', traffic)).toEqual({
    body: known,
    sent: { body: '{"chat":1}', asksReply: true, message: null } as SentRequest,
  });
  expect(cleanBody(known, '/', traffic).body).toBe(known);
});

test("a form is cleaned field by field; order, duplicates and files stay, and the page's form is unchanged", () => {
  const file = new File(['dirty'], 'a.json', { type: 'application/json', lastModified: 5 });
  const dirty = form(
    ['a', 'x'],
    ['data', DIRTY],
    ['file', file],
    ['data', DIRTY],
    ['a', 'y'],
    ['blob', new Blob(['z'])],
  );

  const { body, sent } = cleanBody(dirty, '/', traffic);

  expect(body).not.toBe(dirty);
  expect(fieldsOf(body)).toEqual([
    ['a', 'x'],
    ['data', CLEAN],
    ['file', ['a.json', 'application/json', 5]],
    ['data', CLEAN],
    ['a', 'y'],
    ['blob', ['blob', '', 1]],
  ]);
  expect((body as FormData).get('file')).toBe(file);
  expect(sent?.body).toBe(CLEAN);
  expect(dirty.get('data')).toBe(DIRTY);
});

test('of the fields of a form, one of a known shape tells what it asks', () => {
  const asks = { asksReply: true, message: null };
  const mixed = fakeTraffic({
    cleanRequest: (body) =>
      body === DIRTY ? { body, ...asks } : { body, ...asks, asksReply: false, isUnknown: true },
  });

  for (const dirty of [
    form(['a', 'x'], ['data', DIRTY], ['b', 'y']),
    form(['data', DIRTY], ['a', 'x']),
  ])
    expect(cleanBody(dirty, '/', mixed).sent).toEqual({ body: DIRTY, ...asks });
  expect(cleanBody(form(['a', 'x'], ['b', 'y']), '/', mixed).sent).toMatchObject({ body: 'x' });
});

test('a form without history is returned as the same object', () => {
  for (const body of [form(), form(['a', 'x'], ['file', new File(['dirty'], 'a')])])
    expect(cleanBody(body, '/', traffic)).toEqual({ body, sent: null });
  const known = form(['data', '{"chat":1}']);
  expect(cleanBody(known, '/', traffic).body).toBe(known);
  expect(cleanBody(known, '/', traffic).sent).not.toBeNull();
});

test('every other body is left alone, and none of its code runs', () => {
  const trap = new Proxy(
    {},
    { get: () => expect.unreachable(), getPrototypeOf: () => expect.unreachable() },
  );
  const others = [
    undefined,
    null,
    5,
    new Blob([DIRTY]),
    new URLSearchParams({ a: DIRTY }),
    new ReadableStream(),
    { toString: () => expect.unreachable() },
    [DIRTY],
    () => DIRTY,
    trap,
  ];
  for (const body of others) {
    const cleaned = cleanBody(body, '/', traffic);
    expect(cleaned.body === body).toBe(true);
    expect(cleaned.sent).toBeNull();
  }
});

test('nothing is read while the site is not on', () => {
  for (const body of [DIRTY, bytes(DIRTY), form(['data', DIRTY])])
    expect(cleanBody(body, '/', trafficThatIs(false)).body).toBe(body);
});

import '../browser-shape.ts';
import { expect, test } from 'vitest';
import { overlayBeacon } from '../../../src/hook/transports/beacon.ts';
import { fakeTraffic } from '../fake-traffic.ts';

test('a beacon is sent cleaned and returns its result; with nothing to clean, it gets the same arguments', () => {
  const calls: unknown[][] = [];
  class Fake {
    sendBeacon(...args: unknown[]): boolean {
      calls.push(args);
      return calls.length % 2 === 1;
    }
  }
  const traffic = fakeTraffic({
    cleanRequest: (body) => (body.includes('dirty') ? { body: 'clean', asksReply: false, message: null } : null),
  });
  const blob = new Blob(['dirty']);

  overlayBeacon(Fake.prototype, traffic);
  const fake = new Fake();
  const results = [
    fake.sendBeacon('/a', 'dirty'),
    fake.sendBeacon('/a', new TextEncoder().encode('dirty')),
    fake.sendBeacon('/a', 'other', 3),
    fake.sendBeacon('/a', blob),
    fake.sendBeacon('/a'),
    fake.sendBeacon(),
  ];

  expect(results).toEqual([true, false, true, false, true, false]);
  expect(calls).toEqual([
    ['/a', 'clean'],
    ['/a', new TextEncoder().encode('clean')],
    ['/a', 'other', 3],
    ['/a', blob],
    ['/a'],
    [],
  ]);
  expect(calls[3]?.[1]).toBe(blob);
});

test('nothing is installed if there is no such method', () => {
  expect(overlayBeacon({}, fakeTraffic())).toBeNull();
});

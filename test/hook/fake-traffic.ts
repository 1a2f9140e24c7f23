import type { Traffic } from '../../src/hook/body-transform.ts';

/** Traffic of a site that is on, in which nothing is changed; with `some` in place of that. */
export function fakeTraffic(some: Partial<Traffic> = {}): Traffic {
  return {
    off: () => false,
    on: () => true,
    cleanRequest: () => null,
    cleanFrame: (frame) => frame,
    socketOf: () => null,
    openEvents: () => ({ receive: (_event, data) => data, end() {} }),
    firstWord: () => null,
    openBody: () => null,
    ...some,
  };
}

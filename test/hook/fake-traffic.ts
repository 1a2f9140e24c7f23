import type { HookSettings } from '../../src/bridge/protocol.ts';
import type { SocketTransform, Traffic } from '../../src/hook/transports/traffic.ts';

/** The settings of a site with everything on, and no word about Hermes. */
export const SETTINGS: HookSettings = {
  type: 'settings',
  enabled: true,
  replies: true,
  history: true,
  storedChats: true,
  repairs: { broken: false, legal: false, each: {} },
  rules: null,
  hermes: [],
  inspect: false,
};

/** A socket that does nothing, overridden by `some`. */
export function fakeSocket(some: Partial<SocketTransform> = {}): SocketTransform {
  return {
    receive: (packet) => packet,
    receivePayload: (payload) => payload,
    heard() {},
    lost() {},
    stopped() {},
    ...some,
  };
}

/** Traffic of a site that is on, in which nothing is changed, overridden by `some`. */
export function fakeTraffic(some: Partial<Traffic> = {}): Traffic {
  return {
    off: () => false,
    on: () => true,
    cleanRequest: () => null,
    cleanFrame: (frame) => frame,
    socketOf: () => null,
    openEvents: () => ({ receive: (_event, data) => data, end() {}, stopped() {} }),
    settingsKnown: () => null,
    openBody: () => null,
    ...some,
  };
}

import type { Traffic } from './traffic.ts';
import { overlayMethod, type Restore } from '../realm/overlay.ts';
import { cleanBody } from './request-bodies.ts';

/**
 * Lays the overlay over `sendBeacon`: what a page stores as it goes away leaves cleaned, in the same call. A blob, the
 * only body that gives a beacon the type of JSON, can not be read in time.
 * @param owner the prototype that has the method
 */
export function overlayBeacon(owner: object, traffic: Traffic): Restore | null {
  return overlayMethod(owner, 'sendBeacon', (native, _self, args) => {
    const { body } = cleanBody(args[1], traffic);
    return native(body === args[1] ? args : [args[0], body]);
  });
}

import type { Traffic } from './traffic.ts';
import { overlayMethod, type Restore } from '../realm/overlay.ts';
import { cleanBody } from './request-bodies.ts';

/**
 * Installs the overlay over `sendBeacon`: what a page stores while it is being closed is cleaned in
 * the same call. A blob, the only body that can give a beacon the JSON content type, cannot be read
 * synchronously.
 * @param owner the object that has the method
 */
export function overlayBeacon(owner: object, traffic: Traffic): Restore | null {
  return overlayMethod(owner, 'sendBeacon', (native, _self, args) => {
    const { body } = cleanBody(args[1], args[0], traffic);
    return native(body === args[1] ? args : [args[0], body]);
  });
}

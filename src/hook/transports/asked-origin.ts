import { NativeRequest, requestUrl, tagOf } from '../realm/natives.ts';
import { attempt } from '../realm/overlay.ts';

const ORIGIN = /^https?:\/\/[^/?#]+/;

/**
 * Returns whether a response comes from the origin that was asked: a redirect may lead elsewhere, and what was meant for
 * one server is for no other. Within an origin, as from one path to another, it is still the server that was asked.
 * @param asked what the page has asked for: an address or a Request; anything else counts as another origin
 * @param url of the response, after redirects
 */
export function isOfAskedOrigin(asked: unknown, url: string): boolean {
  if (asked === url) return true;
  const answered = ORIGIN.exec(url)?.[0];
  return answered !== undefined && ORIGIN.exec(addressOf(asked))?.[0] === answered;
}

/** @returns the absolute address, without running code of the page; '' if it has none */
function addressOf(asked: unknown): string {
  return attempt(() => {
    if (typeof asked === 'string') return requestUrl(new NativeRequest(asked));
    return tagOf(asked) === '[object Request]' ? requestUrl(asked as Request) : '';
  }, '');
}

import { NativeRequest, requestUrl, tagOf, urlHref } from '../realm/natives.ts';
import { attempt } from '../realm/overlay.ts';
import { isSameOrigin } from '../../lib/same-origin.ts';

/**
 * Returns whether a response comes from the origin that was asked: see `isSameOrigin`.
 * @param asked what the page has asked for: an address or a Request; anything else counts as
 * another origin
 * @param url of the response, after redirects
 */
export function isOfAskedOrigin(asked: unknown, url: string): boolean {
  return asked === url || isSameOrigin(absolute(addressOf(asked)), url);
}

/**
 * @param asked what the page has asked for: an address, a URL or a Request
 * @returns the address as given, without running code of the page; '' if it has none
 */
export function addressOf(asked: unknown): string {
  if (typeof asked === 'string') return asked;
  return attempt(() => {
    const tag = tagOf(asked);
    if (tag === '[object URL]') return urlHref(asked as URL);
    return tag === '[object Request]' ? requestUrl(asked as Request) : '';
  }, '');
}

/** @returns '' for no address */
function absolute(url: string): string {
  return url === '' ? '' : attempt(() => requestUrl(new NativeRequest(url)), '');
}

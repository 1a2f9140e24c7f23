import { NativeRequest, requestUrl, tagOf } from '../realm/natives.ts';
import { attempt } from '../realm/overlay.ts';
import { isSameOrigin } from '../../lib/same-origin.ts';

/**
 * Returns whether a response comes from the origin that was asked: see `isSameOrigin`.
 * @param asked what the page has asked for: an address or a Request; anything else counts as another origin
 * @param url of the response, after redirects
 */
export function isOfAskedOrigin(asked: unknown, url: string): boolean {
  return asked === url || isSameOrigin(addressOf(asked), url);
}

/** @returns the absolute address, without running code of the page; '' if it has none */
function addressOf(asked: unknown): string {
  return attempt(() => {
    if (typeof asked === 'string') return requestUrl(new NativeRequest(asked));
    return tagOf(asked) === '[object Request]' ? requestUrl(asked as Request) : '';
  }, '');
}

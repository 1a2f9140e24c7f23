import { siteOf } from '../../extension/origins.ts';

/** The address of a chat, as somebody typed it. */
export interface ChatAddress {
  /** Its origin. */
  readonly site: string;
  /** The page to open. */
  readonly url: string;
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
/** With a slash forgotten. */
const SHORT_SCHEME = /^(https?):\/?(?=[^/\d])/i;
/**
 * Machines nearby, which rarely have a certificate: names without a dot, IP addresses, and the
 * suffixes of home networks.
 */
const NEARBY =
  /^(?:[^./:]+|[\d.]+|\[[^\]]*\]|.*\.(?:local|localhost|lan|home|internal|home\.arpa))(?::\d+)?(?:\/|$)/i;

/**
 * Reads an address as people type it: the scheme may be missing.
 * @param text what somebody typed
 * @returns null if it is no address of a page that the extension can run in
 */
export function readChatAddress(text: string): ChatAddress | null {
  const written = text.trim().replace(SHORT_SCHEME, '$1://');
  if (written === '' || /\s/.test(written)) return null;
  const url = SCHEME.test(written)
    ? written
    : `${NEARBY.test(written) ? 'http' : 'https'}://${written}`;
  const site = siteOf(url);
  return site === null ? null : { site, url: new URL(url).href };
}

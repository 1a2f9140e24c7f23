/**
 * The one module that knows what a site is (scheme, host and port) and how to write it as a match
 * pattern. Pure: shared by the popup, the background and programs outside the browser.
 */

/**
 * Hosts that no extension may touch; Firefox names the Mozilla ones in
 * `extensions.webextensions.restrictedDomains`.
 */
const CLOSED_HOSTS: readonly string[] = [
  'chromewebstore.google.com',
  'addons.mozilla.org',
  'addons.cdn.mozilla.net',
  'accounts.firefox.com',
  'support.mozilla.org',
];

/**
 * Returns the site a page belongs to.
 * @param url URL of a page, or any other text
 * @returns `scheme://host[:port]`, without a default port; null if the extension cannot run there:
 * anything but http and https, the browsers' add-on stores, and text that is not a URL
 */
export function siteOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, pathname, origin } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  // A star is legal in a host name, and in a match pattern it would mean "every subdomain".
  if (hostname.includes('*')) return null;
  const host = hostname.replace(/\.$/, '');
  if (CLOSED_HOSTS.includes(host)) return null;
  if (host === 'chrome.google.com' && /^\/webstore(\/|$)/.test(pathname)) return null;
  return origin;
}

/** Returns whether `value` is the origin of a supported site, exactly as `siteOf` writes it. */
export function isSite(value: unknown): value is string {
  return typeof value === 'string' && siteOf(value) === value;
}

/**
 * Returns whether this browser honours a port in a match pattern. Firefox resolves every call with
 * such a pattern and then never matches it (bugs 1362809, 1468162; seen in 153), so there a pattern
 * covers all ports of a host and code checks the port.
 * @param firefox defaults to the browser this was built for
 */
export function patternsHavePorts(
  firefox: boolean = import.meta.env.BROWSER === 'firefox',
): boolean {
  return !firefox;
}

/**
 * Returns the match pattern that gives the extension access to a site, for permissions and
 * registered scripts alike. The scheme is always spelled out: Chromium refuses a port behind
 * `*://`.
 * @param origin a site as `siteOf` returns it
 * @param ports whether the browser honours ports
 * @returns for instance `http://localhost:3000/*`, or `http://localhost/*` (any port) where ports
 * are not honoured
 */
export function matchPattern(origin: string, ports: boolean = patternsHavePorts()): string {
  const { protocol, host, hostname } = new URL(origin);
  return `${protocol}//${ports ? host : hostname}/*`;
}

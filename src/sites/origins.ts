/**
 * The one place that knows what a site is (scheme, host and port) and how a browser's match pattern says it.
 * Pure: the popup, the background and programs outside the browser use it alike.
 */

/** Hosts that no extension may touch; Firefox names the Mozilla ones in `extensions.webextensions.restrictedDomains`. */
const CLOSED_HOSTS: readonly string[] = [
  'chromewebstore.google.com',
  'addons.mozilla.org',
  'addons.cdn.mozilla.net',
  'accounts.firefox.com',
  'support.mozilla.org',
];

/**
 * The site a page belongs to.
 * @param url address of a page, of any shape
 * @returns `scheme://host[:port]`, without a default port, or null where the extension cannot run: anything but http
 * and https, the browsers' add-on stores, and what is no address at all
 */
export function siteOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, pathname, origin } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  // A star is legal in a host name and would turn the pattern made from it into "every subdomain".
  if (hostname.includes('*')) return null;
  const host = hostname.replace(/\.$/, '');
  if (CLOSED_HOSTS.includes(host)) return null;
  if (host === 'chrome.google.com' && /^\/webstore(\/|$)/.test(pathname)) return null;
  return origin;
}

/** Whether `value` is the origin of a supported site exactly as `siteOf` writes it. */
export function isSite(value: unknown): value is string {
  return typeof value === 'string' && siteOf(value) === value;
}

/**
 * Whether this browser honours a port in a match pattern.
 * Firefox resolves every call with such a pattern and then never matches it (bugs 1362809, 1468162; seen in 153),
 * so that there a pattern stands for all ports of a host and the port is checked in code.
 * @param firefox left out: the browser this was built for
 */
export function patternsHavePorts(firefox: boolean = import.meta.env.BROWSER === 'firefox'): boolean {
  return !firefox;
}

/**
 * The match pattern that lets the extension into a site: for permissions and for registered scripts alike.
 * The scheme is always spelled out: Chromium refuses a port behind `*://`.
 * @param origin a site as `siteOf` returns it
 * @param ports whether the browser honours ports
 * @returns for instance `http://localhost:3000/*`, or `http://localhost/*` (any port) where ports are not honoured
 */
export function matchPattern(origin: string, ports: boolean = patternsHavePorts()): string {
  const { protocol, host, hostname } = new URL(origin);
  return `${protocol}//${ports ? host : hostname}/*`;
}

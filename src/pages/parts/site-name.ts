/**
 * Names a site by host and port, since the same host with another port is another site.
 * @param among other sites that are shown; if one of them differs by its scheme only, the name
 * includes the scheme
 */
export function siteName(origin: string, among: readonly string[]): string {
  const { host } = new URL(origin);
  return among.some((other) => other !== origin && new URL(other).host === host) ? origin : host;
}

/**
 * @param asked address of a request, of which the path and the query alone count: whatever else it names, the answer comes
 *   from the server that is configured
 * @returns where the request goes
 */
export function targetOf(upstream: URL, asked: URL): URL {
  const target = new URL(upstream);
  // Setting a path changes no host, even where it begins with two slashes.
  target.pathname = upstream.pathname.replace(/\/$/, '') + asked.pathname;
  target.search = asked.search;
  return target;
}

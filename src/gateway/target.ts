/**
 * @param asked address of a request. Only its path and query count: whatever host it names, the configured server
 * answers
 * @returns the address to forward the request to
 */
export function targetOf(upstream: URL, asked: URL): URL {
  const target = new URL(upstream);
  // Setting a path never changes the host, even if it begins with two slashes.
  target.pathname = upstream.pathname.replace(/\/$/, '') + asked.pathname;
  target.search = asked.search;
  return target;
}

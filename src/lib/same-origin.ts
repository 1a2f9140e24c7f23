const ORIGIN = /^https?:\/\/[^/?#]+/;

/**
 * Returns whether two absolute addresses are of one origin: a redirect may lead elsewhere, and what
 * was meant for one server is for no other. Within an origin, as from one path to another, it is
 * still the server that was asked.
 */
export function isSameOrigin(asked: string, answered: string): boolean {
  const origin = ORIGIN.exec(answered)?.[0];
  return origin !== undefined && ORIGIN.exec(asked)?.[0] === origin;
}

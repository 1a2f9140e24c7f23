// Finds out what each server is, so that a gateway that has just started and one that runs for days
// treat a chat alike.

import { isHermes, MAX_HEALTH, targetOf, type Route } from './policy.ts';
import type { Ask } from './recorded.ts';
import type { PolicySettings, Upstream } from './settings.ts';

/** Milliseconds after which a server is asked again. */
const LOOK_AGAIN = 5 * 60_000;
/** Milliseconds that a request waits for that. */
const LOOKS_FOR = 2000;
/**
 * A server that does not answer is asked again with the next request, but for a sixth of the time
 * at most …
 */
const RESTS = 5;
/** … unless it says so within these milliseconds, as where nothing listens. */
const AT_ONCE = 250;

/**
 * Asks a server what it is. No two requests share the answer: workers cannot wait for what another
 * one asks, and the first may be given up.
 * @returns for a person why it cannot be reached, or null
 */
export async function lookAt(
  { upstream, known }: Pick<Route, 'upstream' | 'known'>,
  ask: Ask,
  within = LOOKS_FOR,
): Promise<string | null> {
  const since = Date.now();
  const address = new URL(`http://server${upstream.path}/v1/health`);
  const found = await ask(targetOf(upstream, address), [], { within, atMost: MAX_HEALTH });
  const now = Date.now();
  const took = Math.min(now - since, LOOKS_FOR);
  // What stands before a server may answer while that is down.
  const hasAnswered = 'text' in found && found.status < 500;
  const rest = took > AT_ONCE ? RESTS * took : 0;
  known.looked = { hasAnswered, next: now + (hasAnswered ? LOOK_AGAIN : rest) };
  if ('text' in found && isHermes(found.text)) known.isHermes = true;
  return 'message' in found ? found.message : null;
}

/**
 * @param asking returns how to ask a server on the gateway's own account
 * @returns called with each request before it goes on; `later` is called with work that it need not
 * wait for
 */
export function createKnownServers(
  settings: PolicySettings,
  asking: (upstream: Upstream) => Ask,
): (to: Route, later?: (work: Promise<unknown>) => void) => Promise<void> {
  return async (to, later = () => {}) => {
    const { known, upstream } = to;
    const last = known.looked;
    if (settings.isHermes || known.isHermes || (last && Date.now() < last.next)) return;
    if (!last?.hasAnswered) return void (await lookAt(to, asking(upstream)));
    known.looked = { hasAnswered: true, next: Date.now() + LOOK_AGAIN };
    later(lookAt(to, asking(upstream)));
  };
}

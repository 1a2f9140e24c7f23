/**
 * Connects the bridge with the script that contains badges and notices, in whichever order they
 * run. The bridge runs before any script of the page; most pages need no badge that early, so these
 * are a script of their own, which runs at document_end. A page that loads while its site is
 * switched on may get one of them by registration and both by injection.
 */
import type { createPageBadges } from './page-badges.ts';
import type { createNotice } from '../badges/notice.ts';

/** What the script provides. */
export interface BadgeScript {
  readonly createPageBadges: typeof createPageBadges;
  readonly createNotice: typeof createNotice;
  /** Returns whether the extension was neither reloaded nor removed since. */
  works(): boolean;
}

interface Rendezvous {
  script: BadgeScript | null;
  /** Bridges that wait for it: more than one only if the extension was reloaded meanwhile. */
  readonly waiting: Set<(script: BadgeScript) => void>;
}

/** A symbol for the same reason as that of `runOncePerWorld`. */
const RENDEZVOUS = Symbol.for('stream-fixer:badges');

/**
 * Offers the script to the bridges of its world, now and later; does nothing if there is one that
 * works.
 */
export function offerBadges(world: object, script: BadgeScript): void {
  const rendezvous = rendezvousIn(world);
  if (rendezvous.script?.works()) return;
  rendezvous.script = script;
  const waiting = [...rendezvous.waiting];
  rendezvous.waiting.clear();
  for (const onScript of waiting) onScript(script);
}

/**
 * @param onScript called once, as soon as the script is there
 * @param signal stops waiting
 */
export function awaitBadges(
  world: object,
  onScript: (script: BadgeScript) => void,
  signal: AbortSignal,
): void {
  const { script, waiting } = rendezvousIn(world);
  if (script?.works()) return onScript(script);
  waiting.add(onScript);
  signal.addEventListener('abort', () => waiting.delete(onScript), { once: true });
}

function rendezvousIn(world: object): Rendezvous {
  const known = Object.getOwnPropertyDescriptor(world, RENDEZVOUS)?.value as Rendezvous | undefined;
  if (known) return known;
  const rendezvous: Rendezvous = { script: null, waiting: new Set() };
  Object.defineProperty(world, RENDEZVOUS, { value: rendezvous });
  return rendezvous;
}

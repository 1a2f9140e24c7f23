/**
 * How the bridge meets the script with badges and notices. The bridge runs before any script of the page; most pages
 * need no badge that early, so these are a script of their own, which runs once the document has been parsed. Both run
 * in the extension's world of the page, in either order: a page that loads while its site is switched on gets one of
 * them by registration and both by injection.
 */
import type { createPageBadges } from './page-badges.ts';
import type { createNotice } from '../badges/notice.ts';

/** What the script has. */
export interface BadgeScript {
  readonly createPageBadges: typeof createPageBadges;
  readonly createNotice: typeof createNotice;
  /** Returns whether the extension was neither reloaded nor removed since. */
  works(): boolean;
}

interface Meeting {
  script: BadgeScript | null;
  /** Bridges that wait for it: more than one only if the extension was reloaded meanwhile. */
  readonly waiting: Set<(script: BadgeScript) => void>;
}

/** A symbol for the same reason as that of `once`. */
const MEETING = Symbol.for('stream-fixer:badges');

/** Offers the script to the bridges of its world, now and later; does nothing if there is one that works. */
export function offerBadges(world: object, script: BadgeScript): void {
  const meeting = meetingIn(world);
  if (meeting.script?.works()) return;
  meeting.script = script;
  const takers = [...meeting.waiting];
  meeting.waiting.clear();
  for (const take of takers) take(script);
}

/**
 * @param take called once, as soon as the script is there
 * @param signal stops waiting
 */
export function awaitBadges(world: object, take: (script: BadgeScript) => void, signal: AbortSignal): void {
  const { script, waiting } = meetingIn(world);
  if (script?.works()) return take(script);
  waiting.add(take);
  signal.addEventListener('abort', () => waiting.delete(take), { once: true });
}

function meetingIn(world: object): Meeting {
  const known = Object.getOwnPropertyDescriptor(world, MEETING)?.value as Meeting | undefined;
  if (known) return known;
  const meeting: Meeting = { script: null, waiting: new Set() };
  Object.defineProperty(world, MEETING, { value: meeting });
  return meeting;
}

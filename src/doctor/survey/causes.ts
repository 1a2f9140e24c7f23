import type { Finding } from '../diagnosis.ts';

/** What came and was not read: anything that is missing may be in it. */
const UNREADABLE = ['data-not-json', 'no-frames', 'unread-frames'];

/** What puts pieces into the wrong place, or into none. */
const MISPLACED = [
  'reply-in-reply',
  'number-gap',
  'out-of-order',
  'delta-misfit',
  'delta-object',
  'part-missing',
];

/** What leaves an event without its place. */
const PLACELESS = ['field-missing', 'unread-frames'];

/** By the id of a finding: what it follows from, if that was found, too. */
const CAUSES: Readonly<Record<string, readonly string[]>> = {
  'broken-arguments': [...UNREADABLE, ...MISPLACED, 'deltas-differ', 'tokens-in-arguments'],
  'call-without-arguments': UNREADABLE,
  'call-without-name': UNREADABLE,
  'call-without-id': ['field-mistyped'],
  'copy-differs': [
    ...UNREADABLE,
    ...MISPLACED,
    'deltas-differ',
    'rotating-ids',
    'only-at-end',
    'arguments-at-end',
    'never-closed',
  ],
  'call-missing': [...UNREADABLE, ...MISPLACED, 'call-as-text'],
  'only-reasoning': [...UNREADABLE, ...MISPLACED, 'call-as-text', 'reasoning-as-text'],
  'empty-reply': [...UNREADABLE, ...MISPLACED, 'call-missing'],
  'only-at-end': ['unread-frames', 'delta-object', 'number-gap'],
  'deltas-differ': [...UNREADABLE, ...MISPLACED, 'rotating-ids'],
  'call-untold': ['reply-in-reply'],
  'number-gap': [...PLACELESS, 'reply-in-reply'],
  'delta-misfit': [...PLACELESS, 'number-gap'],
  'out-of-order': [...PLACELESS, 'reply-in-reply', 'number-gap', 'part-missing', 'rotating-ids'],
  'never-closed': [...PLACELESS, 'reply-in-reply', 'number-gap', 'out-of-order'],
  'part-missing': [...PLACELESS, 'rotating-ids'],
};

/** Returns whether one finding follows from another. */
export function follows(id: string, cause: string): boolean {
  return CAUSES[id]?.includes(cause) ?? false;
}

/** @returns the findings in their order, except that what follows from another comes behind it */
export function causesFirst(findings: readonly Finding[]): readonly Finding[] {
  const left = [...findings];
  const ordered: Finding[] = [];
  while (left.length > 0) {
    const free = left.findIndex(({ id }) => !left.some((other) => follows(id, other.id)));
    ordered.push(...left.splice(Math.max(0, free), 1));
  }
  return ordered;
}

import type { Evidence } from '../../src/normalizer/text/evidence.ts';
import type { Progress } from '../../src/normalizer/progress/progress-types.ts';
import type { ReplyEvent } from '../../src/normalizer/reply/reply-event.ts';

/** What was said of a reply, as far as it does not depend on when it was said. */
export interface Said {
  readonly markers: number;
  /** Emoji, label and provenance of each call, sorted. */
  readonly calls: readonly string[];
  readonly evidence: readonly Evidence[];
}

/** Gathers what a page or program says of one reply. */
export interface Seen {
  report(event: ReplyEvent): void;
  all(): Said;
}

export function createSeen(): Seen {
  let markers = 0;
  const calls = new Map<number, Progress>();
  const evidence = new Set<Evidence>();
  return {
    report(event) {
      if (event.type === 'marker') markers++;
      if (event.type === 'progress') calls.set(event.progress.call, event.progress);
      if (event.type === 'evidence') evidence.add(event.evidence);
    },
    all: () => ({
      markers,
      calls: [...calls.values()]
        .map(({ emoji, label, provenance }) => `${emoji} ${label}: ${provenance}`)
        .toSorted(),
      evidence: [...evidence].toSorted(),
    }),
  };
}

/** @returns what both said, each marker and call being seen by one of them */
export function seenTwice(first: Seen, second: Seen): Said {
  const [one, other] = [first.all(), second.all()];
  return {
    markers: one.markers + other.markers,
    calls: [...one.calls, ...other.calls].toSorted(),
    evidence: [...new Set([...one.evidence, ...other.evidence])].toSorted(),
  };
}

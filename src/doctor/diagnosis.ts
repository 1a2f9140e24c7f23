import type { Carrier } from './carrier.ts';
import type { Defect } from './defects.ts';
import type { Surveyed } from './survey/survey.ts';
import type { Counted } from './tally.ts';

/**
 * Whether we repair a defect: wherever it is; only where its rule is switched on, as that changes what a stream means;
 * not here, as nothing else in the stream needs repair; or never, as nobody can from the stream alone.
 */
export type Mended = 'always' | 'by-rule' | 'not-here' | 'never';

/** The first line of a response. */
export interface HttpStatus {
  readonly code: number;
  /** '' where the server gave none, as in HTTP/2. */
  readonly reason: string;
}

/** A defect that was found in a stream. */
export interface Finding extends Defect {
  readonly mended: Mended;
  /** Frames, entries of `tool_calls` or markers in which it was found. */
  readonly count: number;
  /** Number of the frame in which it showed first, from 1 on; null where it showed at the end of the stream. */
  readonly firstFrame: number | null;
  /** The beginning of that frame, safe to print; of the last frame where it showed at the end. */
  readonly excerpt: string;
}

/** What a recorded stream is, what is wrong with it, and what we do about it. Plain data of bounded size. */
export interface Diagnosis extends Surveyed {
  readonly carrier: Carrier;
  /** As the header has it, cut; null where it is not known. */
  readonly contentType: string | null;
  /** Null where it was not recorded. */
  readonly status: HttpStatus | null;
  /** We look at bodies of this content type. */
  readonly isLookedAt: boolean;
  readonly bytes: number;
  /** Frames, lines or packets; 1 for a body that is read as a whole. */
  readonly frames: number;
  /** What the stream tells of tools, other than by markers. */
  readonly tools: { readonly calls: number; readonly names: readonly Counted[] };
  /** Markers that are removed, by who wrote them. */
  readonly markers: { readonly server: number; readonly imitated: number; readonly unknown: number };
  readonly findings: readonly Finding[];
  /** Named events of a chat's stream that nothing we know explains. */
  readonly unknownEvents: readonly Counted[];
  /** What the page gets is what the server sent, byte for byte. */
  readonly isUnchanged: boolean;
}

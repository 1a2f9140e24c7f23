import type { Carrier } from './carrier.ts';
import type { Defect } from './defects.ts';
import type { Surveyed } from './survey/survey.ts';
import type { Counted } from './tally.ts';

/**
 * Whether we repair a defect: always; only with the repair switched on, as that changes what a
 * stream means; not here, as nothing else in the stream needs repair; or never, as it cannot be
 * done from the stream alone.
 */
export type Repaired = 'always' | 'optional' | 'not-here' | 'never';

/** The first line of a response. */
export interface HttpStatus {
  readonly code: number;
  /** '' if the server sent none, as in HTTP/2. */
  readonly reason: string;
}

/** A defect found in a stream. */
export interface Finding extends Pick<Defect, 'id' | 'defect' | 'breaks' | 'whatWeDo' | 'source'> {
  /**
   * Who allows it: then the fault is that of the clients that break, not of the server. Null if
   * nobody does.
   */
  readonly allowed: string | null;
  readonly repaired: Repaired;
  /** Frames, entries of `tool_calls` or markers in which it was found. */
  readonly count: number;
  /** Number of the first frame with it, from 1; null if it showed at the end of the stream. */
  readonly firstFrame: number | null;
  /** The beginning of that frame, safe to print; of the last frame if it showed at the end. */
  readonly excerpt: string;
}

/**
 * What a recorded stream is, what is wrong with it, and what we do about it. Plain data of limited
 * size.
 */
export interface Diagnosis extends Surveyed {
  readonly carrier: Carrier;
  /** As in the header, shortened; null if unknown. */
  readonly contentType: string | null;
  /** Null if it was not recorded. */
  readonly status: HttpStatus | null;
  /** Whether we process bodies of this content type. */
  readonly isLookedAt: boolean;
  readonly bytes: number;
  /** Frames, lines or packets; 1 for a body that is read as a whole. */
  readonly frames: number;
  /** What the stream reports of tools, other than by markers. */
  readonly tools: { readonly calls: number; readonly names: readonly Counted[] };
  /** Markers that are removed, by who wrote them. */
  readonly markers: {
    readonly server: number;
    readonly imitated: number;
    readonly unknown: number;
  };
  readonly findings: readonly Finding[];
  /** Named events in a chat's stream that are unknown to us. */
  readonly unknownEvents: readonly Counted[];
  /** The page gets exactly the bytes that the server sent. */
  readonly isUnchanged: boolean;
}

/** What a diagnosis says of what is no response: nothing that only a response has. */
export const NO_RESPONSE = {
  contentType: null,
  status: null,
  isLookedAt: true,
  dialects: [],
  servers: [],
  tools: { calls: 0, names: [] },
  finishReasons: [],
  done: false,
  errors: [],
  lookalikes: 0,
  unknownEvents: [],
} as const satisfies Partial<Diagnosis>;

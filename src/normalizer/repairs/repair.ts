/** One repair: `all-repairs.ts` lists them, those of tool calls from `calls/call-defects.ts`. */
export interface Repair {
  /** The file name, but for those of tool calls. */
  readonly id: string;
  /**
   * Where it runs: on `frame`s that arrive and are not sound, over a whole `stream`, on a `chunk`
   * that leaves, on `stray` frames, or at the `end`.
   */
  readonly stage: 'frame' | 'stream' | 'chunk' | 'stray' | 'end';
  /** What it changes: a broken stream, by default, or one that is legal, only on request. */
  readonly stream: 'broken' | 'legal';
  readonly about: AboutRepair;
}

/**
 * What the doctor and the inspector say of a defect, in English in every language: the operator of
 * a server reads it. `lean-repairs.ts` leaves it out of scripts that run in pages, and expects it
 * as the last member before the code.
 */
export interface AboutRepair {
  /** A few words. */
  readonly name: string;
  /** What is wrong, as a sentence. */
  readonly defect: string;
  /** Clients that are known to break, each with what happens if that is known. */
  readonly breaks: readonly string[];
  readonly whatWeDo: string;
  /** What allows it: then the fault is that of the clients that break, not of the server. */
  readonly allowed?: string;
  /** URL of a report, or of the standard that is violated. */
  readonly source: string;
  /** @returns the form that the defect takes in a frame; null if the frame does not show it */
  form?(frame: string): DefectForm | null;
}

/** A repair whose code is called by name where it runs. */
export interface PlacedRepair extends Repair {
  readonly stage: 'chunk' | 'stray' | 'end';
}

/** One of several forms of a defect: what is wrong, and who breaks on exactly that. */
export interface DefectForm {
  readonly defect: string;
  readonly breaks?: readonly string[];
}

/** Longest id of a repair, in UTF-16 units. */
const MAX_ID = 40;

/** Returns whether `value` may be the id of a repair, perhaps of another version. */
export function isRepairId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_ID && /^[a-z]+(?:-[a-z]+)*$/.test(value);
}

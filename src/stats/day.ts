/** The counts of one site on one day. */

/** A date of the person's own clock, such as `2026-11-22`: days begin at local midnight. */
export type Day = string;

/** The counts that are shown first. */
export interface Counts {
  /** Markers removed from replies and from outgoing history. */
  readonly markers: number;
  /** Tool calls shown as badges. */
  readonly tools: number;
  /** Faked calls: markers that the model wrote itself, no tool ran. The name is that of what is stored; see DayFigures. */
  readonly imitated: number;
}

/** How long the calls of one tool took. */
export interface ToolTime {
  readonly calls: number;
  /** Milliseconds, of all calls together and of the longest. Only calls whose end was reported count. */
  readonly sum: number;
  readonly longest: number;
}

/** The counts of one day. */
export interface DayFigures {
  readonly replies: number;
  readonly markers: number;
  readonly tools: number;
  /** Faked calls: no tool ran. Stored under this name ever since, so it stays; a person never sees it. */
  readonly imitated: number;
  /** Events of tool progress that were removed whole. */
  readonly events: number;
  /** Bytes that servers sent and pages did not get to see, and bytes of history that pages did not send. */
  readonly bytes: number;
  /** Stored chats that were cleaned. */
  readonly healed: number;
  /** By id of the repair. */
  readonly repairs: Readonly<Record<string, number>>;
  /** By name of the tool. */
  readonly times: Readonly<Record<string, ToolTime>>;
}

export const NO_FIGURES: DayFigures = {
  replies: 0,
  markers: 0,
  tools: 0,
  imitated: 0,
  events: 0,
  bytes: 0,
  healed: 0,
  repairs: {},
  times: {},
};

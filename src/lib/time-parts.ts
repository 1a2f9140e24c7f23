/**
 * A duration in the units that it is written in. Cut, not rounded: 59.96 s must not become 60.0 s.
 */
export function timeParts(milliseconds: number): {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  /** Of all its seconds. */
  readonly tenths: number;
} {
  const all = Math.floor(milliseconds / 1000);
  return {
    hours: Math.floor(all / 3600),
    minutes: Math.floor(all / 60) % 60,
    seconds: all % 60,
    tenths: Math.floor(milliseconds / 100),
  };
}

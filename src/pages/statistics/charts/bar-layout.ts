/** The layout of bars, lines and labels of a chart. Pure; lengths are CSS pixels, y grows downwards. */

/** The part of a chart that bars fill. */
export interface Plot {
  readonly width: number;
  readonly height: number;
}

/** One bar for one day. */
export interface Bar {
  readonly x: number;
  readonly width: number;
  /** It is higher than the chart: its parts keep their shares of it. */
  readonly cut: boolean;
  /** From the bottom up, by index of the value; empty parts are left out. */
  readonly parts: readonly { readonly series: number; readonly y: number; readonly height: number }[];
}

/** Lines across a chart. */
export interface Axis {
  readonly top: number;
  /** Ascending, without zero; the last is `top`. */
  readonly lines: readonly number[];
}

/** Any value above zero is visible, however small beside the rest. */
const LEAST_HEIGHT = 2;
const MOST_LINES = 4;
/** If they are closer to each other, names of days run together. */
const LABEL_WIDTH = 64;
const STEPS = [1, 2, 7, 14, 30, 60] as const;

/**
 * @param most the highest value; anything not above zero counts as zero
 * @param least the smallest meaningful step: 1 for counts, 0.01 for rates
 * @returns round values to draw lines at, at most four
 */
export function axisOf(most: number, least: number): Axis {
  const units = Math.max(1, Math.ceil(round(Math.max(0, most) / least)));
  const step = roundStep(units / MOST_LINES);
  const count = Math.ceil(units / step);
  const lines = Array.from({ length: count }, (_, index) => round((index + 1) * step * least));
  return { top: lines.at(-1) ?? least, lines };
}

/** One bar in ten may be cut; with fewer bars above zero, too few show what is usual. */
const CUT_OF = 10;
const LEAST_TO_CUT = 5;
/** A bar this many times as high as the next one makes all others too small to read. */
const FAR_HIGHER = 4;
/** The chart is this much higher than its highest uncut bar, so that a cut bar is visibly higher. */
const HEADROOM = 1.25;

/**
 * @param values of all bars
 * @param cutOf one bar in that many may be cut
 * @returns how high the chart must reach: the highest value, unless a few far outliers would flatten all others
 */
export function reachOf(values: readonly number[], cutOf = CUT_OF): number {
  const sorted = values.filter((value) => value > 0).toSorted((a, b) => b - a);
  const most = sorted.length < LEAST_TO_CUT ? 0 : Math.ceil(sorted.length / cutOf);
  for (let cut = most; cut > 0; cut--) {
    const [lowest = 0, next = 0] = [sorted[cut - 1], sorted[cut]];
    if (lowest > next * FAR_HIGHER) return next * HEADROOM;
  }
  return sorted[0] ?? 0;
}

/** In a list each bar has its value beside it, so more may be cut: times of tools differ by a hundred times. */
const LIST_CUT_OF = 3;

/** @returns the value whose bar fills the line of a list; 1 where all are 0 */
export function reachOfList(values: readonly number[]): number {
  return reachOf(values, LIST_CUT_OF) || 1;
}

/** @returns the height of a bar: at least `least` for values above zero, at most `height` */
export function heightOf(value: number, top: number, height: number, least = LEAST_HEIGHT): number {
  return value > 0 ? Math.min(height, Math.max(least, round((value / top) * height))) : 0;
}

/**
 * @param columns for each day the values that are stacked; empty for a day without any
 * @returns one bar for each day, with a pixel between parts that are high enough
 */
export function barsOf(columns: readonly (readonly number[])[], top: number, { width, height }: Plot): Bar[] {
  const slot = width / Math.max(1, columns.length);
  const gap = slot < 6 ? 1 : Math.min(8, slot / 4);
  return columns.map((values, index) => {
    const sum = values.reduce((all, value) => all + value, 0);
    return {
      x: round(index * slot + gap / 2),
      width: round(Math.max(1, slot - gap)),
      cut: sum > top,
      parts: partsOf(values, Math.max(top, sum), height),
    };
  });
}

/** @returns the day at a place of the plot; the first or last one beyond its ends */
export function dayAt(x: number, width: number, days: number): number {
  if (days < 1 || !(width > 0) || !Number.isFinite(x)) return 0;
  return Math.min(days - 1, Math.max(0, Math.floor((x / width) * days)));
}

/** @returns the days named below a plot of this width: today, and back in even steps; ascending */
export function labelledDays(days: number, width: number): number[] {
  const step = STEPS.find((one) => (one * width) / days >= LABEL_WIDTH) ?? days;
  return Array.from({ length: Math.ceil(days / step) }, (_, index) => days - 1 - index * step).toReversed();
}

function partsOf(values: readonly number[], top: number, height: number): Bar['parts'] {
  const parts: { series: number; y: number; height: number }[] = [];
  let foot = height;
  for (const [series, value] of values.entries()) {
    const whole = heightOf(value, top, height);
    if (whole === 0) continue;
    const seam = parts.length > 0 && whole > LEAST_HEIGHT ? 1 : 0;
    parts.push({ series, y: round(foot - whole), height: round(whole - seam) });
    foot -= whole;
  }
  return parts;
}

/** The next of 1, 2, 5, 10, 20 … */
function roundStep(least: number): number {
  let decade = 1;
  while (decade * 10 < least) decade *= 10;
  return [1, 2, 5, 10].map((digit) => digit * decade).find((step) => step >= least) ?? decade * 10;
}

/** Without the rounding errors of fractions. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/**
 * The time axis above the bars of an unfolded reply: its two ends, bands behind all bars while nothing ran, and a
 * legend for the bands.
 */
import { make, makeText, setText } from '../look/shadow.ts';
import { badgeTexts, pointInTime } from '../texts.ts';
import type { Span, TimeAxis } from '../reply/timeline.ts';

export interface TimeScale {
  readonly element: HTMLElement;
  /** Shown below the bars. */
  readonly legend: HTMLElement;
  /** @param times all times beside the bars: their column must be as wide as the widest */
  render(axis: TimeAxis | null, times: readonly string[]): void;
}

/** The share of the axis above which a band is visible and gets a legend. */
const WORTH_A_WORD = 0.02;

/** @param lines gets what all lines share as custom properties: `--waits`, a picture, and `--time`, a width */
export function createTimeScale(document: Document, lines: HTMLElement): TimeScale {
  const element = make(document, 'div', 'axis');
  const when = make(document, 'div', 'when');
  const scale = make(document, 'div', 'scale');
  const end = makeText(document, 'span', '');
  const legend = make(document, 'div', 'legend');
  legend.ariaHidden = 'true';
  legend.append(make(document, 'span', 'swatch'), makeText(document, 'span', '', badgeTexts.shaded));
  // For screen readers each line says its own times.
  element.ariaHidden = 'true';
  scale.append(makeText(document, 'span', '', pointInTime(0)), end);
  when.append(scale, make(document, 'span', 'time'));
  element.append(make(document, 'div', 'what'), when);

  return {
    element,
    legend,
    render(axis, times) {
      element.hidden = axis === null;
      legend.hidden = !axis?.waits.some(({ from, to }) => to - from > WORTH_A_WORD);
      if (!axis) return;
      setText(end, pointInTime(axis.length));
      lines.style.setProperty('--waits', waitsPicture(axis.waits));
      lines.style.setProperty('--time', `${Math.max(0, ...times.map(columns))}ch`);
    },
  };
}

/**
 * One gradient for all waits, so that a hundred lines need no elements for them. `--forward`: the direction of time.
 */
export function waitsPicture(waits: readonly Span[]): string {
  const stops = waits.flatMap(({ from, to }) => [
    `transparent ${percent(from)}`,
    `var(--band) ${percent(from)} ${percent(to)}`,
    `transparent ${percent(to)}`,
  ]);
  return stops.length > 0 ? `linear-gradient(var(--forward), ${stops.join(', ')})` : 'none';
}

/** Approximate width of a text, in digits: Chinese and Japanese characters are as wide as two. */
export function columns(text: string): number {
  let width = 0;
  for (const sign of text) width += sign >= '\u2e80' ? 2 : 1;
  return width;
}

/** @returns a length in CSS. @param share from 0 to 1 */
export function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

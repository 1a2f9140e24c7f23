/** The lines of one reply on their time axis. */
import { make, makeText, setText } from '../look/shadow.ts';
import type { ReplyView } from '../reply/reply-model.ts';
import type { Span, TimeAxis } from '../reply/timeline.ts';
import { badgeTexts, pointInTime, timeBesideBar } from '../texts.ts';
import { columns, createLineView, percent, type LineView } from './badge-line.ts';

/** Lines beyond which the list scrolls; the same number is in the style sheet. */
const MAX_HIGH = 12;

export function createTimelineView(document: Document) {
  const element = make(document, 'div', 'timeline');
  const list = make(document, 'ul', 'lines');
  const scale = createTimeScale(document, element);
  const lines = new Map<number, LineView>();
  // Safari drops the list role together with the bullets; setting it explicitly keeps it
  // everywhere.
  list.role = 'list';
  list.id = 'lines';
  list.ariaLabel = badgeTexts.group;
  element.append(scale.element, list, scale.legend);

  function renderLines(view: ReplyView): void {
    let next = list.firstElementChild;
    for (const line of view.lines) {
      let known = lines.get(line.call);
      if (!known) lines.set(line.call, (known = createLineView(document)));
      known.render(line, view.done);
      if (known.element === next) next = next.nextElementSibling;
      else list.insertBefore(known.element, next);
    }
  }

  function dropOthers(wanted: ReadonlySet<number>): void {
    for (const [call, line] of lines) {
      if (wanted.has(call)) continue;
      line.element.remove();
      lines.delete(call);
    }
  }

  return {
    element,
    /** The id of the list, which the fold button controls. */
    listId: list.id,
    render(view: ReplyView): void {
      const wanted = new Set(view.lines.map((line) => line.call));
      dropOthers(wanted);
      element.hidden = wanted.size === 0;
      element.classList.toggle('bars', view.axis !== null);
      element.classList.toggle('long', wanted.size > MAX_HIGH);
      // Anything that scrolls must be reachable with the keyboard.
      if (wanted.size > MAX_HIGH) list.tabIndex = 0;
      else list.removeAttribute('tabindex');
      scale.render(
        view.axis,
        view.lines.map(({ elapsed }) => timeBesideBar(elapsed ?? 0)),
      );
      renderLines(view);
    },
  };
}

/** The share of the axis above which a band is visible and gets a legend. */
const WORTH_A_WORD = 0.02;

/**
 * The time axis above the bars of an unfolded reply: its two ends, bands behind all bars while
 * nothing ran, and a legend for the bands.
 * @param lines gets what all lines share as custom properties: `--waits`, a picture, and `--time`,
 * a width
 */
function createTimeScale(document: Document, lines: HTMLElement) {
  const element = make(document, 'div', 'axis');
  const when = make(document, 'div', 'when');
  const scale = make(document, 'div', 'scale');
  const end = makeText(document, 'span', '');
  const legend = make(document, 'div', 'legend');
  legend.ariaHidden = 'true';
  legend.append(
    make(document, 'span', 'swatch'),
    makeText(document, 'span', '', badgeTexts.shaded),
  );
  // For screen readers each line says its own times.
  element.ariaHidden = 'true';
  scale.append(makeText(document, 'span', '', pointInTime(0)), end);
  when.append(scale, make(document, 'span', 'time'));
  element.append(make(document, 'div', 'what'), when);

  return {
    element,
    /** Shown below the bars. */
    legend,
    /** @param times all times beside the bars: their column must be as wide as the widest */
    render(axis: TimeAxis | null, times: readonly string[]): void {
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
 * One gradient for all waits, so that a hundred lines need no elements for them. `--forward`: the
 * direction of time.
 */
export function waitsPicture(waits: readonly Span[]): string {
  const stops = waits.flatMap(({ from, to }) => [
    `transparent ${percent(from)}`,
    `var(--band) ${percent(from)} ${percent(to)}`,
    `transparent ${percent(to)}`,
  ]);
  return stops.length > 0 ? `linear-gradient(var(--forward), ${stops.join(', ')})` : 'none';
}

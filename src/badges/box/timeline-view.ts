/** The lines of one reply on their time axis. */
import { make } from '../look/shadow.ts';
import type { ReplyView } from '../reply/reply-model.ts';
import { badgeTexts, timeBesideBar } from '../texts.ts';
import { createLineView } from './badge-line.ts';
import type { LineView } from './badge-line.ts';
import { createTimeScale } from './time-scale.ts';

/** Lines beyond which the list scrolls; the same number is in the style sheet. */
const MAX_HIGH = 12;

export interface TimelineView {
  readonly element: HTMLElement;
  /** The id of the list, which the fold button controls. */
  readonly listId: string;
  render(view: ReplyView): void;
}

/** @param onCopy called when a line was pressed: copies its name to the clipboard; false if it cannot */
export function createTimelineView(document: Document, onCopy: (name: string) => boolean): TimelineView {
  const element = make(document, 'div', 'timeline');
  const list = make(document, 'ul', 'lines');
  const scale = createTimeScale(document, element);
  const lines = new Map<number, LineView>();
  // Safari drops the list role together with the bullets; setting it explicitly keeps it everywhere.
  list.role = 'list';
  list.id = 'lines';
  list.ariaLabel = badgeTexts.group;
  element.append(scale.element, list, scale.legend);

  function renderLines(view: ReplyView): void {
    let next = list.firstElementChild;
    for (const line of view.lines) {
      let known = lines.get(line.call);
      if (!known) lines.set(line.call, (known = createLineView(document, onCopy)));
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
    listId: list.id,
    render(view) {
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

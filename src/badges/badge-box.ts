/** Everything seen of one reply: a fold button, the lines, the note about an imitated call. */
import { createLineView } from './badge-line.ts';
import type { LineView } from './badge-line.ts';
import { amberText, cssColour, mix, over, quietText, readable } from './colours.ts';
import { createMark } from './marks.ts';
import type { Place } from './placement.ts';
import type { ReplyView } from './reply-model.ts';
import { createShadowHost, make, setText } from './shadow.ts';
import { readSurroundings } from './surroundings.ts';
import { badgeTexts } from './texts.ts';

/** Longest movement of anything, in milliseconds: text below must be back at rest before it is read on. */
const MOVE = 110;

export interface BadgeBox {
  /** The element to be put into the page. */
  readonly host: HTMLElement;
  render(view: ReplyView): void;
  /** Takes colours and size from the page; in the corner a surface of its own is drawn. */
  paint(place: Place): void;
  /** Somebody has the pointer or the focus on it. */
  inUse(): boolean;
  /** Fades out, then is gone; at once for those who want no motion. */
  leave(): void;
}

/**
 * @param options.onToggle the fold button was pressed
 * @param options.onDismiss the note was dismissed
 */
export function createBadgeBox(
  document: Document,
  options: { readonly onToggle: () => void; readonly onDismiss: () => void },
): BadgeBox {
  const { host, root } = createShadowHost(document);
  const box = make(document, 'div', 'box');
  const fold = make(document, 'button', 'fold');
  const foldText = make(document, 'span', '');
  const list = make(document, 'ul', 'lines');
  const note = createNote(document, options.onDismiss);
  const lines = new Map<number, LineView>();
  box.role = 'group';
  box.ariaLabel = badgeTexts.group;
  // The reply may stand in a log, where each new line of ours would be read out.
  box.ariaLive = 'off';
  fold.type = 'button';
  // Nothing to be seen yet: the first line then opens from nothing.
  fold.hidden = true;
  fold.append(foldText, createMark(document, 'chevron', 'chevron'));
  // Safari drops the list meaning together with the bullets; saying it keeps it everywhere.
  list.role = 'list';
  list.id = 'lines';
  fold.setAttribute('aria-controls', list.id);
  // A press must not take the caret out of the chat's input.
  fold.addEventListener('mousedown', (event) => event.preventDefault());
  fold.addEventListener('click', options.onToggle);
  box.append(fold, list, note);
  root.append(box);

  function render(view: ReplyView): void {
    const before = host.isConnected ? box.offsetHeight : 0;
    renderFold(view.fold);
    renderLines(view);
    note.hidden = !view.imitated;
    box.hidden = fold.hidden && list.hidden && note.hidden;
    move(before);
  }

  function renderFold(state: ReplyView['fold']): void {
    fold.hidden = state === null;
    if (!state) return;
    setText(foldText, state.text);
    fold.ariaExpanded = String(state.expanded);
  }

  function renderLines(view: ReplyView): void {
    const wanted = new Set(view.lines.map((line) => line.call));
    for (const [call, line] of lines) {
      if (wanted.has(call)) continue;
      line.element.remove();
      lines.delete(call);
    }
    list.hidden = wanted.size === 0;
    list.classList.toggle('all', view.fold?.expanded === true);
    let next = list.firstElementChild;
    for (const line of view.lines) {
      let known = lines.get(line.call);
      if (!known) lines.set(line.call, (known = createLineView(document)));
      known.render(line);
      if (known.element === next) next = next.nextElementSibling;
      else list.insertBefore(known.element, next);
    }
  }

  function move(before: number): void {
    if (!host.isConnected) return;
    const after = box.offsetHeight;
    if (after === before || prefersStillness(document)) return;
    box.animate(
      [
        { height: `${before}px`, overflow: 'clip' },
        { height: `${after}px`, overflow: 'clip' },
      ],
      { duration: MOVE, easing: 'ease-out' },
    );
  }

  function paint({ element, corner, sample }: Place): void {
    const { text, background } = readSurroundings(element, foldText);
    const solid = readable(over(text, background), background);
    const colours = {
      '--text': solid,
      '--quiet': quietText(text, background),
      '--amber': amberText(background),
      '--faint': mix(solid, background, 0.16),
      '--background': background,
    };
    for (const [name, colour] of Object.entries(colours)) box.style.setProperty(name, cssColour(colour));
    box.style.setProperty('--size', sample ? sizeOf(sample) : '1em');
    box.classList.toggle('corner', corner);
  }

  function leave(): void {
    if (!host.isConnected || prefersStillness(document)) {
      host.remove();
      return;
    }
    const { offsetHeight } = box;
    const fade = box.animate(
      [
        { opacity: 1, height: `${offsetHeight}px`, overflow: 'clip' },
        { opacity: 0, height: '0', paddingBlock: '0', overflow: 'clip' },
      ],
      { duration: MOVE, easing: 'ease-out', fill: 'forwards' },
    );
    fade.addEventListener('finish', () => host.remove());
    // A tab in the background runs no animation to its end.
    if (document.hidden) host.remove();
  }

  return { host, render, paint, leave, inUse: () => host.matches(':hover') || root.activeElement !== null };
}

function createNote(document: Document, onDismiss: () => void): HTMLElement {
  const note = make(document, 'div', 'imitated');
  const dismiss = make(document, 'button', 'dismiss');
  note.role = 'note';
  note.hidden = true;
  dismiss.type = 'button';
  dismiss.ariaLabel = badgeTexts.dismissImitated;
  dismiss.title = badgeTexts.dismissImitated;
  dismiss.append(createMark(document, 'cross', ''));
  dismiss.addEventListener('mousedown', (event) => event.preventDefault());
  dismiss.addEventListener('click', onDismiss);
  note.append(createMark(document, 'triangle', 'sign'), make(document, 'span', '', badgeTexts.imitated), dismiss);
  return note;
}

function sizeOf(element: Element): string {
  return element.ownerDocument.defaultView?.getComputedStyle(element).fontSize ?? '1em';
}

function prefersStillness(document: Document): boolean {
  return document.defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches ?? true;
}

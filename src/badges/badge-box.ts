/** Everything seen of one reply: a fold button, the lines on their time axis, the note about a faked call. */
import { createLineView } from './badge-line.ts';
import type { LineView } from './badge-line.ts';
import { amberText, cssColour, mix, over, quietText, readable } from './look/colours.ts';
import { createFakedNote } from './faked-note.ts';
import { createMark } from './look/marks.ts';
import type { Place } from './places/content-place.ts';
import { onPress } from './press.ts';
import type { ReplyView } from './reply-model.ts';
import { createShadowHost, make, makeText, setText } from './look/shadow.ts';
import { readSurroundings } from './look/surroundings.ts';
import { badgeTexts, timeBesideBar } from './texts.ts';
import { createTimeScale } from './time-scale.ts';
import { language } from '../languages/messages.ts';

/** Longest movement of anything, in milliseconds: text below must be back at rest before it is read on. */
const MOVE = 110;
/** Lines beyond which the list scrolls in itself; as high in the style. */
const MAX_HIGH = 12;

export interface BadgeBox {
  /** The element to be put into the page. */
  readonly host: HTMLElement;
  /** @param canClean the note offers to clean the chat */
  render(view: ReplyView, canClean: boolean): void;
  /** Takes colours, size and direction from the page; in the corner a surface of its own is drawn. */
  paint(place: Place): void;
  /** Somebody has the pointer or the focus on it. */
  inUse(): boolean;
  /** Fades out, then is gone; at once for those who want no motion. */
  leave(): void;
}

/**
 * @param options.onCopy a line was pressed: puts its name on the clipboard; false where that cannot be
 * @param options.onToggle the fold button was pressed
 * @param options.onDismiss the note was dismissed, or brought back
 * @param options.onClean the chat is to be cleaned
 */
export function createBadgeBox(
  document: Document,
  options: {
    readonly onCopy: (name: string) => boolean;
    readonly onToggle: () => void;
    readonly onDismiss: (dismissed: boolean) => void;
    readonly onClean: () => void;
  },
): BadgeBox {
  const { host, root } = createShadowHost(document);
  const box = make(document, 'div', 'box');
  const fold = make(document, 'button', 'fold');
  const foldText = makeText(document, 'span', '');
  const list = make(document, 'ul', 'lines');
  const timeline = make(document, 'div', 'timeline');
  const scale = createTimeScale(document, timeline);
  const note = createFakedNote(document, { onWhy: moveWith, onClean: options.onClean, onDismiss: dismiss });
  const head = make(document, 'div', 'head');
  const recall = createRecall(document, recallNote);
  const lines = new Map<number, LineView>();
  /** What takes the focus with the next drawing: the button that had it goes with that. */
  let focusNext: HTMLElement | null = null;
  box.role = 'group';
  box.lang = language();
  box.ariaLabel = badgeTexts.group;
  // The reply may be in a log, where each new line of ours would be read out.
  box.ariaLive = 'off';
  fold.type = 'button';
  // Nothing to be seen yet: the first line then opens from nothing.
  fold.hidden = true;
  fold.append(foldText, createMark(document, 'chevron', 'chevron'));
  // Safari drops the list meaning together with the bullets; saying it keeps it everywhere.
  list.role = 'list';
  list.id = 'lines';
  list.ariaLabel = badgeTexts.group;
  fold.setAttribute('aria-controls', list.id);
  onPress(fold, options.onToggle);
  timeline.append(scale.element, list, scale.legend);
  head.append(fold, recall);
  box.append(head, timeline, note.element);
  root.append(box);

  function render(view: ReplyView, canClean: boolean): void {
    moveWith(() => {
      renderFold(view.fold);
      renderLines(view);
      note.render(view.faked?.dismissed === false ? view.faked.name : null, canClean);
      recall.hidden = view.faked?.dismissed !== true;
      head.hidden = fold.hidden && recall.hidden;
      box.hidden = head.hidden && timeline.hidden && note.element.hidden;
      // In the corner's stack an empty one would still take a gap.
      host.hidden = box.hidden;
    });
    focusNext?.focus();
    focusNext = null;
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
    timeline.hidden = wanted.size === 0;
    timeline.classList.toggle('bars', view.axis !== null);
    timeline.classList.toggle('long', wanted.size > MAX_HIGH);
    // What scrolls must be reachable with the keyboard.
    if (wanted.size > MAX_HIGH) list.tabIndex = 0;
    else list.removeAttribute('tabindex');
    scale.render(
      view.axis,
      view.lines.map(({ elapsed }) => timeBesideBar(elapsed ?? 0)),
    );
    let next = list.firstElementChild;
    for (const line of view.lines) {
      let known = lines.get(line.call);
      if (!known) lines.set(line.call, (known = createLineView(document, options.onCopy)));
      known.render(line, view.done);
      if (known.element === next) next = next.nextElementSibling;
      else list.insertBefore(known.element, next);
    }
  }

  /** Changes what is shown; what is below glides to its new place. */
  function moveWith(change: () => void): void {
    const before = host.isConnected ? box.offsetHeight : 0;
    change();
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

  function dismiss(): void {
    const had = note.element.contains(root.activeElement);
    options.onDismiss(true);
    // The focus must not fall out of the reply together with the button it was on.
    if (had) focusNext = recall;
  }

  function recallNote(): void {
    const had = root.activeElement === recall;
    options.onDismiss(false);
    if (had) focusNext = note.dismiss;
  }

  function paint({ element, corner, sample }: Place): void {
    const { text, background } = readSurroundings(element, foldText);
    const solid = readable(over(text, background), background);
    const colours = {
      '--text': solid,
      '--quiet': quietText(text, background),
      '--amber': amberText(background),
      '--faint': mix(solid, background, 0.16),
      '--band': mix(solid, background, 0.07),
      '--background': background,
    };
    for (const [name, colour] of Object.entries(colours)) box.style.setProperty(name, cssColour(colour));
    box.style.setProperty('--size', sample ? (styleOf(sample)?.fontSize ?? '1em') : '1em');
    // Lines begin where those of the page do; each text of ours keeps its own direction.
    box.dir = styleOf(element)?.direction ?? 'ltr';
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

/** @returns the small mark that a dismissed note leaves */
function createRecall(document: Document, press: () => void): HTMLButtonElement {
  const button = make(document, 'button', 'recall');
  button.type = 'button';
  button.hidden = true;
  button.ariaLabel = badgeTexts.showNote;
  button.title = badgeTexts.showNote;
  button.append(createMark(document, 'triangle', 'sign'));
  onPress(button, press);
  return button;
}

function styleOf(element: Element): CSSStyleDeclaration | null {
  return element.ownerDocument.defaultView?.getComputedStyle(element) ?? null;
}

function prefersStillness(document: Document): boolean {
  return document.defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches ?? true;
}

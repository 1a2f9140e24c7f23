/** The badges of one reply: a fold button, the lines on their time axis, the note about a faked call. */
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

/** Longest animation, in milliseconds: text below must be still before it is read on. */
const MOVE = 110;
/** Lines beyond which the list scrolls; the same number is in the style sheet. */
const MAX_HIGH = 12;

export interface BadgeBox {
  /** The element to insert into the page. */
  readonly host: HTMLElement;
  /** @param canClean the note offers to clean the chat */
  render(view: ReplyView, canClean: boolean): void;
  /** Takes colours, size and direction from the page; in the corner it draws a surface of its own. */
  paint(place: Place): void;
  /** Whether somebody has the pointer or the focus on it. */
  inUse(): boolean;
  /** Fades out and is removed; at once for people who prefer reduced motion. */
  leave(): void;
}

/**
 * @param options.onCopy called when a line was pressed: copies its name to the clipboard; false if it cannot
 * @param options.onToggle called when the fold button was pressed
 * @param options.onDismiss called when the note was dismissed or restored
 * @param options.onClean called to clean the chat
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
  /** Gets the focus with the next draw, which removes the button that had it. */
  let focusNext: HTMLElement | null = null;
  box.role = 'group';
  box.lang = language();
  box.ariaLabel = badgeTexts.group;
  // The reply may be in a log, in which each new line of ours would be read out.
  box.ariaLive = 'off';
  fold.type = 'button';
  // Nothing is visible yet, so the first line unfolds from nothing.
  fold.hidden = true;
  fold.append(foldText, createMark(document, 'chevron', 'chevron'));
  // Safari drops the list role together with the bullets; setting it explicitly keeps it everywhere.
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
      // In the corner's stack an empty box would still take up a gap.
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
    // Anything that scrolls must be reachable with the keyboard.
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

  /** Changes what is shown; everything below glides to its new place. */
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
    // The focus must not be lost with the button that had it.
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
    // Lines start where those of the page do; each text of ours keeps its own direction.
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
    // A background tab runs no animation to its end.
    if (document.hidden) host.remove();
  }

  return { host, render, paint, leave, inUse: () => host.matches(':hover') || root.activeElement !== null };
}

/** @returns the small mark that remains of a dismissed note */
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

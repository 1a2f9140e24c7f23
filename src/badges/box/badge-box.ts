/**
 * The badges of one reply: a fold button, the lines on their time axis, the question of an agent
 * that waits, the files on its computer, the note about a faked call.
 */
import { language } from '../../languages/messages.ts';
import { createMark } from '../look/marks.ts';
import { paint } from '../look/paint.ts';
import { createShadowHost, make, makeText, setText } from '../look/shadow.ts';
import type { Place } from '../placement.ts';
import { onPress } from '../press.ts';
import type { Question } from '../../normalizer/progress/progress-types.ts';
import type { ReplyView } from '../reply/reply-model.ts';
import { badgeTexts } from '../texts.ts';
import { createFileChips } from './file-chips.ts';
import { createFakedNote } from './faked-note.ts';
import { createQuestionCard } from './question-card.ts';
import { createTimelineView } from './timeline-view.ts';

/** Longest animation, in milliseconds: text below must be still before it is read on. */
const MOVE = 110;

export type BadgeBox = ReturnType<typeof createBadgeBox>;

/**
 * @param options.onToggle called when the fold button was pressed
 * @param options.onDismiss called when the note was dismissed or restored
 * @param options.onClean called to clean the chat
 * @param options.onDeny called when a person has denied what the agent asks
 * @param options.onLook called when a person wants to see the whole question
 */
export function createBadgeBox(
  document: Document,
  options: {
    readonly onToggle: () => void;
    readonly onDismiss: (dismissed: boolean) => void;
    readonly onClean: () => void;
    readonly onDeny: (question: Question) => void;
    readonly onLook: (question: Question) => void;
  },
) {
  const { host, root } = createShadowHost(document);
  const box = make(document, 'div', 'box');
  const timeline = createTimelineView(document);
  const fold = createFold(document, timeline.listId, options.onToggle);
  const note = createFakedNote(document, {
    onWhy: (change) => moveWith(host, box, change),
    onClean: options.onClean,
    onDismiss: dismiss,
  });
  const card = createQuestionCard(document, options);
  const files = createFileChips(document);
  const truth = makeText(document, 'div', 'truth');
  const receipt = makeText(document, 'div', 'sum');
  const head = make(document, 'div', 'head');
  const recall = createRecall(document, recallNote);
  /** Gets the focus with the next draw, which removes the button that had it. */
  let focusNext: HTMLElement | null = null;
  box.role = 'group';
  box.lang = language();
  box.ariaLabel = badgeTexts.group;
  // The reply may be in a log, in which each new line of ours would be read out.
  box.ariaLive = 'off';
  head.append(fold.element, recall);
  box.append(head, timeline.element, receipt, card.element, files.element, truth, note.element);
  root.append(box);

  function renderAll(view: ReplyView, offers: Parameters<BadgeBox['render']>[1]): void {
    fold.render(view.fold);
    // In the place of its line, until it is answered.
    const asking = view.lines.find(({ question }) => question);
    timeline.render(
      asking ? { ...view, lines: view.lines.filter((line) => line !== asking) } : view,
    );
    setText(receipt, view.receipt);
    receipt.hidden = view.receipt === '';
    card.render(asking?.question ?? null);
    files.render(view.files);
    setText(truth, view.truth);
    truth.hidden = view.truth === '';
    truth.classList.toggle('alarm', view.alarm);
    note.render(view.faked?.dismissed === false ? view.faked.name : null, offers.clean);
    recall.hidden = view.faked?.dismissed !== true;
    head.hidden = fold.element.hidden && recall.hidden;
    const parts = [head, timeline.element, card.element, files.element, truth, note.element];
    box.hidden = parts.every(({ hidden }) => hidden);
    // In the corner's stack an empty box would still take up a gap.
    host.hidden = box.hidden;
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

  return {
    /** The element to insert into the page. */
    host,
    /** @param offers what may be offered: to clean the chat, in the note */
    render(view: ReplyView, offers: { readonly clean: boolean }): void {
      moveWith(host, box, () => renderAll(view, offers));
      focusNext?.focus();
      focusNext = null;
    },
    /**
     * Takes colours, size and direction from the page; in the corner it draws a surface of its own.
     */
    paint: (place: Place): void => paint(box, fold.text, place),
    /** Fades out and is removed; at once for people who prefer reduced motion. */
    leave(): void {
      card.render(null);
      fadeOut(host, box);
    },
  };
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

/**
 * The button that folds the lines of one reply.
 * @param controls the id of the list that it folds
 */
function createFold(document: Document, controls: string, press: () => void) {
  const element = make(document, 'button', 'fold');
  const text = makeText(document, 'span', '');
  element.type = 'button';
  // Nothing is visible yet, so the first line unfolds from nothing.
  element.hidden = true;
  element.append(text, createMark(document, 'chevron', 'chevron'));
  element.setAttribute('aria-controls', controls);
  onPress(element, press);

  return {
    element,
    text,
    /** @param state null hides the button */
    render(state: ReplyView['fold']): void {
      element.hidden = state === null;
      if (!state) return;
      renderText(text, state);
      element.ariaExpanded = String(state.expanded);
    },
  };
}

/**
 * Writes the text of the button, with what failed and what was not allowed in elements of their
 * own.
 */
function renderText(text: HTMLElement, fold: NonNullable<ReplyView['fold']>): void {
  const parts = foldParts(fold);
  const marked = parts.filter(({ className }) => className !== '');
  if (text.textContent === fold.text && text.childElementCount === marked.length) return;
  text.replaceChildren(
    ...parts.map(({ words, className }) =>
      className === '' ? words : makeText(text.ownerDocument, 'span', className, words),
    ),
  );
}

/** @returns the text of the button in parts; those without a class have nothing of their own */
function foldParts({ text, trouble, refusal }: NonNullable<ReplyView['fold']>) {
  const parts: { readonly words: string; readonly className: string }[] = [];
  let rest = text;
  for (const [words, className] of [
    [trouble, 'trouble'],
    [refusal, 'refusal'],
  ] as const) {
    const at = words === '' ? -1 : rest.indexOf(words);
    if (at < 0) continue;
    parts.push({ words: rest.slice(0, at), className: '' }, { words, className });
    rest = rest.slice(at + words.length);
  }
  return [...parts, { words: rest, className: '' }];
}

/**
 * Changes the contents of the box; everything below glides to its new place, unless somebody
 * prefers stillness.
 */
function moveWith(host: HTMLElement, box: HTMLElement, change: () => void): void {
  const before = host.isConnected ? box.offsetHeight : 0;
  change();
  if (!host.isConnected) return;
  const after = box.offsetHeight;
  if (after === before || prefersStillness(host.ownerDocument)) return;
  box.animate(
    [
      { height: `${before}px`, overflow: 'clip' },
      { height: `${after}px`, overflow: 'clip' },
    ],
    { duration: MOVE, easing: 'ease-out' },
  );
}

/** Fades the box out and removes its host. */
function fadeOut(host: HTMLElement, box: HTMLElement): void {
  const document = host.ownerDocument;
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

function prefersStillness(document: Document): boolean {
  return document.defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches ?? true;
}

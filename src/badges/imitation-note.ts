/** The note about calls that the model only wrote down: one sentence, and what can be done about it. */
import { createMark } from './look/marks.ts';
import { onPress } from './press.ts';
import { make, makeText } from './look/shadow.ts';
import { badgeTexts } from './texts.ts';

export interface ImitationNote {
  readonly element: HTMLElement;
  /** @param canClean "Clean this chat" is offered */
  render(shown: boolean, canClean: boolean): void;
}

export interface NoteActions {
  /** "Why?" was pressed: calls `change`, which changes the height. */
  readonly onWhy: (change: () => void) => void;
  readonly onClean: () => void;
  readonly onDismiss: () => void;
}

/** @returns a note that is not shown yet */
export function createImitationNote(document: Document, { onWhy, onClean, onDismiss }: NoteActions): ImitationNote {
  const element = make(document, 'div', 'imitated');
  const body = make(document, 'div', 'body');
  const actions = make(document, 'div', 'actions');
  const because = makeText(document, 'p', 'because', badgeTexts.because);
  const why = createButton(document, 'action', () => onWhy(toggle));
  const clean = createButton(document, 'action', onClean);
  const dismiss = createButton(document, 'dismiss', onDismiss);
  element.role = 'note';
  element.hidden = true;
  because.hidden = true;
  because.id = 'because';
  why.textContent = badgeTexts.why;
  why.ariaExpanded = 'false';
  why.setAttribute('aria-controls', because.id);
  clean.textContent = badgeTexts.cleanChat;
  dismiss.ariaLabel = badgeTexts.hideNote;
  dismiss.title = badgeTexts.hideNote;
  dismiss.append(createMark(document, 'cross', ''));
  actions.append(why, clean);
  body.append(makeText(document, 'span', 'sentence', badgeTexts.imitated), actions, because);
  element.append(createMark(document, 'triangle', 'sign'), body, dismiss);

  function toggle(): void {
    because.hidden = !because.hidden;
    why.ariaExpanded = String(!because.hidden);
  }

  return {
    element,
    render(shown, canClean) {
      element.hidden = !shown;
      clean.hidden = !canClean;
    },
  };
}

function createButton(document: Document, className: string, press: () => void): HTMLButtonElement {
  const button = makeText(document, 'button', className);
  button.type = 'button';
  onPress(button, press);
  return button;
}

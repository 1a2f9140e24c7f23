/** The note about faked calls: one sentence, and what can be done about it. */
import { createMark } from '../look/marks.ts';
import { createButton } from '../press.ts';
import { make, makeText, setText } from '../look/shadow.ts';
import { badgeTexts, fakedSentence } from '../texts.ts';

export interface NoteActions {
  /** Called when "Why?" is pressed; must call `change`, which changes the height. */
  readonly onWhy: (change: () => void) => void;
  readonly onClean: () => void;
  readonly onDismiss: () => void;
}

/** @returns a hidden note */
export function createFakedNote(document: Document, { onWhy, onClean, onDismiss }: NoteActions) {
  const element = make(document, 'div', 'faked');
  const body = make(document, 'div', 'body');
  const actions = make(document, 'div', 'actions');
  const sentence = makeText(document, 'span', 'sentence');
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
  body.append(sentence, actions, because);
  element.append(createMark(document, 'triangle', 'sign'), body, dismiss);

  function toggle(): void {
    because.hidden = !because.hidden;
    why.ariaExpanded = String(!because.hidden);
  }

  return {
    element,
    dismiss,
    /**
     * @param name of the call, '' if it has none; null hides the note
     * @param canClean offers "Clean this chat"
     */
    render(name: string | null, canClean: boolean): void {
      element.hidden = name === null;
      setText(sentence, fakedSentence(name ?? ''));
      clean.hidden = !canClean;
    },
  };
}

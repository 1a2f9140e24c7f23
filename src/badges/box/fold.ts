/** The button that folds the lines of one reply. */
import { createMark } from '../look/marks.ts';
import { make, makeText, setText } from '../look/shadow.ts';
import { onPress } from '../press.ts';
import type { ReplyView } from '../reply/reply-model.ts';

export interface Fold {
  readonly element: HTMLElement;
  readonly text: HTMLElement;
  /** @param state null hides the button */
  render(state: ReplyView['fold']): void;
}

/** @param controls the id of the list that it folds */
export function createFold(document: Document, controls: string, press: () => void): Fold {
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
    render(state) {
      element.hidden = state === null;
      if (!state) return;
      setText(text, state.text);
      element.ariaExpanded = String(state.expanded);
    },
  };
}

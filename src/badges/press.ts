/** Presses of our buttons in a foreign page. */
import { makeText } from './look/shadow.ts';

/** Creates a button with a text of ours. @param press called for each press by a person */
export function createButton(
  document: Document,
  className: string,
  press: () => void,
  text?: string,
): HTMLButtonElement {
  const button = makeText(document, 'button', className, text);
  button.type = 'button';
  onPress(button, press);
  return button;
}

/**
 * Listens for presses by a person: with the pointer, the keyboard or a screen reader. Events that a
 * page creates, with `dispatchEvent` or `click()`, are not trusted, and no page can make them so:
 * `isTrusted` is an unforgeable property of each event.
 * @param press called for each press
 */
export function onPress(button: HTMLButtonElement, press: () => void): void {
  // A press must not move the caret out of the chat's input.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', (event) => {
    if (event.isTrusted) press();
  });
}

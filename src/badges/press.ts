/** Presses of our buttons in a foreign page. */

/**
 * Listens for presses by a person: with the pointer, the keyboard or a screen reader. Events that a page creates, with
 * `dispatchEvent` or `click()`, are not trusted, and no page can make them so: `isTrusted` is an unforgeable property
 * of each event.
 * @param press called for each press
 */
export function onPress(button: HTMLButtonElement, press: () => void): void {
  // A press must not move the caret out of the chat's input.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', (event) => {
    if (event.isTrusted) press();
  });
}
